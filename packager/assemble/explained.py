"""Nothing moves unnoticed: what must be explained before a release is sealed.

A change is explained by the version of a source that moved, or by a person, in a fragment.
"""

import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from packager.assemble.fragments import Fragment
from packager.domain.change import Kind
from packager.domain.difference import Difference, FigureMove, SchemaChange
from packager.domain.errors import RuleError, listed

NEXT = "releases/next"
DRAFT = "`packager draft` writes it down, for you to say why"


@dataclass(frozen=True, slots=True)
class Explanation:
    """What is said of a difference.

    Attributes:
        moved: ids of the sources whose version is another than in the release before.
        fragments: what people wrote.
    """

    moved: frozenset[str]
    fragments: tuple[Fragment, ...]

    @property
    def named(self) -> frozenset[str]:
        """Documents that people named."""
        return frozenset(path for one in self.fragments for path in one.documents)

    def has(self, *kinds: str) -> bool:
        """Whether a fragment is of one of these kinds."""
        return any(one.kind in kinds for one in self.fragments)


def require_explained(
    difference: Difference, sources: Mapping[str, Collection[str]], said: Explanation
) -> None:
    """Every way in which a release differs from the one before is explained.

    Args:
        difference: from the release before to the one that is to be sealed.
        sources: ids of the sources that a document is made from, by path.
        said: what explains it.

    Raises:
        RuleError: a column is gone, of another type or unit, or the like, and nobody called it
            breaking; a document changed that neither a source nor a person accounts for, or did
            not change though a person names it; a figure moved and neither did.
    """
    if not said.has("breaking"):
        require_none(
            [broken(one) for one in difference.schema if one.is_breaking],
            "breaks what reads the data",
            'write a fragment of kind "breaking" that says so, or keep the column as it was',
        )
    require_none(
        list(unexplained(difference, sources, said)),
        "changed, and neither a source nor a fragment accounts for it",
        f"name it under documents in a fragment; {DRAFT}",
    )
    require_none(
        sorted(said.named - set(difference.changed_documents)),
        "is named in a fragment, and did not change, or follows from other documents",
        "take it out of the fragment's documents",
    )
    if not (said.moved or said.has("correction", "breaking")):
        require_none(
            [f"{one.name} {one.old} → {one.new}" for one in moved(difference)],
            "moved, though no source did",
            f'write a fragment of kind "correction" that says why; {DRAFT}',
        )


def unexplained(
    difference: Difference, sources: Mapping[str, Collection[str]], said: Explanation
) -> Iterator[str]:
    """Documents that changed for no reason anybody gave."""
    for path in difference.changed_documents:
        if path not in said.named and not said.moved & set(sources.get(path, ())):
            yield path


def draft(difference: Difference, sources: Mapping[str, Collection[str]], said: Explanation) -> str:
    """A fragment as TOML, as far as it can be computed; its summary and reason are for a person."""
    moves = moved(difference)
    documents = list(unexplained(difference, sources, said))
    comments = [f"# {broken(one)}" for one in difference.schema if one.is_breaking]
    comments += [f"# {one.name} {one.old} → {one.new}" for one in moves]
    return "\n".join(
        [
            "# Say what changed in one plain sentence, and why in another.",
            f'kind = "{drafted_kind(difference, said)}"',
            'summary = ""',
            'reason = ""',
            *([f"documents = {json.dumps(documents)}"] if documents else []),
            *comments,
            "",
        ]
    )


def drafted_kind(difference: Difference, said: Explanation) -> Kind:
    """The kind that the rules ask for."""
    if difference.is_breaking:
        return "breaking"
    if said.moved:
        return "source"
    return "correction" if moved(difference) else "description"


def require_none(faults: Sequence[str], what: str, mend: str) -> None:
    """Raise RuleError that lists the faults, if there are any."""
    if faults:
        raise RuleError(listed([f"{one} {what}" for one in faults]), where=NEXT, mend=mend)


def broken(one: SchemaChange) -> str:
    """A change of a table's description, in words."""
    from_to = f" ({one.old} → {one.new})" if one.old and one.new else ""
    return f"{one.resource}{f'.{one.column}' if one.column else ''}: {one.kind}{from_to}"


def moved(difference: Difference) -> list[FigureMove]:
    """Figures that both print, each in its own way; what only one of them prints moved nothing."""
    return [one for one in difference.moved_figures if None not in {one.old, one.new}]
