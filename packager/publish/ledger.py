"""The memory of releases: what was named, sealed and recorded; added to, never edited."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from packager.assemble.seal import Seal
from packager.assemble.tree import write_whole
from packager.domain.errors import ConfigError, IntegrityError, SealedError
from packager.domain.release import Identity, Record, Release
from packager.domain.version import Version, version_key
from packager.publish.chain import (
    NOTHING,
    SEALED_PAPERS,
    Chain,
    Event,
    History,
    Kind,
    NoticeKind,
    digest_of,
    later_than,
)
from packager.publish.cutting import TREE, lay, papers_of_cut
from packager.publish.lock import locked
from packager.publish.memory import LEDGER
from packager.publish.papers import identity_document, record_document
from packager.publish.recall import Recall
from packager.publish.refusal import refused
from packager.publish.relay import Laid, aside
from packager.publish.standing import standing


class Ledger(Recall):
    """The folder releases/. Every change is one line, behind the files that it names.

    A run that was cut short anywhere is completed by the same call again. One object serves one
    thread; any number of processes may use the same folder.
    """

    def reserve(self, identity: Identity) -> Identity:
        """Keep a name before a byte is written; the same name again changes nothing.

        Raises:
            SealedError: the version is sealed, abandoned, older than the newest, or has another
                name already.
        """
        with self._memory.writing() as chain:
            content = identity_document(identity)
            event = _event("reserve", identity.version, {"identity.json": content})
            waiting = History(chain.events).is_waiting(identity.version)
            if not (waiting and _is_there(chain, event)):
                self._require_fits(chain, event)
                self._write(event, content)
        return identity

    def abandon(self, version: Version, note: str) -> None:
        """Give a reserved name up, and say why; the version is not used again."""
        with self._memory.writing() as chain:
            event = Event(event="abandon", version=version, files={}, note=_words(note))
            if not _is_there(chain, event):
                self._require_fits(chain, event)
                self._memory.append(event)

    def require_free(self, version: Version) -> None:
        """Raise SealedError unless the version can be cut: not sealed, abandoned or too old."""
        if self.root.is_dir():
            self.settle()
        with self._memory.reading() as chain:
            names = dict.fromkeys(SEALED_PAPERS, b"")
            self._require_fits(chain, _event("seal", version, names))

    def add_release(self, seal: Seal, tree: Path, *, inputs: bytes, change: bytes) -> Release:
        """Keep a sealed tree for good: a copy of it, its papers, and the line that seals it.

        Args:
            seal: `packager.assemble.seal.seal` of the tree.
            tree: the tree; it is read, not moved.
            inputs: inputs.json, what it was built from.
            change: change.json, its entry in the change record.

        Raises:
            SealedError: the version is sealed or abandoned, or a newer one is sealed.
            IntegrityError: the tree is not what the seal says, or its identity is not the
                reserved one.
        """
        version = seal.version
        papers = papers_of_cut(seal, inputs=inputs, change=change)
        with self._memory.writing() as chain:
            event = _event("seal", version, papers)
            self._require_fits(chain, event)
            if self.find_identity(version) not in {None, seal.identity}:
                raise IntegrityError(
                    f"release {version} was reserved under another identity than it was built with",
                    where=str(self.root / version / "identity.json"),
                    mend="build and seal it again with the identity that was reserved",
                )
            lay(self.root / version, tree, seal, papers)
            self._memory.append(event)
        return seal.release(self.root / version / TREE)

    def add_record(self, record: Record) -> None:
        """Keep what a host says of a release it has published; the same again changes nothing.

        Raises:
            SealedError: the version is not sealed, or has another record of this host.
        """
        with self._memory.writing() as chain:
            content = record_document(record)
            name = f"record.{record.target}.json"
            event = _event("record", record.version, {name: content}, target=record.target)
            if not _is_there(chain, event):
                self._require_fits(chain, event)
                self._write(event, content)

    def add_notice(
        self, kind: NoticeKind, version: Version, note: str, *, instead: Version = ""
    ) -> None:
        """Keep an erratum, a withdrawal or a supersession; not one sealed byte changes.

        Args:
            kind: which of them.
            version: the sealed version that is meant.
            note: what readers should know, one line.
            instead: the later version to use, of a supersession alone.
        """
        with self._memory.writing() as chain:
            event = Event(event=kind, version=version, files={}, target=instead, note=_words(note))
            if event not in [each.after(NOTHING) for each in standing(chain.events)]:
                self._require_fits(chain, event)
                self._memory.append(event)

    def settle(self) -> None:
        """Put right what a run that was cut short has left behind its last line."""
        with self._memory.writing():
            pass

    def write_index(self) -> None:
        """Derive index.json anew from the ledger."""
        with self._memory.writing() as chain:
            self._memory.require_whole(chain)
            self._memory.write_index()

    @contextmanager
    def relay(self) -> Iterator[tuple[Laid, ...]]:
        """Lay the ledger anew: the block gets every version in order and cuts each again.

        The old state is back if the block ends early, at once or on the next call that writes.

        Raises:
            SealedError: a version has a record of a host.
            IntegrityError: the block did not cut every version.
        """
        with self._memory.writing() as chain, aside(self._memory, chain) as laid:
            yield laid

    @contextmanager
    def alone(self, version: Version) -> Iterator[None]:
        """Be the only run that publishes a version; TargetError if another one is at it."""
        with refused("use the release's folder", self.root / version):
            folder = (self.root / version).resolve(strict=True)
        with locked(folder, wait=False):
            yield

    def _write(self, event: Event, content: bytes) -> None:
        (path,) = event.files
        with refused("write to the releases", self.root / path):
            write_whole(self.root / path, content)
        self._memory.append(event)

    def _require_fits(self, chain: Chain, event: Event) -> None:
        version_key(event.version)
        history = History(chain.events)
        fault = history.fault(event)
        if not fault:
            return
        if event.event in {"reserve", "seal"}:
            free = max([*history.sealed[-1:], event.version], key=version_key)
            while free in history.reserved | history.abandoned | {*history.sealed, event.version}:
                free = later_than(free)
            mend = f"take a later version, such as {free}; a sealed one never changes"
        else:
            mend = "see which versions are sealed with `packager status`"
        raise SealedError(fault, where=str(self.root / LEDGER), mend=mend)


def _event(kind: Kind, version: Version, papers: Mapping[str, bytes], target: str = "") -> Event:
    files = {f"{version}/{name}": digest_of(content) for name, content in sorted(papers.items())}
    return Event(event=kind, version=version, files=files, target=target)


def _is_there(chain: Chain, event: Event) -> bool:
    return event in [each.after(NOTHING) for each in chain.events]


def _words(note: str) -> str:
    if not note.strip() or not note.isprintable():
        raise ConfigError(
            "the note is not a line of words", where="note", mend="say why, in one line of text"
        )
    return note
