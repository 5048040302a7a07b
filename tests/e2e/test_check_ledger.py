"""`packager check --ledger` in a clone: against the disk, against itself, against a commit."""

import json
from pathlib import Path

import pytest

from packager.domain.release import Identity
from tests.fakes.checkouts import Checkout, new_checkout
from tests.fakes.projects import FakeProject, Said

FIRST, SECOND = "2026-11-30", "2026-12-31"
CHECKS = [("check", "--ledger"), ("ledger", "verify")]


@pytest.fixture
def checkout(tmp_path: Path) -> Checkout:
    """A project with a committed ledger of two reserved names."""
    checkout = new_checkout(tmp_path)
    (checkout.root / "pyproject.toml").write_text("[tool.packager]\n")
    checkout.ledger.reserve(Identity(FIRST))
    checkout.ledger.reserve(Identity(SECOND))
    checkout.commit()
    return checkout


def call(checkout: Checkout, *words: str) -> Said:
    return FakeProject(checkout.root, dict(checkout.environ)).call(*words)


def forget(checkout: Checkout, version: str) -> None:
    """Take a reservation out of the past, so that what is left proves itself."""
    ledger = checkout.ledger
    kept = [one for one in ledger.events() if one.version != version]
    (ledger.root / version / "identity.json").unlink()
    (ledger.root / version).rmdir()
    for name in ("ledger.jsonl", "index.json"):
        (ledger.root / name).unlink()
    for event in kept:
        ledger.reserve(Identity(event.version))


@pytest.mark.parametrize("words", CHECKS)
def test_a_ledger_that_was_added_to_follows_from_its_commit(
    checkout: Checkout, words: tuple[str, ...]
) -> None:
    checkout.ledger.abandon(SECOND, "not needed")

    said = call(checkout, *words)

    assert said.code == 0, said.err
    assert "3 events, every sealed byte is in place" in said.out
    assert f"follows from commit {checkout.git('rev-parse', 'HEAD')}, lines added: 1" in said.err
    told = json.loads(call(checkout, *words, "--json").out)
    assert (told["events"], told["since"]["added"]) == (3, 1)


@pytest.mark.parametrize("words", CHECKS)
def test_a_rewritten_past_has_other_bytes_than_were_promised(
    checkout: Checkout, words: tuple[str, ...]
) -> None:
    forget(checkout, FIRST)

    said = call(checkout, *words)

    assert said.code == 5
    assert f"line 1: reserve of {FIRST} is missing" in said.err
    checkout.commit("nothing to see")
    assert call(checkout, *words).code == 0
    assert call(checkout, *words, "--since", "HEAD~1").code == 5


def test_without_git_the_reason_is_said(checkout: Checkout) -> None:
    said = FakeProject(checkout.root).call("check", "--ledger")

    assert said.code == 0
    assert "not compared with a committed ledger: git is not installed" in said.err


@pytest.mark.parametrize(
    ("words", "what"),
    [
        (("check", "--ledger", "--since", "nowhere"), "there is no commit nowhere"),
        (("check", "--since", "HEAD"), "--since is of the ledger alone"),
        (("ledger", "show", "--since", "HEAD"), "--since is of the ledger alone"),
    ],
)
def test_a_comparison_that_was_asked_for_and_cannot_be_made_is_an_error(
    checkout: Checkout, words: tuple[str, ...], what: str
) -> None:
    said = call(checkout, *words)

    assert said.code == 1
    assert what in said.err
