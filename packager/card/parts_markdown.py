"""Parts of a page as Markdown."""

from packager.card.escaping import code, escaped, link
from packager.domain.page import Cell, Chart, Code, Link, Mark, PageTable, Picture, Tiles
from packager.domain.values import Figure

NO_VALUE = "–"
Block = PageTable | Tiles | Picture | Chart


def cell_markdown(one: Cell) -> str:
    """One cell; in a table a bar inside code needs a stroke of its own."""
    match one:
        case Link():
            return link(one)
        case Code():
            return code(one).replace("|", "\\|")
        case Figure():
            return str(one)
        case str():
            return escaped(one)
        case None:
            return NO_VALUE


def block_markdown(one: Block, root: str) -> str:
    """A table below its caption, tiles as a list, a picture, a chart in words."""
    match one:
        case PageTable():
            return table_markdown(one)
        case Tiles():
            return "\n".join(f"- **{it.figure}** {escaped(it.label)}" for it in one.tiles)
        case Picture():
            return f"![{escaped(one.alt)}]({reached(one.path, root)})"
        case Chart():
            return escaped(in_words(one))


def in_words(chart: Chart) -> str:
    """A chart for those who do not see it: its points, those that are labelled."""
    said = "; ".join(mark_words(one, chart) for one in chart.marks if one.is_labelled)
    return f"{chart.title}. {chart.up} by {chart.across.lower()}: {said}."


def mark_words(one: Mark, chart: Chart) -> str:
    """One point, and what it is unless that goes without saying."""
    what = "" if one.kind == chart.plain else f" ({one.kind})"
    return f"{chart.note} {one.note}: {one.up} at {one.across}{what}"


def reached(to: str, root: str) -> str:
    """An address as the page writes it: relative within the site."""
    return (root + to[1:] or "./") if to.startswith("/") else to


def table_markdown(table: PageTable) -> str:
    """Caption in emphasis, then the table; numbers stand to the right."""
    rules = ["---:" if is_numeric(table, at) else "---" for at in range(len(table.columns))]
    lines = [
        [escaped(column) for column in table.columns],
        rules,
        *([cell_markdown(one) for one in row] for row in table.rows),
    ]
    return f"*{escaped(table.caption)}*\n\n" + "\n".join(f"| {' | '.join(it)} |" for it in lines)


def is_numeric(table: PageTable, at: int) -> bool:
    """Whether a column holds figures."""
    return any(isinstance(row[at], Figure) for row in table.rows)
