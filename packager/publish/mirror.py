"""Copies of releases: brought, compared, proved, and only then put in their place."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from packager.assemble.seal import read_seal
from packager.assemble.tree import differences, files_of, remove_tree
from packager.domain.errors import IntegrityError, listed
from packager.domain.release import FileEntry
from packager.domain.version import Version
from packager.publish.cutting import LAST
from packager.publish.lanes import Lanes
from packager.publish.mirror_place import Place
from packager.publish.mirror_proof import Trust
from packager.publish.mirror_source import Source

LOG = logging.getLogger(__name__)
Papers = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Copied:
    """A release in its place.

    Attributes:
        version: the release.
        is_new: whether this run put it there.
        proofs: what proves it, in words.
        place: where its tree is.
    """

    version: Version
    is_new: bool
    proofs: tuple[str, ...]
    place: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Copier:
    """Brings releases from one source, or from several that must agree, to one place.

    Attributes:
        sources: at least one; every byte of the others is compared with the first.
        place: where they go.
        trust: what a version is proved by.
        papers: what the ledger keeps of a version; none where there is no ledger of it.
    """

    sources: Sequence[Source]
    place: Place
    trust: Callable[[Version], Trust]
    papers: Callable[[Version], Papers]

    def copy_all(
        self,
        versions: Sequence[Version],
        *,
        most: int,
        progress: Callable[[int, int], None],
        told: Callable[[Copied], None],
    ) -> None:
        """Copy versions, each whole or not at all; wrong bytes of one do not stop the others.

        Args:
            versions: which.
            most: how many downloads at once, of files or of releases.
            progress: as for `Lanes`.
            told: gets each version that is in its place.

        Raises:
            ConfigError: nothing would prove one of them; nothing is fetched then.
            IntegrityError: versions that are not what they should be; all are told together.
            TargetError: a source or the place failed.
        """
        for version in versions:
            self.trust(version).require_some(version, self._names)
        is_side_by_side = all(source.is_single for source in self.sources)
        inner = Lanes(1 if is_side_by_side else most, progress)
        outer = inner.above(most if is_side_by_side else 1)
        with self.place.alone():
            outer.run(partial(self._copy_and_tell, version, inner, told) for version in versions)

    def copy(self, version: Version, lanes: Lanes) -> Copied:
        """Copy one version, or prove the copy that is there; errors as `copy_all`."""
        there = self.place.find(version, lanes)
        if there is not None:
            files: Sequence[FileEntry] = files_of(there)
            proofs = self._proved_there(version, there, files)
        else:
            files, proofs = self._brought(version, lanes)
        papers = self.papers(version) or self._found_papers(version, files)
        if there is None:
            self.place.lay(version, files, lanes)
        where = self.place.finish(version, files, papers)
        return Copied(version, there is None, proofs, where)

    def _copy_and_tell(
        self, version: Version, lanes: Lanes, told: Callable[[Copied], None]
    ) -> None:
        told(self.copy(version, lanes))

    @property
    def _names(self) -> tuple[str, ...]:
        return tuple(source.name for source in self.sources)

    def _proved_there(
        self, version: Version, tree: Path, files: Sequence[FileEntry]
    ) -> tuple[str, ...]:
        """What proves a copy that is there; one source is not asked where something else does."""
        trust = self.trust(version)
        if (trust.seal or trust.sha256) and len(self.sources) == 1:
            return trust.prove(version, tree, files, ())
        for source in self.sources:
            _require_same(version, source.faults(version, tree, files), source.name, str(tree))
        return trust.prove(version, tree, files, self._names)

    def _brought(
        self, version: Version, lanes: Lanes
    ) -> tuple[Sequence[FileEntry], tuple[str, ...]]:
        """The tree in the work folder, and what proves it; what is proved wrong is gone."""
        tree = self.place.work(version)
        LOG.info("%s: from %s", version, " and ".join(self._names))
        self.sources[0].bring(version, tree, lanes)
        try:
            files = files_of(tree)
            for source in self.sources[1:]:
                self._compare(version, source, files, lanes)
            proofs = self.trust(version).prove(version, tree, files, self._names)
        except IntegrityError:
            remove_tree(tree)
            raise
        return files, proofs

    def _compare(
        self, version: Version, source: Source, files: Sequence[FileEntry], lanes: Lanes
    ) -> None:
        """Bring the release from another source as well, and compare every byte."""
        work = self.place.work(version)
        other = work.with_name(f"{work.name}.other")
        source.bring(version, other, lanes)
        try:
            faults = differences(files, files_of(other)).lines()
        finally:
            remove_tree(other)
        _require_same(version, faults, source.name, self.sources[0].name)

    def _found_papers(self, version: Version, files: Sequence[FileEntry]) -> Papers:
        """What a source that is a mirror keeps beside the tree; its seal must be of this tree."""
        for source in self.sources:
            papers = source.papers(version)
            if LAST not in papers:
                continue
            seal = read_seal(papers[LAST], f"{source.name}, {LAST} of {version}")
            faults = differences(seal.files, files).lines()
            _require_same(version, faults, f"{LAST} beside it", source.name)
            return papers
        return {}


def _require_same(version: Version, faults: Sequence[str], one: str, other: str) -> None:
    if faults:
        raise IntegrityError(
            listed([f"release {version}: {one} and {other} differ", *faults]),
            where=other,
            mend="find out which of them was changed; the project's seal, or a digest that its"
            " people name, decides",
        )
