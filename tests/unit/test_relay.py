import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from packager.domain.errors import IntegrityError, SealedError
from packager.domain.release import Identity, Record
from packager.publish.ledger import Ledger
from packager.publish.memory import Memory
from packager.publish.relay import Laid
from tests.fakes.trees import FILES, PAPERS, VERSION, cut, sealed
from tests.unit.test_ledger import LATER, NAMED, everything


@pytest.fixture
def private(tmp_path: Path) -> Ledger:
    """Two releases that nobody has seen, a name given up, and an erratum."""
    ledger = Ledger(tmp_path / "releases")
    ledger.reserve(NAMED)
    ledger.journal(VERSION).intend("reserve", nonce="n")
    cut(ledger, tmp_path / "dist")
    ledger.reserve(Identity("2026-12-01"))
    ledger.abandon("2026-12-01", "not needed")
    cut(ledger, tmp_path / "dist", LATER)
    ledger.add_notice("erratum", VERSION, "row four")
    return ledger


def test_every_version_is_cut_again_in_order_with_what_it_was_built_from(
    private: Ledger, tmp_path: Path
) -> None:
    with private.relay() as laid:
        assert [each.identity.version for each in laid] == [VERSION, LATER]
        assert laid[0].identity == NAMED
        assert (laid[0].inputs, laid[0].change) == (PAPERS["inputs"], PAPERS["change"])
        assert (laid[0].tree / "rain.csv").read_bytes() == FILES["rain.csv"]
        for each in laid:
            seal, root = sealed(tmp_path / "anew", each.identity, more=b"better")
            private.add_release(seal, root, inputs=each.inputs, change=each.change)

    assert private.faults() == []
    assert private.versions() == (VERSION, LATER)
    assert (private.root / VERSION / "tree" / "more.txt").read_bytes() == b"better"
    assert [event.event for event in private.events()] == [
        *("reserve", "reserve", "abandon", "seal", "seal", "erratum")
    ]
    assert private.journal(VERSION).entries()[0].step == "reserve"
    assert not [path.name for path in private.root.iterdir() if path.name.startswith(".")]


def test_laying_anew_without_a_change_gives_the_same_releases(
    private: Ledger, tmp_path: Path
) -> None:
    before = {p: c for p, c in everything(private.root).items() if "/" in p}

    with private.relay() as laid:
        for each in laid:
            seal, root = sealed(tmp_path / "anew", each.identity)
            private.add_release(seal, root, inputs=each.inputs, change=each.change)

    assert {p: c for p, c in everything(private.root).items() if "/" in p} == before


def test_what_a_host_has_published_is_not_laid_anew(private: Ledger) -> None:
    private.add_record(Record("zenodo", "10", VERSION, "https://zenodo.org/records/10"))
    before = everything(private.root)

    with pytest.raises(SealedError, match="has a record of zenodo"), private.relay():
        pass

    assert everything(private.root) == before


def test_an_error_in_the_middle_brings_the_old_state_back(private: Ledger, tmp_path: Path) -> None:
    before = everything(private.root)

    def fail_in_the_second(laid: Sequence[Laid]) -> None:
        seal, root = sealed(tmp_path / "anew", laid[0].identity, more=b"worse")
        private.add_release(seal, root, inputs=laid[0].inputs, change=laid[0].change)
        raise KeyError(laid[1].identity.version)

    with pytest.raises(KeyError, match=LATER), private.relay() as laid:
        fail_in_the_second(laid)

    assert everything(private.root) == before
    assert private.faults() == []


def test_a_version_left_out_brings_the_old_state_back(private: Ledger) -> None:
    before = everything(private.root)

    with pytest.raises(IntegrityError, match="not every version"), private.relay():
        pass

    assert everything(private.root) == before


@pytest.mark.parametrize("cut_again", [0, 1, 2])
def test_a_process_killed_in_the_middle_is_undone_by_the_next_that_writes(
    private: Ledger, tmp_path: Path, cut_again: int
) -> None:
    before = everything(private.root)
    child = os.fork()
    if child == 0:
        with private.relay() as laid:
            for each in laid[:cut_again]:
                seal, root = sealed(tmp_path / "anew", each.identity, more=b"worse")
                private.add_release(seal, root, inputs=each.inputs, change=each.change)
            os.kill(os.getpid(), signal.SIGKILL)
        sys.exit(1)
    os.waitpid(child, 0)

    with pytest.raises(IntegrityError, match="re-laying of the ledger was cut short"):
        private.versions()
    assert any("cut short" in fault for fault in private.faults())
    private.write_index()

    assert everything(private.root) == before
    assert private.faults() == []


@pytest.mark.parametrize("moved", range(5))
def test_an_undoing_cut_short_is_itself_undone(private: Ledger, moved: int) -> None:
    before = everything(private.root)
    (private.root / ".relay").mkdir()
    for name in ("ledger.jsonl", "index.json", VERSION, "2026-12-01", LATER)[: moved + 1]:
        (private.root / name).rename(private.root / ".relay" / name)

    Memory(private.root).restore()

    assert everything(private.root) == before
