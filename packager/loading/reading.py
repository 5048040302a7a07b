"""A table out of the files of a release: digests first, then the version inside, then the rows."""

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Protocol

from packager.assemble.columnar import read_table
from packager.assemble.standards.claims import word
from packager.assemble.standards.data_package import PROFILE, claims, read_resources
from packager.assemble.sums import SUMS, read_sums
from packager.domain.errors import ConfigError, IntegrityError
from packager.domain.package import Resource
from packager.domain.statement import read_statement
from packager.loading.loaded import Loaded, LoadedRelease
from packager.loading.wanted import Wanted

PACKAGE, CROISSANT = "datapackage.json", "croissant.json"
PARQUET = ".parquet"


class Origin(Protocol):
    """Where the files of one release come from.

    Attributes:
        address: for people.
        mend: what to do about bytes that are not the promised ones; starts with a verb.
    """

    @property
    def address(self) -> str: ...

    @property
    def mend(self) -> str: ...

    def content(self, path: str, digest: str) -> bytes:
        """A file; `digest` is the sha256 it has to have, "" where that is not known yet."""

    def require_whole(self, sums: Mapping[str, str]) -> None:
        """Raise IntegrityError if more is there than will be read, and it is not as listed."""


@dataclass(frozen=True, slots=True)
class Proved:
    """Files of a release, each proved by its SHA256SUMS.

    Attributes:
        origin: where they come from.
        sums: sha256 by path.
        digest: of SHA256SUMS itself.
    """

    origin: Origin
    sums: Mapping[str, str]
    digest: str

    def content(self, path: str) -> bytes:
        """A file's bytes.

        Raises:
            IntegrityError: it is not listed, or its bytes are others.
        """
        if path not in self.sums:
            raise IntegrityError(
                f"{path!a} is not in {SUMS}", where=self.origin.address, mend=self.origin.mend
            )
        content = self.origin.content(path, self.sums[path])
        found = sha256(content).hexdigest()
        if found != self.sums[path]:
            raise IntegrityError(
                f"{path} has sha256 {found}, {SUMS} says {self.sums[path]}",
                where=self.origin.address,
                mend=self.origin.mend,
            )
        return content


def load_from(origin: Origin, wanted: Wanted) -> Loaded:
    """The wanted table of the release that an origin holds.

    Raises:
        ConfigError: there is no such table, or the release is of a form we do not know.
        IntegrityError: bytes are not as promised, or are those of another release.
    """
    files = proved(origin)
    package = read_package(files, wanted)
    tables = {table_name(one.path): one for one in resources(package, origin)}
    if wanted.table not in tables:
        raise ConfigError(
            f"there is no table {wanted.table!a} in release {wanted.version}",
            where=origin.address,
            mend=f"name one of {', '.join(tables)}",
        )
    resource = tables[wanted.table]
    require_pinned(files, resource, wanted)
    return Loaded(
        name=wanted.table,
        arrow=read_table(files.content(resource.path)),
        columns=resource.schema.fields if resource.schema else (),
        release=release_of(files, package, tuple(tables)),
        sha256=files.sums[resource.path],
        source=origin.address,
    )


def proved(origin: Origin) -> Proved:
    """The files of an origin, none of them read yet but the list of digests."""
    content = origin.content(SUMS, "")
    sums = read_sums(content, where=f"{origin.address}, {SUMS}", mend=origin.mend)
    origin.require_whole(sums)
    return Proved(origin, sums, sha256(content).hexdigest())


def read_package(files: Proved, wanted: Wanted) -> Mapping[str, object]:
    """The description of the release; it has to be of the wanted version."""
    origin = files.origin
    package = read_statement(files.content(PACKAGE), f"{origin.address}, {PACKAGE}").content
    if package.get("$schema") != PROFILE:
        raise ConfigError(
            f"the release is described by {package.get('$schema')!a}, read here is {PROFILE!a}",
            where=f"{origin.address}, {PACKAGE}",
            mend="upgrade this package, or load an older release",
        )
    if package.get("version") != wanted.version:
        raise IntegrityError(
            f"the files are those of {package.get('version')!a}, wanted was {wanted.version}",
            where=origin.address,
            mend=origin.mend,
        )
    return package


def resources(package: Mapping[str, object], origin: Origin) -> list[Resource]:
    """The tables of a release, in its order."""
    found = read_resources(package, where=f"{origin.address}, {PACKAGE}")
    return [one for one in found if one.path.endswith(PARQUET)]


def table_name(path: str) -> str:
    """data/per_query.parquet is the table per_query, as it is the config of that name."""
    return path.rpartition("/")[2].removesuffix(PARQUET)


def require_pinned(files: Proved, resource: Resource, wanted: Wanted) -> None:
    """Raise IntegrityError unless the digest that the reader named is met."""
    found = {files.digest: SUMS, files.sums.get(resource.path, ""): resource.path}
    if wanted.sha256 and wanted.sha256 not in found:
        told = ", ".join(f"{path} {digest}" for digest, path in found.items())
        raise IntegrityError(
            f"wanted was sha256 {wanted.sha256}; there are {told}",
            where=files.origin.address,
            mend="find out who changed the release; load it without sha256 only if you trust it",
        )


def release_of(
    files: Proved, package: Mapping[str, object], tables: tuple[str, ...]
) -> LoadedRelease:
    """What a release says of itself."""
    said = claims(package)
    where = f"{files.origin.address}, {CROISSANT}"
    return LoadedRelease(
        version=said.version or "",
        date=said.date or "",
        title=said.title or "",
        doi=said.doi or "",
        concept_doi=said.concept_doi or "",
        boundary=word(package, "boundary"),
        unit=word(package, "unit"),
        license=said.rights or "",
        citation=read_statement(files.content(CROISSANT), where).text("citeAs"),
        tables=tables,
        sha256=files.digest,
    )
