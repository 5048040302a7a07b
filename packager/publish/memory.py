"""The folder releases/: its lock, its chain of lines, and the files the lines name."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from packager.assemble.seal import Seal, read_seal
from packager.assemble.tree import make_folder, remove_tree, write_whole
from packager.domain.errors import IntegrityError, listed
from packager.domain.version import Version
from packager.publish.chain import Chain, Event, digest_of, faults_of, parse_chain
from packager.publish.growing import append_whole
from packager.publish.listing import head_of, listing_document
from packager.publish.lock import locked
from packager.publish.refusal import refused

ASIDE = ".relay"
DONE = ".relay-done"
WORK = ".cut-"
LEDGER, INDEX = "ledger.jsonl", "index.json"
MEND = "take it back from version control: `git checkout -- {}`"


class Memory:
    """Reads only what the chain proves; writes only under the folder's lock."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._holding = False

    @contextmanager
    def reading(self) -> Iterator[Chain]:
        """The chain, proved, while no other run changes it.

        A last line torn by a crash is left out: what it would say has not happened yet, and the
        command that was cut short completes it.

        Raises:
            IntegrityError: a line was edited, moved or removed.
        """
        if self._holding:
            yield self._proved()
        elif not self.root.is_dir():
            yield parse_chain(b"")
        else:
            with locked(self.root, shared=True):
                self._require_settled()
                yield self._proved()

    @contextmanager
    def writing(self) -> Iterator[Chain]:
        """The chain, proved, while this run alone may add to it.

        What an earlier run left half done is put right first: an index.json behind the ledger,
        and a re-laying that was cut short, which is undone.
        """
        if self._holding:
            yield self._proved()
            return
        with refused("use the folder of releases", self.root):
            make_folder(self.root)
        with locked(self.root):
            self._holding = True
            try:
                with refused("put the releases in order", self.root):
                    self.restore()
                chain = self._proved()
                if not chain.torn and head_of(self.file(INDEX)) != chain.head and chain.events:
                    self.write_index()
                yield chain
            finally:
                self._holding = False

    def append(self, event: Event) -> None:
        """Add one line; a line of the same words that a crash tore is completed.

        Raises:
            IntegrityError: the torn line says something else.
            TargetError: the disk did not take the line; none of it is left.
        """
        chain = self._proved()
        line = event.after(chain.head).line()
        if not line.startswith(chain.torn):
            self.require_whole(chain)
        path = self.root / LEDGER
        with refused("write the ledger", path):
            whole = path.stat().st_size if path.exists() else 0
            append_whole(path, line[len(chain.torn) :], behind=whole)
        self.write_index()

    def write_index(self) -> None:
        """Derive index.json anew."""
        content = self.listing(self._proved())
        with refused("write index.json", self.root / INDEX):
            write_whole(self.root / INDEX, content)

    def listing(self, chain: Chain) -> bytes:
        """What index.json must be."""
        sealed = [event.version for event in chain.events if event.event == "seal"]
        seals = {version: self.seal(chain, version) for version in sealed}
        return listing_document(chain, seals, lambda event: self._papers(event)[0])

    def seal(self, chain: Chain, version: Version) -> Seal:
        """The seal of a version, proved by the ledger; it must be sealed."""
        content = self.paper(chain, version, "seal.json")
        return read_seal(content, str(self.root / version / "seal.json"))

    def paper(self, chain: Chain, version: Version, name: str) -> bytes:
        """A file of a version that a line names, proved by that line."""
        path = f"{version}/{name}"
        promised = [event.files[path] for event in chain.events if path in event.files]
        if not promised:
            raise IntegrityError(
                f"no line names {path}",
                where=str(self.root / LEDGER),
                mend=MEND.format(self.root / LEDGER),
            )
        return self.proved_file(path, promised[0])

    def file(self, path: str) -> bytes:
        """A file's bytes, none if there is no such file; a link is no file."""
        place = self.root / path
        return place.read_bytes() if place.is_file() and not place.is_symlink() else b""

    def proved_file(self, path: str, promised: str) -> bytes:
        """A file's bytes if they have the digest the ledger promises, else IntegrityError."""
        content = self.file(path)
        if digest_of(content) != promised:
            what = "altered" if (self.root / path).is_file() else "missing"
            raise IntegrityError(
                f"{path} is {what}: the ledger names other bytes",
                where=str(self.root / path),
                mend=MEND.format(self.root / path),
            )
        return content

    def is_recorded(self, chain: Chain, path: str) -> bool:
        """Whether a line names this file."""
        return any(path in event.files for event in chain.events)

    def require_whole(self, chain: Chain) -> None:
        """Raise IntegrityError, with the way out, if the last line is torn."""
        if chain.torn:
            path = self.root / LEDGER
            whole = path.stat().st_size - len(chain.torn)
            raise IntegrityError(
                f"line {len(chain.digests) + 1} is torn: its writing was cut short",
                where=str(path),
                mend="run the command that was cut short again, it completes the line; or take"
                f" the half line away: `truncate -s {whole} {path}`",
            )

    def restore(self) -> None:
        """Clear away what a run cut short has left, and undo a re-laying that did not end.

        The old state comes back piece by piece, the ledger last, so this may be cut short itself.
        """
        aside = self.root / ASIDE
        for leftover in (self.root / DONE, *self.root.glob(f"{WORK}*")):
            remove_tree(leftover)
        if not aside.is_dir():
            return
        for path in sorted(aside.iterdir(), key=lambda path: (path.name == LEDGER, path.name)):
            remove_tree(self.root / path.name)
            path.rename(self.root / path.name)
        aside.rmdir()

    def _papers(self, event: Event) -> list[bytes]:
        return [self.proved_file(path, digest) for path, digest in event.files.items()]

    def _proved(self) -> Chain:
        chain = parse_chain(self.file(LEDGER))
        faults = faults_of(chain, head_of(self.file(INDEX)))
        if faults:
            raise IntegrityError(
                listed(faults),
                where=str(self.root / LEDGER),
                mend=MEND.format(f"{self.root / LEDGER} {self.root / INDEX}"),
            )
        return chain

    def _require_settled(self) -> None:
        if (self.root / ASIDE).is_dir():
            raise IntegrityError(
                "a re-laying of the ledger was cut short",
                where=str(self.root / ASIDE),
                mend="run `packager ledger relay` again; it first puts the old state back",
            )
