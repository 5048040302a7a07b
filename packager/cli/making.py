"""From a project to a tree: what build, cut, rebuild and release have in common."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from packager.assemble.build import Ingredients, build
from packager.assemble.fragments import Fragment, entry, read_fragments, require_new
from packager.assemble.inputs import (
    Inputs,
    change_of,
    inputs_of,
    read_change,
    read_inputs,
)
from packager.assemble.tree import make_folder, replace_tree
from packager.cli.project import Project
from packager.domain.change import Change
from packager.domain.errors import ConfigError
from packager.domain.release import Identity
from packager.domain.snapshot import Snapshot
from packager.domain.statement import read_statement
from packager.domain.version import Version
from packager.publish.papers import read_identity

TREE, NEXT = "tree", "next"
INPUTS, CHANGE, IDENTITY = "inputs.json", "change.json", "identity.json"
MARK = "datapackage.json"


@dataclass(frozen=True, slots=True)
class Past:
    """The sealed release before the one that is made.

    Attributes:
        version: the release.
        doi: its DOI, "" for none.
        tree: its sealed tree.
        vintages: what it was built from, by source kind.
        fragments: sha256 of the change fragments that became part of it.
        history: its change record, newest first.
        notices: what was said since then of it and of earlier releases, newest first.
    """

    version: Version
    doi: str
    tree: Path
    vintages: Mapping[str, str]
    fragments: tuple[str, ...]
    history: tuple[Change, ...]
    notices: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Planned:
    """What decides the bytes of one release, besides the project's prose and citation."""

    identity: Identity
    snapshot: Snapshot
    stated: Change
    past: Past | None
    repo_id: str
    fragments: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Made:
    """What a build decided.

    Attributes:
        inputs: what it was made from.
        change: its entry in the change record.
        moved: ids of the sources whose version is another than in the release before.
        fragments: what people wrote of it.
        notices: what its change record says of earlier releases for the first time.
    """

    inputs: Inputs
    change: Change
    moved: frozenset[str] = frozenset()
    fragments: tuple[Fragment, ...] = ()
    notices: tuple[Change, ...] = ()


def past_of(project: Project, version: Version | None) -> Past | None:
    """The sealed release of that version, as the next one needs it."""
    if version is None:
        return None
    folder = project.config.releases / version
    inputs = read_inputs((folder / INPUTS).read_bytes(), f"{version}/{INPUTS}")
    where = f"{version}/{TREE}/changes.json"
    changes = read_statement((folder / TREE / "changes.json").read_bytes(), where)
    where_named = f"{version}/{IDENTITY}"
    identity = read_identity((folder / IDENTITY).read_bytes(), where_named)
    return Past(
        version=version,
        doi=identity.doi,
        tree=folder / TREE,
        vintages=inputs.vintages,
        fragments=inputs.fragments,
        history=tuple(change_of(one) for one in changes.inners("rows")),
    )


def make_new(
    project: Project,
    identity: Identity,
    wanted: Mapping[str, str],
    past: Past | None,
    root: Path,
) -> Made:
    """Build a version that is not sealed yet, from the newest or the wanted vintages."""
    snapshot = project.snapshot(wanted)
    require_new(project.config.releases / NEXT, past.fragments if past else ())
    fragments = read_fragments(project.config.releases / NEXT)
    stated = entry(identity, fragments, snapshot, past.vintages if past else None)
    taken = tuple(sorted(one.sha256 for one in fragments))
    planned = Planned(identity, snapshot, stated, past, project.config.repo_id, taken)
    made = make(project, planned, root)
    moved = moved_ids(snapshot, past.vintages) if past else frozenset()
    return replace(made, moved=moved, fragments=fragments)


def moved_ids(snapshot: Snapshot, before: Mapping[str, str]) -> frozenset[str]:
    """Ids of the sources of which another vintage is taken than before."""
    moved = (one for kind, one in snapshot.items() if before.get(kind) != one.vintage)
    return frozenset(row.id for one in moved for row in one.ledger)


def make_again(
    project: Project, identity: Identity, papers: tuple[bytes, bytes], root: Path
) -> Made:
    """Build a sealed version from its papers: inputs.json and change.json, as bytes."""
    inputs = read_inputs(papers[0], f"{identity.version}/{INPUTS}")
    stated, notices = read_change(papers[1], f"{identity.version}/{CHANGE}")
    snapshot = project.pinned(inputs.vintages)
    past = past_of(project, inputs.previous or None)
    past = replace(past, notices=notices) if past else None
    planned = Planned(identity, snapshot, stated, past, inputs.repo_id, inputs.fragments)
    return make(project, planned, root)


def make(project: Project, planned: Planned, root: Path) -> Made:
    """Build into an empty folder."""
    past = planned.past
    ingredients = Ingredients(
        recipe=project.recipe,
        identity=planned.identity,
        snapshot=planned.snapshot,
        prose=project.config.dataset_card,
        citation=project.citation(),
        stated=planned.stated,
        history=(*past.notices, *past.history) if past else (),
        previous=past.tree if past else None,
        previous_doi=past.doi if past else "",
        repo_id=planned.repo_id,
    )
    change = build(ingredients, root)
    before = past.version if past else ""
    inputs = inputs_of(planned.identity.version, before, planned.snapshot, repo_id=planned.repo_id)
    inputs = replace(inputs, fragments=planned.fragments)
    return Made(inputs, change, notices=past.notices if past else ())


@contextmanager
def fresh(place: Path, *, mark: str = MARK, kind: str = "release") -> Iterator[Path]:
    """A hidden folder that takes the place's name when the block ends well.

    Args:
        place: where it goes; what is there may be replaced if it holds the mark.
        mark: a file that every folder of the kind has.
        kind: what the folder is, in words.

    Raises:
        ConfigError: something else is there already.
    """
    if place.exists() and any(place.iterdir()) and not (place / mark).is_file():
        raise ConfigError(
            f"the folder holds something that is no {kind}",
            where=str(place),
            mend="name an empty or a new folder with --out",
        )
    make_folder(place.parent)
    unfinished = Path(tempfile.mkdtemp(prefix=f".{place.name}-", dir=place.parent))
    try:
        unfinished.chmod(0o755)
        yield unfinished
        replace_tree(unfinished, place)
    finally:
        shutil.rmtree(unfinished, ignore_errors=True)
