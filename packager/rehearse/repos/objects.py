"""Git's objects, named as git names them; content lies on disk."""

import hashlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final

from packager.rehearse.blobs import Blob, Blobs

FILE: Final = b"100644"
FOLDER: Final = b"40000"


def git_id(kind: str, content: bytes) -> str:
    framed = f"{kind} {len(content)}\0".encode() + content
    return hashlib.sha1(framed, usedforsecurity=False).hexdigest()


def pointer(oid: str, size: int) -> bytes:
    """What git keeps in place of a large file."""
    return f"version https://git-lfs.github.com/spec/v1\noid sha256:{oid}\nsize {size}\n".encode()


@dataclass(frozen=True, slots=True)
class Stored:
    """A file's content under its git id; of a large one, git itself knows the pointer only.

    Attributes:
        lfs: sha256 of a large file, "" of a regular one.
        pointer_bytes: size of the pointer, 0 of a regular file.
    """

    oid: str
    blob: Blob
    lfs: str = ""
    pointer_bytes: int = 0


@dataclass(frozen=True, slots=True)
class Commit:
    """A whole tree (path to git id of content) with its place in history."""

    oid: str
    files: Mapping[str, str]
    parent: str
    author: str
    message: str
    seconds: int

    @property
    def title(self) -> str:
        return self.message.partition("\n")[0]


class Objects:
    """Everything ever stored, under its id. Nothing is taken away again."""

    def __init__(self, blobs: Blobs) -> None:
        self.blobs = blobs
        self.content: dict[str, Stored] = {}
        self.commits: dict[str, Commit] = {}
        self.large: dict[str, dict[str, Blob]] = {}

    def keep(self, content: bytes) -> str:
        oid = git_id("blob", content)
        if oid not in self.content:
            self.content[oid] = Stored(oid, self.blobs.receive([content]))
        return oid

    def large_of(self, repo: str) -> dict[str, Blob]:
        """A repository's large files by their sha256; each has a store of its own."""
        return self.large.setdefault(repo.lower(), {})

    def keep_pointer(self, repo: str, lfs: str) -> str:
        blob = self.large_of(repo)[lfs]
        text = pointer(lfs, blob.bytes)
        oid = git_id("blob", text)
        self.content[oid] = Stored(oid, blob, lfs, len(text))
        return oid

    def read(self, oid: str) -> bytes:
        return self.blobs.path(self.content[oid].blob).read_bytes()

    def commit(
        self, files: Mapping[str, str], *, parent: str, author: str, message: str, seconds: int
    ) -> Commit:
        who = f"{author} <{author}@users.noreply.invalid> {seconds} +0000"
        lines = [f"tree {tree_ids(files)['']}", *([f"parent {parent}"] if parent else [])]
        lines += [f"author {who}", f"committer {who}", "", message, ""]
        oid = git_id("commit", "\n".join(lines).encode())
        made = Commit(oid, dict(files), parent, author, message, seconds)
        self.commits[oid] = made
        return made

    def history(self, oid: str) -> Iterator[Commit]:
        """A commit and all before it, newest first."""
        while oid:
            commit = self.commits[oid]
            yield commit
            oid = commit.parent


def tree_ids(files: Mapping[str, str], folder: str = "") -> dict[str, str]:
    """The git id of every folder of a tree, the root's under ""."""
    parts: dict[str, dict[str, str]] = {}
    entries = []
    for path, oid in files.items():
        name, slash, rest = path.partition("/")
        if slash:
            parts.setdefault(name, {})[rest] = oid
        else:
            entries.append((name.encode(), FILE, oid))
    found: dict[str, str] = {}
    for name, inside in parts.items():
        where = f"{folder}/{name}" if folder else name
        found |= tree_ids(inside, where)
        entries.append((name.encode(), FOLDER, found[where]))
    entries.sort(key=lambda entry: entry[0] + b"/" * (entry[1] == FOLDER))
    text = b"".join(mode + b" " + name + b"\0" + bytes.fromhex(oid) for name, mode, oid in entries)
    return found | {folder: git_id("tree", text)}
