"""Before a version is sealed: what differs from the one before, and whether that is explained."""

from collections.abc import Mapping
from itertools import chain
from pathlib import Path

from packager.assemble.compare.difference import difference
from packager.assemble.compare.sides import Side, side_of
from packager.assemble.explained import Explanation, require_explained
from packager.cli.making import Made, Past
from packager.cli.project import Project
from packager.domain.difference import Difference

Compared = tuple[Difference, Mapping[str, tuple[str, ...]], Explanation]


def require_said(project: Project, past: Past, tree: Path, made: Made) -> None:
    """Raise RuleError unless sources and fragments explain every difference."""
    require_explained(*compared(project, past, tree, made))


def compared(project: Project, past: Past, tree: Path, made: Made) -> Compared:
    """How a tree differs from the release before, what its files are made from, what is said."""
    old, new = side_of(past.tree, past.version), side_of(tree, made.inputs.version)
    found = difference(old, new, apart=project.recipe.figures_of_change)
    before, after = sources_of(old), sources_of(new)
    gone = {*chain(*before.values())} - {*chain(*after.values())}
    either = {path: before.get(path, ()) + after.get(path, ()) for path in {*before, *after}}
    return found, either, Explanation(made.moved | gone, made.fragments)


def sources_of(side: Side) -> Mapping[str, tuple[str, ...]]:
    """Ids of the sources that each file is made from, by path."""
    resources = side.package.get("resources", [])
    return {
        str(one["path"]): tuple(map(str, one.get("sourceIds", ())))
        for one in (resources if isinstance(resources, list) else [])
        if isinstance(one, dict) and "path" in one
    }
