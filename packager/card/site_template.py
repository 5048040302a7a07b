"""Templates of the site: their words are proved once, then they are filled page by page."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import get_args

from packager.card.prose import Fillable, attributes_in, require_clean_prose, site_template
from packager.domain.errors import ProseError
from packager.domain.page import Chart, Code, Link, PageTable, Picture, Tiles
from packager.domain.values import Figure

ATOMS = {Figure, Link, Code, PageTable, Picture, Tiles, Chart}
KEY = "key"


@dataclass(frozen=True, slots=True)
class Setting:
    """A template, ready to be filled, and the names it takes."""

    template: Fillable
    names: tuple[str, ...]


def setting_of(template: str, figures: type, *, where: str, names: Collection[str]) -> Setting:
    """Prove a template against the fields of its figures, and of the values in them.

    Raises:
        ProseError: a typed number, an unknown name, or a field nobody uses.
    """
    given = tuple(one.name for one in fields(figures))
    require_clean_prose(template, given, where=where, names=names)
    unused = set(inner_fields(figures)) - attributes_in(template)
    if unused:
        raise ProseError(
            f"unused: {', '.join(sorted(unused))}",
            where=where,
            mend="use it in the template, or drop the field",
        )
    return Setting(site_template(template, where=where), given)


def inner_fields(figures: type) -> Iterator[str]:
    """Fields of the values that the fields of a page hold, at any depth, without their keys."""
    for one in fields(figures):
        for kind in {one.type, *get_args(one.type)}:
            if isinstance(kind, type) and is_dataclass(kind) and kind not in ATOMS:
                yield from (inner.name for inner in fields(kind) if inner.name != KEY)
                yield from inner_fields(kind)
