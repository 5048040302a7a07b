"""Laying the ledger anew: every version cut again in order, all of them or none."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from packager.assemble.seal import Seal
from packager.assemble.tree import make_folder, remove_tree, write_whole
from packager.domain.errors import IntegrityError, SealedError
from packager.domain.release import Identity
from packager.publish.audit import JOURNAL
from packager.publish.chain import NOTICES, Chain, Event
from packager.publish.cutting import TREE
from packager.publish.memory import ASIDE, DONE, INDEX, LEDGER, Memory
from packager.publish.refusal import refused


@dataclass(frozen=True, slots=True)
class Laid:
    """A version that is to be cut again.

    Attributes:
        identity: its name and DOIs, as before.
        inputs: inputs.json, which says what it was built from.
        change: change.json.
        seal: what it was until now.
        tree: where its old tree lies until the end.
    """

    identity: Identity
    inputs: bytes
    change: bytes
    seal: Seal
    tree: Path


@contextmanager
def aside(memory: Memory, chain: Chain) -> Iterator[tuple[Laid, ...]]:
    """Put the whole memory aside for the block, which lays it anew; hold the lock around it.

    Names that were reserved or abandoned are back before the block begins, notices when it has
    ended. If the block ends early, or the process does, the old state comes back.

    Raises:
        SealedError: a version has a record of a host; what is public is not laid anew.
        IntegrityError: the block did not cut every version.
    """
    memory.require_whole(chain)
    _require_private(memory, chain)
    laid = tuple(_laid(memory, chain, e) for e in chain.events if e.event == "seal")
    finished = False
    try:
        with refused("put the releases aside", memory.root):
            _put_aside(memory.root, chain)
        _again(memory, chain, "reserve", "abandon")
        yield laid
        _require_all(memory, laid)
        _again(memory, chain, *NOTICES)
        with refused("take the old releases away", memory.root):
            _finish(memory.root)
        finished = True
    finally:
        if not finished:
            with refused("put the old releases back", memory.root):
                memory.restore()


def _require_private(memory: Memory, chain: Chain) -> None:
    for event in chain.events:
        if event.event == "record":
            raise SealedError(
                f"release {event.version} has a record of {event.target}",
                where=str(memory.root / LEDGER),
                mend="cut a later version; what a host has published is not laid anew",
            )


def _laid(memory: Memory, chain: Chain, event: Event) -> Laid:
    version = event.version
    seal = memory.seal(chain, version)
    inputs, change = (memory.paper(chain, version, f"{n}.json") for n in ("inputs", "change"))
    return Laid(seal.identity, inputs, change, seal, memory.root / ASIDE / version / TREE)


def _put_aside(root: Path, chain: Chain) -> None:
    versions = sorted({event.version for event in chain.events})
    make_folder(root / ASIDE)
    for name in (LEDGER, INDEX, *versions):
        if (root / name).exists():
            (root / name).rename(root / ASIDE / name)


def _again(memory: Memory, chain: Chain, *kinds: str) -> None:
    """Add events of these kinds as they were, with the files that reservations name."""
    for event in chain.events:
        if event.event not in kinds:
            continue
        for path in event.files:
            write_whole(memory.root / path, (memory.root / ASIDE / path).read_bytes())
        memory.append(event)


def _require_all(memory: Memory, laid: Sequence[Laid]) -> None:
    with memory.writing() as chain:
        again = [event.version for event in chain.events if event.event == "seal"]
    if again != [each.identity.version for each in laid]:
        raise IntegrityError(
            "not every version was cut again, so nothing is changed",
            where=str(memory.root),
            mend="cut each version in its order, then run it again",
        )


def _finish(root: Path) -> None:
    for journal in sorted((root / ASIDE).glob(f"*/{JOURNAL}")):
        write_whole(root / journal.parent.name / JOURNAL, journal.read_bytes())
    (root / ASIDE).rename(root / DONE)
    remove_tree(root / DONE)
