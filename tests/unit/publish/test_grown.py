"""A ledger is compared with the committed one: a past that was rewritten as a whole is found."""

import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from packager.domain.errors import ConfigError, IntegrityError
from packager.domain.release import Identity, Record
from packager.publish.chain import Event, parse_chain
from packager.publish.grown import Grown, require_grown_since
from packager.publish.ledger import Ledger
from tests.fakes.checkouts import Checkout, new_checkout
from tests.fakes.trees import VERSION, cut, sealed

LATER, NAME, OTHER = "2026-12-24", "2026-12-01", "2026-12-02"
RECORD = Record("zenodo", "10", VERSION, "https://zenodo.org/records/10")
Rewriting = Callable[[list[Event]], list[Event]]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A committed ledger: two releases, a name given up, an erratum; nothing public."""
    checkout = new_checkout(tmp_path)
    ledger = checkout.ledger
    cut(ledger, tmp_path / "dist")
    ledger.reserve(Identity(NAME))
    ledger.abandon(NAME, "not needed")
    cut(ledger, tmp_path / "dist", LATER)
    ledger.add_notice("erratum", VERSION, "row four is of another day")
    checkout.commit()
    return checkout


def compared(checkout: Checkout, revision: str = "") -> Grown:
    return require_grown_since(checkout.ledger.root, revision, checkout.environ)


def rewrite(ledger: Ledger, events: Sequence[Event]) -> None:
    """Write a past that proves itself: links and index.json as they have to be."""
    content, head = b"", "0" * 64
    for event in events:
        content += event.after(head).line()
        head = parse_chain(content).head
    (ledger.root / "ledger.jsonl").write_bytes(content)
    (ledger.root / "index.json").unlink()
    for version in {path.parent.name for path in ledger.root.glob("*/seal.json")} - {
        event.version for event in events
    }:
        shutil.rmtree(ledger.root / version)
    ledger.write_index()


def lay_anew(ledger: Ledger, place: Path) -> None:
    """Re-lay every version with other bytes, as a changed tool makes them."""
    with ledger.relay() as laid:
        for each in laid:
            seal, root = sealed(place, each.identity, more=b"better")
            ledger.add_release(seal, root, inputs=each.inputs, change=each.change)


def without(number: int) -> Rewriting:
    return lambda events: events[: number - 1] + events[number:]


def dated(events: list[Event]) -> list[Event]:
    """The name that was given up, of another day."""
    return [
        replace(
            one,
            version=one.version.replace(NAME, OTHER),
            files={path.replace(NAME, OTHER): digest for path, digest in one.files.items()},
        )
        for one in events
    ]


def said_otherwise(events: list[Event]) -> list[Event]:
    return [*events[:-1], Event(event="erratum", version=VERSION, files={}, note="all is well")]


@pytest.mark.parametrize(
    ("rewriting", "said"),
    [
        (without(5), f"line 5: erratum of {VERSION} is missing"),
        (without(3), f"line 3: abandon of {NAME} is missing"),
        (dated, f"line 2: reserve of {NAME} is now dated {OTHER}"),
        (said_otherwise, "line 5: erratum of 2026-11-30 says 'all is well', not 'row four"),
    ],
)
def test_a_past_that_proves_itself_and_is_not_the_committed_one_is_found_by_its_lines(
    checkout: Checkout, rewriting: Rewriting, said: str
) -> None:
    ledger = checkout.ledger
    if rewriting is dated:
        (ledger.root / NAME).rename(ledger.root / OTHER)
    rewrite(ledger, rewriting(list(ledger.events())))

    with pytest.raises(IntegrityError) as error:
        compared(checkout)

    assert said in error.value.what
    assert "lines are only ever added" in error.value.mend


def test_a_seal_that_is_gone_with_its_release_is_found(checkout: Checkout) -> None:
    rewrite(checkout.ledger, [one for one in checkout.ledger.events() if one.version != LATER])

    assert checkout.ledger.faults() == []
    with pytest.raises(IntegrityError, match=f"line 4: seal of {LATER} is missing"):
        compared(checkout)


def test_a_line_that_was_put_in_between_is_found(checkout: Checkout) -> None:
    events = list(checkout.ledger.events())
    more = Event(event="erratum", version=VERSION, files={}, note="said before")
    rewrite(checkout.ledger, [*events[:1], more, *events[1:]])

    with pytest.raises(IntegrityError, match=r"line 2: erratum of .* put in before older lines"):
        compared(checkout)


def test_lines_that_were_added_are_counted(checkout: Checkout) -> None:
    checkout.ledger.add_notice("withdraw", VERSION, "not ours to give")

    found = compared(checkout)

    assert (found.added, found.not_compared, found.is_laid_anew) == (1, "", False)
    assert found.commit == checkout.git("rev-parse", "HEAD")


def test_a_rewriting_that_was_committed_is_found_from_the_commit_before(
    checkout: Checkout,
) -> None:
    rewrite(checkout.ledger, without(5)(list(checkout.ledger.events())))
    checkout.commit("nothing to see")

    assert compared(checkout).added == 0
    with pytest.raises(IntegrityError, match="line 5: erratum"):
        compared(checkout, "HEAD~1")


def test_a_ledger_laid_anew_is_told_as_such_while_nothing_is_public(
    checkout: Checkout, tmp_path: Path
) -> None:
    lay_anew(checkout.ledger, tmp_path / "anew")

    assert compared(checkout).is_laid_anew
    cut(checkout.ledger, tmp_path / "dist", "2027-01-31")
    assert compared(checkout).is_laid_anew


def test_a_line_that_was_lost_on_a_re_laying_is_found(checkout: Checkout, tmp_path: Path) -> None:
    lay_anew(checkout.ledger, tmp_path / "anew")
    rewrite(checkout.ledger, list(checkout.ledger.events())[:-1])

    with pytest.raises(IntegrityError, match="is missing"):
        compared(checkout)


@pytest.mark.parametrize("is_public_before", [True, False])
def test_what_a_host_has_a_record_of_is_never_laid_anew(
    checkout: Checkout, tmp_path: Path, *, is_public_before: bool
) -> None:
    ledger = checkout.ledger
    if is_public_before:
        ledger.add_record(RECORD)
        checkout.commit("published")
        rewrite(ledger, [one for one in ledger.events() if one.event != "record"])
        (ledger.root / VERSION / "record.zenodo.json").unlink()
    lay_anew(ledger, tmp_path / "anew")
    if not is_public_before:
        ledger.add_record(RECORD)

    assert ledger.faults() == []
    with pytest.raises(IntegrityError, match="is not that of commit"):
        compared(checkout)


def test_without_git_nothing_is_compared_and_the_reason_is_said(
    checkout: Checkout, tmp_path: Path
) -> None:
    (tmp_path / "elsewhere").mkdir()

    assert require_grown_since(checkout.ledger.root, "", {}).not_compared == "git is not installed"
    alone = require_grown_since(tmp_path / "elsewhere", "", checkout.environ)
    assert alone.not_compared == "the releases are in no git repository"


def test_before_the_first_commit_nothing_is_compared(tmp_path: Path) -> None:
    checkout = new_checkout(tmp_path)
    cut(checkout.ledger, tmp_path / "dist")

    assert compared(checkout).not_compared == "there is no commit"
    (checkout.root / "README.md").write_text("first")
    checkout.git("add", "README.md")
    checkout.commit_staged()
    assert "has no ledger" in compared(checkout).not_compared


@pytest.mark.parametrize("revision", ["nowhere", "--all", "0" * 40])
def test_a_revision_that_was_named_has_to_be_there(checkout: Checkout, revision: str) -> None:
    with pytest.raises(ConfigError, match="cannot be compared with") as error:
        compared(checkout, revision)

    assert error.value.where == "--since"
