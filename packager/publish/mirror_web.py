"""Releases at a web address: a mirror that any server of files shows, read without a listing."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

from packager.assemble.tree import (
    file_entry,
    keep,
    make_folder,
    require_portable,
)
from packager.domain.errors import ConfigError, IntegrityError, TargetError
from packager.domain.release import FileEntry
from packager.domain.version import Version
from packager.publish.chain import SEALED_PAPERS
from packager.publish.lanes import Lanes
from packager.publish.mirror_layout import RECORD, beside, own_record
from packager.publish.mirror_source import Hosts
from packager.publish.mirror_sums import SUMS, named_in
from packager.publish.refusal import refused
from packager.publish.room import require_room
from packager.publish.targets.calls import Call
from packager.publish.targets.http import Host

ABSENT = 404


class WebSource:
    """A mirror below an address; which files a version has, its SHA256SUMS says."""

    is_single = False

    def __init__(self, address: str, opened: Callable[[], Host]) -> None:
        self.name, self._hosts = address.rstrip("/"), Hosts(opened)

    def versions(self) -> tuple[Version, ...]:
        raise ConfigError(
            "this address does not list what is there",
            where=self.name,
            mend="name the versions instead of --all",
        )

    def bring(self, version: Version, folder: Path, lanes: Lanes) -> None:
        lanes.run(
            partial(self._fetch, version, path, sha256, folder / path, lanes)
            for path, sha256 in self._named(version).items()
        )

    def faults(self, version: Version, tree: Path, files: Sequence[FileEntry]) -> list[str]:
        del tree
        found = {entry.path: entry.sha256 for entry in files}
        named = self._named(version)
        odd = sorted(found.keys() ^ named.keys())
        odd += sorted(p for p in found.keys() & named.keys() if found[p] != named[p])
        return [f"another: {path}" for path in odd]

    def papers(self, version: Version) -> Mapping[str, bytes]:
        found = {name: self._find(beside(version, name)) for name in SEALED_PAPERS}
        return {name: content for name, content in found.items() if content}

    def _named(self, version: Version) -> dict[str, str]:
        """Digests by path, SHA256SUMS itself among them."""
        if self._find(beside(version, RECORD)) != own_record(version):
            raise TargetError(
                f"there is no whole version {version}: {beside(version, RECORD)} is not there",
                where=self.name,
                mend="see that the address is that of a mirror, or take another source",
            )
        where = f"{self.name}/{version}/{SUMS}"
        content = self._find(f"{version}/{SUMS}")
        named = named_in(content, where) | {SUMS: hashlib.sha256(content).hexdigest()}
        require_portable(named, where=where, family=IntegrityError)
        return named

    def _find(self, path: str) -> bytes:
        answer = self._hosts.host.call(Call("GET", f"/{quote(path)}", also={ABSENT}, public=True))
        return b"" if answer.status == ABSENT else answer.content

    def _fetch(self, version: Version, path: str, sha256: str, place: Path, lanes: Lanes) -> None:
        part = place.with_name(f".{place.name}.part")
        address = f"/{quote(f'{version}/{path}')}"
        with refused("keep what was downloaded", place):
            if place.is_file() and file_entry(place, path).sha256 == sha256:
                return
            make_folder(place.parent)
            part.touch()
            with part.open("r+b") as sink:
                size = self._size(address)
                require_room(place.parent, size - part.stat().st_size)
                lanes.expect(size)
                if part.stat().st_size == size:
                    lanes.moved(size)
                else:
                    self._hosts.host.fetch(address, sink, size, lanes.steps(), keep=True)
            if file_entry(part, path).sha256 != sha256:
                part.unlink()
                raise IntegrityError(
                    f"{path} came with other bytes than {SUMS} says",
                    where=f"{self.name}{address}",
                    mend="run the same command again; if it repeats, take another source",
                )
            keep(part, place)

    def _size(self, address: str) -> int:
        told = self._hosts.host.call(Call("HEAD", address, public=True)).headers
        size = told.get("content-length", "")
        if not (size.isascii() and size.isdigit()):
            raise TargetError(
                "the server does not say how large the file is",
                where=f"{self.name}{address}",
                mend="ask its operators, or take another source",
            )
        return int(size[:18])
