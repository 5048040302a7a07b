"""Parts of a page as HTML: captions, scopes, exact values to sort by."""

from html import escape

from packager.card.chart_html import chart_html
from packager.card.escaping import SCHEMES
from packager.card.parts_markdown import NO_VALUE, Block, is_numeric, reached
from packager.domain.page import Cell, Chart, Code, Link, PageTable, Picture, Tiles
from packager.domain.values import Figure

LONG = 14
"""Letters of a heading that would be broken into many lines over a narrow column."""


def block_html(one: Block, root: str) -> str:
    """A block; `root` leads from the page to the root of the site."""
    match one:
        case PageTable():
            return table_html(one, root)
        case Tiles():
            inner = "".join(
                f"<div><dt>{escape(it.label)}</dt><dd>{escape(str(it.figure))}</dd></div>"
                for it in one.tiles
            )
            return f'<dl class="tiles">{inner}</dl>'
        case Picture():
            place = escape(reached(one.path, root))
            return f'<figure><img src="{place}" alt="{escape(one.alt)}" loading="lazy"></figure>'
        case Chart():
            return chart_html(one)


def table_html(table: PageTable, root: str) -> str:
    """A table in a box of its own that scrolls, so that the page never does sideways."""
    numeric = [is_numeric(table, at) for at in range(len(table.columns))]
    marks = "".join(f' data-filter="{table.columns.index(one)}"' for one in table.filters[:1])
    head = "".join(
        f'<th scope="col"{heading_class(column, number)}>{escape(column)}</th>'
        for column, number in zip(table.columns, numeric, strict=True)
    )
    body = "".join(f"<tr>{row_html(row, numeric, root)}</tr>\n" for row in table.rows)
    caption = escape(table.caption)
    return (
        f'<div class="scroll" role="region" aria-label="{caption}" tabindex="0">'
        f"<table{marks}><caption><span>{caption}</span></caption>\n<thead><tr>{head}</tr></thead>\n"
        f"<tbody>\n{body}</tbody></table></div>"
    )


def heading_class(column: str, is_number: bool) -> str:  # noqa: FBT001  # told by the column
    """Of a heading over numbers, and of a long one."""
    marks = [mark for mark, holds in (("n", is_number), ("w", len(column) > LONG)) if holds]
    return f' class="{" ".join(marks)}"' if marks else ""


def row_html(row: tuple[Cell, ...], numeric: list[bool], root: str) -> str:
    """Cells of a row; the first names it."""
    first = f'<th scope="row">{cell_html(row[0], root)}</th>'
    return first + "".join(
        f"<td{attributes(one, number)}>{cell_html(one, root)}</td>"
        for one, number in zip(row[1:], numeric[1:], strict=True)
    )


def attributes(one: Cell, is_number: bool) -> str:  # noqa: FBT001  # told by the column
    """Class of a number, and the value it is sorted by where the text rounds it."""
    exact = f' data-v="{one.value:.12g}"' if isinstance(one, Figure) else ""
    return f"{' class=n' if is_number else ''}{exact}"


def cell_html(one: Cell, root: str) -> str:
    """One cell."""
    match one:
        case Link() if one.to.startswith(SCHEMES) and not one.to.startswith("//"):
            return f'<a href="{escape(reached(one.to, root))}">{escape(one.text)}</a>'
        case Link() | Code():
            text = escape(one.text)
            return f"<code>{text}</code>" if isinstance(one, Code) else text
        case None:
            return NO_VALUE
        case _:
            return escape(str(one))
