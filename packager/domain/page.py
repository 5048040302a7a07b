"""A page of the site before it is text: what it says, where it lies, what it is made of."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from packager.domain.values import Figure


@dataclass(frozen=True, slots=True)
class Link:
    """Words that lead somewhere.

    Attributes:
        text: the words; of others, so nothing in them is markup.
        to: a page of the site as "/compare/", or a whole address.
    """

    text: str
    to: str


@dataclass(frozen=True, slots=True)
class Code:
    """Text that is read letter by letter: a row id, a file name."""

    text: str


Cell = str | Figure | Link | Code | None


@dataclass(frozen=True, slots=True)
class PageTable:
    """A table that every reader can use: it says what it is, and which cell names its row.

    Attributes:
        caption: what the rows are.
        columns: headings; the first column names the row.
        keys: a short name for each row, by which its figures are known.
        rows: cells, a row as long as the columns; None where there is no value.
        filters: columns whose values a reader may choose among.
    """

    caption: str
    columns: tuple[str, ...]
    keys: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    filters: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure to be seen at once, with what it is."""

    key: str
    figure: Figure
    label: str


@dataclass(frozen=True, slots=True)
class Tiles:
    """The figures of a page that matter most."""

    tiles: tuple[Tile, ...]


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot as a page shows it.

    Attributes:
        path: of the file, from the page's own folder or, with a slash before it, from the root.
        alt: the picture in words.
    """

    path: str
    alt: str


@dataclass(frozen=True, slots=True)
class Mark:
    """One point of a chart.

    Attributes:
        key: a short name, by which its figures are known.
        across: its place from left to right.
        up: its place from bottom to top.
        kind: what it is, as the legend says it.
        note: a second figure of it, such as a setting.
        is_labelled: whether its figures stand beside it.
    """

    key: str
    across: Figure
    up: Figure
    kind: str
    note: Figure
    is_labelled: bool


@dataclass(frozen=True, slots=True)
class Chart:
    """A small picture that a page draws itself: points on a line, both scales logarithmic.

    Attributes:
        name: of its own on the page.
        title: what it shows.
        across: what goes from left to right.
        up: what goes from bottom to top.
        note: what the second figure of a point is called.
        kinds: what the legend explains, in its order.
        plain: the kind that goes without saying.
        marks: from left to right.
    """

    name: str
    title: str
    across: str
    up: str
    note: str
    kinds: tuple[str, ...]
    plain: str
    marks: tuple[Mark, ...]


@dataclass(frozen=True, slots=True)
class SitePage:
    """One page of the site.

    Attributes:
        address: folder below the root, "compare/a-vs-b"; "" is the home page.
        template: file below the site's prose.
        label: what it is called on the way to it.
        figures: a frozen dataclass whose fields are the names of the template.
        trail: pages above it, from the second level down.
        data: documents of the release that it shows.
        files: texts of its own, written beside it: name and content.
        told: figures that pictures on it print, by the picture's path from the root.
        shares_names: its figures are known by the names they have in the release; on any other
            page a name begins with the address.
    """

    address: str
    template: str
    label: str
    figures: object
    trail: tuple[Link, ...] = ()
    data: tuple[str, ...] = ()
    files: tuple[tuple[str, str], ...] = ()
    told: Mapping[str, Mapping[str, Figure]] = field(default_factory=dict)
    shares_names: bool = False
