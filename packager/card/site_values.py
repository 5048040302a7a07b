"""What a template is given: figures that note their names, parts that print themselves."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from types import SimpleNamespace

from packager.card.escaping import code, link
from packager.card.parts_markdown import Block
from packager.card.prose import Printing
from packager.domain.page import Chart, Code, Link, PageTable, Picture, Tiles
from packager.domain.values import Figure


@dataclass(frozen=True, slots=True)
class Printer:
    """How blocks are printed, and where figures are noted when they are."""

    block: Callable[[Block], str]
    printed: dict[str, Figure]


class Printed:
    """A part on its way into a text; its figures are noted when it is printed."""

    def __init__(self, text: Callable[[], str]) -> None:
        self._text = text

    def __str__(self) -> str:
        return self._text()


def shown(name: str, value: object, printer: Printer) -> object:
    """A value as a template takes it; `name` is what its figures are known by."""
    match value:
        case None | bool() | str():
            return value
        case Figure():
            return Printing(name, value, printer.printed)
        case Link() | Code() | PageTable() | Tiles() | Picture() | Chart():
            return Printed(lambda: part(name, value, printer))
        case tuple():
            return [shown(f"{name}/{getattr(one, 'key', '')}", one, printer) for one in value]
        case _ if is_dataclass(value):
            inner = {one.name: getattr(value, one.name) for one in fields(value)}
            return SimpleNamespace(
                **{key: shown(f"{name}/{key}", one, printer) for key, one in inner.items()}
            )
        case _:
            raise TypeError(name)


def part(name: str, one: Link | Code | Block, printer: Printer) -> str:
    """A part as text; the figures in it are noted."""
    match one:
        case Link():
            return link(one)
        case Code():
            return code(one)
        case _:
            printer.printed.update({f"{name}/{key}": figure for key, figure in figures_in(one)})
            return printer.block(one)


def figures_in(one: Block) -> Iterator[tuple[str, Figure]]:
    """Figures of a table as row/column, of tiles by their keys."""
    match one:
        case PageTable():
            for key, row in zip(one.keys, one.rows, strict=True):
                for column, value in zip(one.columns, row, strict=True):
                    if isinstance(value, Figure):
                        yield f"{key}/{column}", value
        case Tiles():
            yield from ((tile.key, tile.figure) for tile in one.tiles)
        case Chart():
            for mark in one.marks:
                if mark.is_labelled:
                    yield f"{mark.key}/{one.across}", mark.across
                    yield f"{mark.key}/{one.up}", mark.up
                    yield f"{mark.key}/{one.note}", mark.note
        case Picture():
            pass
