"""What an index must bring: a record of functions, and the values they pass."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from packager.domain.answer import Notice, Speaker, Tool
from packager.domain.change import Change
from packager.domain.difference import Difference
from packager.domain.finding import Finding
from packager.domain.imports import Importer
from packager.domain.plot import Plot, SkippedPlot
from packager.domain.release import Identity
from packager.domain.snapshot import Snapshot, Source
from packager.domain.table import Table
from packager.domain.version import Version

Settings = Mapping[str, object]
"""The recipe's own settings, as its TOML file says them."""

Agreement = Callable[[Mapping[str, object]], Sequence[Finding]]
"""JSON documents of a tree by path, strictly read, to the rules of the index they break."""


@dataclass(frozen=True, slots=True)
class Document:
    """One data document of a release before it is bytes.

    Attributes:
        path: path within the tree; its suffix decides how it is written.
        title: a few words, for manifest and package.
        description: one sentence.
        content: a table for .csv and .parquet, anything JSON can say for .json.
        table: the table whose fields describe the rows, where the document has rows.
        sources: ids in the sources ledger.
    """

    path: str
    title: str
    description: str
    content: Table | Mapping[str, object]
    table: Table | None = None
    sources: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A text whose every number is a figure: template, and the figures it prints."""

    path: str
    template: str


@dataclass(frozen=True, slots=True)
class Headline:
    """What a person wants to see of a release first.

    Attributes:
        title: name of the index.
        path: CSV table that is ranked, in its order.
        config: Hub config that holds the same rows.
        label: columns that name a row.
        value: column that ranks it.
        unit: unit of that column, short.
    """

    title: str
    path: str
    config: str
    label: tuple[str, ...]
    value: str
    unit: str


@dataclass(frozen=True, slots=True)
class Material:
    """All that the documents of a release are made from.

    Attributes:
        identity: version, date and DOIs.
        sources: the sources ledger, in the order of the manifest.
        changes: the change record, newest first.
        index: what the recipe read from the snapshot.
        repo_id: repository on the Hub, "owner/name"; "" for none.
        bibtex: the release as a BibTeX entry.
    """

    identity: Identity
    sources: tuple[Source, ...]
    changes: tuple[Change, ...]
    index: object
    repo_id: str = ""
    bibtex: str = ""


@dataclass(frozen=True, slots=True)
class Dialogue:
    """What a program may ask a sealed release, and how it is answered.

    Attributes:
        tools: the questions; each answer is headed by what the speaker says.
        instructions: how to use them, for the program that asks.
    """

    tools: Callable[[Material, Speaker], Sequence[Tool]]
    instructions: str


@dataclass(frozen=True, slots=True)
class Shown:
    """One sealed release as the site shows it."""

    identity: Identity
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class SiteMaterial:
    """All that the pages of the site are made from.

    Attributes:
        material: what the release on the pages was made of.
        releases: every sealed release, newest first.
        difference: an older and a newer version of them to how they differ.
    """

    material: Material
    releases: tuple[Shown, ...]
    difference: Callable[[Version, Version], Difference]

    def of(self, version: Version) -> Shown:
        """The release of a version."""
        return next(one for one in self.releases if one.identity.version == version)


@dataclass(frozen=True, slots=True)
class Recipe:
    """An index, to the engine: a record of functions, not a class to inherit from.

    Attributes:
        name: short name; the package's.
        importers: by source kind, how a publisher's file becomes source tables.
        required: source kinds a build cannot do without.
        read: pinned sources and settings to the recipe's own index value.
        documents: data documents, in the order they are written.
        listings: documents about the documents, which come first: changes, manifest, API.
        plots: pictures of the index; one that cannot be drawn says why.
        figures: by template name, the figures of that page (a frozen dataclass).
        extras: members of the package beyond the standard's, such as the unit.
        pages: texts of the tree, in the order they are written.
        book: figures.json, from the rows of every printed figure.
        contributed_schema: JSON Schema that contributed files must meet.
        agreement: proves the rules of the index anew from the finished documents.
        headline: what is shown of a release first.
        source_keys: by source kind, columns that tell the rows of its tables apart; of several
            keys, the first whose columns a table has.
        figures_of_change: names of figures that tell of the change itself; two releases are not
            compared by them.
        published: JSON documents of a sealed tree and settings to what the release was made of.
        dialogue: name, "module:name", of the Dialogue that programs have with a release; "" where
            nothing is prepared for them. Only `packager mcp` loads it.
        site: name of a function from SiteMaterial to the pages of the site in the order they are
            written, one at a time; "" for none. Only `packager pages` loads it.
    """

    name: str
    importers: Mapping[str, Importer]
    required: tuple[str, ...]
    read: Callable[[Snapshot, Settings], object]
    documents: Callable[[Material], Sequence[Document]]
    listings: Callable[[Material, Sequence[Document]], Sequence[Document]]
    plots: Callable[[Material], Sequence[Plot | SkippedPlot]]
    figures: Callable[[Material, Sequence[Document], Sequence[Plot]], Mapping[str, object]]
    extras: Callable[[Material], Mapping[str, object]]
    pages: tuple[Page, ...]
    book: Callable[[Material, Sequence[Mapping[str, object]]], Document]
    contributed_schema: Callable[[], Mapping[str, object]]
    agreement: Agreement
    headline: Headline
    source_keys: Mapping[str, tuple[tuple[str, ...], ...]] = field(default_factory=dict)
    figures_of_change: tuple[str, ...] = ()
    published: Callable[[Mapping[str, object], Settings], Material] | None = None
    dialogue: str = ""
    site: str = ""
