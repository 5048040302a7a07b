import os
from pathlib import Path

import pytest

from packager.domain.errors import ConfigError, IntegrityError, TargetError
from packager.publish.ledger import Ledger
from packager.publish.tag import find_tag, tag_seal
from tests.fakes.checkouts import Checkout, new_checkout
from tests.fakes.trees import VERSION, cut

LATER = "2026-12-01.1"


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    checkout = new_checkout(tmp_path)
    cut(checkout.ledger, tmp_path / "dist")
    return checkout


def test_the_tag_is_on_the_commit_that_holds_the_seal(checkout: Checkout) -> None:
    sealed = checkout.commit("the release")
    (checkout.root / "later.txt").write_text("later")
    checkout.commit("something later")

    tag = tag_seal(checkout.ledger.root, VERSION, checkout.environ)

    assert (tag.commit, tag.is_there, tag.skipped) == (sealed, True, "")
    assert checkout.git("rev-parse", f"{VERSION}^{{commit}}") == sealed
    assert checkout.git("cat-file", "-t", VERSION) == "tag"


def test_the_tag_says_what_changed(checkout: Checkout) -> None:
    checkout.commit()

    tag_seal(checkout.ledger.root, VERSION, checkout.environ, notes="# More rain.\n\nIt rained.")

    said = checkout.git("for-each-ref", "--format=%(contents)", f"refs/tags/{VERSION}")
    assert said == f"Release {VERSION}\n\n# More rain.\n\nIt rained."


def test_the_tag_is_dated_by_the_release_and_not_by_the_clock(checkout: Checkout) -> None:
    checkout.commit()

    tag_seal(checkout.ledger.root, VERSION, {**checkout.environ, "TZ": "Pacific/Kiritimati"})

    said = checkout.git("for-each-ref", "--format=%(tagger)", f"refs/tags/{VERSION}")
    # 2026-11-30T00:00:00Z is day 20787 after 1970-01-01: 20787 x 86400
    assert said == "packager <packager@localhost> 1795996800 +0000"
    assert 20787 * 86400 == 1795996800


def test_the_tagger_is_who_git_knows(checkout: Checkout) -> None:
    checkout.commit()
    checkout.git("config", "user.name", "B. Person")
    checkout.git("config", "user.email", "b@example.org")

    tag_seal(checkout.ledger.root, VERSION, checkout.environ)

    assert checkout.git(
        "for-each-ref", "--format=%(taggername) %(taggeremail)", f"refs/tags/{VERSION}"
    ) == ("B. Person <b@example.org>")


def test_two_machines_make_the_same_tag(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit()
    other = Checkout(tmp_path / "clone", checkout.environ)
    checkout.git("clone", "--quiet", str(checkout.root), str(other.root))

    for each in (checkout, other):
        tag_seal(each.ledger.root, VERSION, each.environ)

    assert checkout.git("rev-parse", VERSION) == other.git("rev-parse", VERSION)


def test_a_tag_that_is_there_is_left_as_it_is(checkout: Checkout) -> None:
    checkout.commit()
    first = tag_seal(checkout.ledger.root, VERSION, checkout.environ)
    before = checkout.git("rev-parse", VERSION)
    checkout.commit("later")

    assert tag_seal(checkout.ledger.root, VERSION, checkout.environ) == first
    assert checkout.git("rev-parse", VERSION) == before


def test_a_tag_on_another_commit_stops_and_is_not_moved(checkout: Checkout) -> None:
    checkout.commit()
    elsewhere = checkout.commit("later")
    checkout.git("tag", VERSION)

    with pytest.raises(IntegrityError, match=f"is on {elsewhere}"):
        tag_seal(checkout.ledger.root, VERSION, checkout.environ)
    assert checkout.git("rev-parse", VERSION) == elsewhere


def test_a_seal_that_is_not_committed_is_refused(checkout: Checkout) -> None:
    with pytest.raises(ConfigError, match="the seal is not committed") as error:
        find_tag(checkout.ledger.root, VERSION, checkout.environ)
    assert error.value.mend.startswith("commit it: git add")

    checkout.commit()
    with pytest.raises(ConfigError, match="the seal is not committed"):
        find_tag(checkout.ledger.root, LATER, checkout.environ)


@pytest.mark.parametrize("path", ["tree/rain.csv", "tree/new.csv", "seal.json"])
def test_a_release_that_is_not_committed_as_it_is_is_refused(checkout: Checkout, path: str) -> None:
    checkout.commit()
    (checkout.ledger.root / VERSION / path).write_text("other")

    with pytest.raises(ConfigError, match=path):
        tag_seal(checkout.ledger.root, VERSION, checkout.environ)
    assert checkout.git("tag", "--list") == ""


def test_records_and_the_journal_are_committed_afterwards(checkout: Checkout) -> None:
    sealed = checkout.commit()
    for name in ("journal.jsonl", "record.zenodo.json"):
        (checkout.ledger.root / VERSION / name).write_text("{}\n")
    (checkout.root / "elsewhere.txt").write_text("not ours")

    assert tag_seal(checkout.ledger.root, VERSION, checkout.environ).commit == sealed


def test_a_tree_committed_after_its_seal_counts(checkout: Checkout) -> None:
    tree = checkout.ledger.root / VERSION / "tree"
    tree.rename(checkout.root.parent / "aside")
    checkout.commit("papers")
    (checkout.root.parent / "aside").rename(tree)
    whole = checkout.commit("tree")

    assert find_tag(checkout.ledger.root, VERSION, checkout.environ).commit == whole


def test_each_release_has_its_own_tag(checkout: Checkout, tmp_path: Path) -> None:
    first = checkout.commit()
    cut(checkout.ledger, tmp_path / "dist", LATER)
    second = checkout.commit()

    tags = [tag_seal(checkout.ledger.root, v, checkout.environ) for v in (VERSION, LATER)]

    assert [tag.commit for tag in tags] == [first, second]
    assert checkout.git("tag", "--list").split() == [VERSION, LATER]


def test_without_a_repository_it_is_skipped_with_the_reason(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "releases")
    cut(ledger, tmp_path / "dist")
    environ = {"PATH": os.environ["PATH"], "GIT_CEILING_DIRECTORIES": str(tmp_path)}

    tag = tag_seal(ledger.root, VERSION, environ)

    assert tag.skipped == "the releases are in no git repository"
    assert not tag.is_there


def test_without_git_it_is_skipped_with_the_reason(checkout: Checkout, tmp_path: Path) -> None:
    tag = tag_seal(checkout.ledger.root, VERSION, {"PATH": str(tmp_path)})

    assert tag.skipped == "git is not installed"


def test_an_environment_of_a_hook_does_not_lead_git_astray(
    checkout: Checkout, tmp_path: Path
) -> None:
    sealed = checkout.commit()
    astray = {**checkout.environ, "GIT_DIR": str(tmp_path), "GIT_INDEX_FILE": "x"}

    assert tag_seal(checkout.ledger.root, VERSION, astray).commit == sealed


def test_settings_that_sign_or_hook_do_not_stop_the_tag(checkout: Checkout, tmp_path: Path) -> None:
    checkout.commit()
    hook = tmp_path / "hooks" / "reference-transaction"
    hook.parent.mkdir()
    hook.write_text("#!/bin/sh\nexit 1\n")
    hook.chmod(0o755)
    checkout.git("config", "tag.gpgSign", "true")
    checkout.git("config", "core.hooksPath", str(hook.parent))

    assert tag_seal(checkout.ledger.root, VERSION, checkout.environ).is_there


def test_what_git_says_when_it_fails_is_told(checkout: Checkout) -> None:
    checkout.commit()
    refs = checkout.root / ".git" / "refs" / "tags"
    refs.rmdir()
    refs.write_text("in the way")

    with pytest.raises(TargetError, match="git failed") as error:
        tag_seal(checkout.ledger.root, VERSION, checkout.environ)
    assert error.value.exit_code == 3
