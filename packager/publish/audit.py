"""Every fault of the memory: lines, files, folders and what is derived from them."""

import re
from collections.abc import Iterator
from pathlib import Path

from packager.assemble.seal import compare
from packager.assemble.tree import files_of
from packager.domain.errors import IntegrityError, PackagerError
from packager.domain.version import PATTERN, Version
from packager.publish.chain import Chain, faults_of, parse_chain
from packager.publish.cutting import TREE
from packager.publish.listing import head_of
from packager.publish.memory import ASIDE, INDEX, LEDGER, Memory

OURS = re.compile(r"(identity|inputs|seal|change|record\..+)\.json|tree")
JOURNAL = "journal.jsonl"


def audit(root: Path) -> list[str]:
    """One line for each thing that is not as the ledger has it; empty when all is well."""
    memory = Memory(root)
    chain = parse_chain(memory.file(LEDGER))
    index = memory.file(INDEX)
    faults = [f"{LEDGER}, {fault}" for fault in faults_of(chain, head_of(index))]
    if chain.torn:
        faults.append(f"{LEDGER}, line {len(chain.digests) + 1}: torn, its writing was cut short")
    if (root / ASIDE).exists():
        faults.append(f"{ASIDE}: a re-laying of the ledger was cut short")
    altered = list(_altered(memory, chain))
    faults += altered
    faults += _trees(memory, chain) if not altered else ()
    faults += _unrecorded(root, memory, chain)
    return faults or _stale(memory, chain, index)


def _altered(memory: Memory, chain: Chain) -> Iterator[str]:
    for number, event in enumerate(chain.events, 1):
        for path, digest in event.files.items():
            try:
                memory.proved_file(path, digest)
            except IntegrityError as error:
                yield f"{error.what} (line {number}, {event.event})"


def _trees(memory: Memory, chain: Chain) -> Iterator[str]:
    for version in _sealed(chain):
        place = memory.root / version / TREE
        try:
            found = compare(memory.seal(chain, version), files_of(place))
        except PackagerError as error:
            yield f"{version}/{TREE}: {error.what}"
        else:
            yield from (f"{version}/{TREE}: {fault}" for fault in found.lines())


def _unrecorded(root: Path, memory: Memory, chain: Chain) -> Iterator[str]:
    folders = (path for path in root.iterdir() if path.is_dir()) if root.is_dir() else ()
    sealed = _sealed(chain)
    for folder in sorted(path for path in folders if PATTERN.fullmatch(path.name)):
        for path in sorted(folder.iterdir()):
            name = f"{folder.name}/{path.name}"
            if path.name == TREE and folder.name in sealed:
                continue
            if OURS.fullmatch(path.name) and not memory.is_recorded(chain, name):
                yield f"{name}: unrecorded, or its entry in the ledger is missing"
            elif not OURS.fullmatch(path.name) and path.name != JOURNAL:
                yield f"{name}: nothing the tool puts there"


def _stale(memory: Memory, chain: Chain, index: bytes) -> list[str]:
    if not chain.events and not index:
        return []
    if not index:
        return [f"{INDEX}: missing"]
    if memory.listing(chain) != index:
        return [f"{INDEX}: stale, it does not say what the ledger says"]
    return []


def _sealed(chain: Chain) -> list[Version]:
    return [event.version for event in chain.events if event.event == "seal"]
