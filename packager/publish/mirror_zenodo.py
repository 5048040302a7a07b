"""Releases as an InvenioRDM shows them to everybody: an archive in each record of a series."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import quote

from packager.assemble.archive import entries_of, unpack
from packager.assemble.tree import file_entry, files_of, make_folder, remove_tree, settle
from packager.domain.errors import ConfigError, IntegrityError, TargetError, listed
from packager.domain.release import FileEntry
from packager.domain.version import PATTERN, Version, version_key
from packager.publish.lanes import Lanes
from packager.publish.mirror_proof import archive_of
from packager.publish.mirror_source import Hosts
from packager.publish.refusal import refused
from packager.publish.room import require_room
from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import Deposits
from packager.publish.targets.zenodo_publication import host_files
from packager.publish.targets.zenodo_series import ids_in
from packager.publish.targets.zenodo_state import Kept, State
from packager.publish.verify import unlike

ARCHIVE = ".zip"


class ZenodoSource:
    """One series, asked without a token.

    Args:
        opened: opens a connection to the API.
        series: DOI or id of the series or of any record in it.
        known: id of a version's record, "" where it has to be looked for in the series.
    """

    name = "zenodo"
    is_single = True

    def __init__(
        self, opened: Callable[[], Host], series: str, known: Callable[[Version], str]
    ) -> None:
        self._hosts, self._series, self._known = Hosts(opened), series, known

    def versions(self) -> tuple[Version, ...]:
        found = {str(state.metadata.get("version", "")) for state in self._states()}
        return tuple(sorted(filter(PATTERN.fullmatch, found), key=version_key))

    def bring(self, version: Version, folder: Path, lanes: Lanes) -> None:
        record = self._record(version)
        kept = self._kept(record)
        bundle = self._archive(kept, record)
        if folder.is_dir() and not self._unlike(kept, folder, files_of(folder)):
            return
        place = folder.with_name(f"{folder.name}{ARCHIVE}")
        begun = place.stat().st_size if place.exists() else 0
        require_room(folder, 2 * bundle.bytes - begun)
        lanes.expect(bundle.bytes)
        entry = self._fetched(record, bundle, place, lanes)
        faults = _faults(kept, entry, entries_of(place))
        if faults:
            raise _altered(faults, f"{self._deposits.host.base}/records/{record}")
        with refused("unpack the archive", folder):
            remove_tree(folder)
            unpack(place, folder)
            place.unlink()

    def faults(self, version: Version, tree: Path, files: Sequence[FileEntry]) -> list[str]:
        return self._unlike(self._kept(self._record(version)), tree, files)

    def papers(self, version: Version) -> Mapping[str, bytes]:
        del version
        return {}

    @property
    def _deposits(self) -> Deposits:
        return Deposits(self._hosts.host)

    def _states(self) -> tuple[State, ...]:
        word = self._series
        for candidate in ids_in(word) if "/" in word else filter(None, [word]):
            found = self._deposits.find_record(candidate)
            if found and ("/" not in word or word in {found.doi, found.concept_doi}):
                return self._deposits.series(found.id)
        raise ConfigError(
            f"the host has no series {word or 'that the settings name'}",
            where=self._deposits.host.base,
            mend="name it as --from zenodo:DOI, or set concept_doi in the settings",
        )

    def _record(self, version: Version) -> str:
        known = self._known(version)
        if known:
            return known
        found = [one.id for one in self._states() if one.metadata.get("version") == version]
        if len(found) != 1:
            raise TargetError(
                f"{len(found) or 'no'} records of version {version}",
                where=f"{self._deposits.host.base}, series {self._series}",
                mend="see what the series holds on the host; its list may lag by a minute",
            )
        return found[0]

    def _kept(self, record: str) -> tuple[Kept, ...]:
        return self._deposits.record_files(record)

    def _archive(self, kept: Sequence[Kept], record: str) -> Kept:
        found = [file for file in kept if file.key.endswith(ARCHIVE)]
        if len(found) != 1:
            raise IntegrityError(
                f"{len(found) or 'no'} archives in the record",
                where=f"{self._deposits.host.base}/records/{record}",
                mend="see what the record holds; a release has one archive of its whole tree",
            )
        return found[0]

    def _fetched(self, record: str, bundle: Kept, place: Path, lanes: Lanes) -> FileEntry:
        """The archive on the disk, its digest the one that the host tells."""
        path = f"/records/{quote(record, safe='')}/files/{quote(bundle.key, safe='')}/content"
        (entry,) = lanes.run([partial(self._brought, path, bundle, place, lanes)])
        return entry

    def _brought(self, path: str, bundle: Kept, place: Path, lanes: Lanes) -> FileEntry:
        with refused("keep what was downloaded", place):
            make_folder(place.parent)
            place.touch()
            if place.stat().st_size == bundle.bytes:
                lanes.moved(bundle.bytes)
            else:
                with place.open("r+b") as sink:
                    self._hosts.host.fetch(path, sink, bundle.bytes, lanes.steps(), keep=True)
                settle(place)
            entry = file_entry(place, bundle.key)
            if (entry.bytes, entry.md5) != (bundle.bytes, bundle.md5):
                place.unlink()
                raise IntegrityError(
                    f"{bundle.key} came with other bytes than the host lists",
                    where=f"{self._hosts.host.base}{path}",
                    mend="run the same command again; if it repeats, tell the host",
                )
            return entry

    def _unlike(self, kept: Sequence[Kept], tree: Path, files: Sequence[FileEntry]) -> list[str]:
        name = next((file.key for file in kept if file.key.endswith(ARCHIVE)), "")
        made = archive_of(tree, files, tree.parent)
        entry = FileEntry(name, made.bytes, made.sha256, made.md5, made.git_blob)
        return _faults(kept, entry, files)


def _faults(kept: Sequence[Kept], bundle: FileEntry, files: Sequence[FileEntry]) -> list[str]:
    """A record holds the archive, and beside it files of the tree and no others."""
    keys = {file.key for file in kept}
    faces = (entry for entry in files if entry.path in keys)
    return unlike((bundle, *faces), host_files(kept)).lines()


def _altered(faults: list[str], where: str) -> IntegrityError:
    return IntegrityError(
        listed(["the record holds other files than its archive", *faults]),
        where=where,
        mend="see what happened to them on the host; the other host may have the release",
    )
