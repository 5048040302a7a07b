"""One snapshot becomes one unsealed tree; nothing tells of a file that is written later."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path

from packager.assemble.canonical import yaml_text
from packager.assemble.changed import changed_documents
from packager.assemble.compare.difference import figures_of
from packager.assemble.compare.sides import side_of
from packager.assemble.growing_tree import GrowingTree
from packager.assemble.resources import license_of, package_of
from packager.assemble.standards.bibliography import bibtex
from packager.assemble.standards.citation_cff import citation_cff
from packager.assemble.standards.croissant import croissant
from packager.assemble.standards.data_package import descriptor
from packager.assemble.standards.datacite import datacite
from packager.assemble.standards.hub_front_matter import front_matter, hub_tree
from packager.assemble.standards.ro_crate import ro_crate
from packager.assemble.sums import SUMS
from packager.card.book import Printed, book_of, entry_row
from packager.card.prose import Rendered, render
from packager.domain.change import Change
from packager.domain.citation import Citation, Work
from packager.domain.errors import ConfigError
from packager.domain.plot import Plot
from packager.domain.recipe import Document, Material, Page, Recipe, Settings
from packager.domain.release import Identity
from packager.domain.snapshot import Snapshot

CARD = "README.md"
SETTINGS = "settings.toml"
NAMES = "names.txt"


@dataclass(frozen=True, slots=True)
class Ingredients:
    """All that decides the bytes of a release.

    Attributes:
        recipe: the index.
        identity: version, date, DOIs.
        snapshot: one vintage of each source, digests proved.
        prose: folder of templates, settings and names.
        citation: the hand-kept part of the citation.
        stated: this release's entry in the change record, as a person states it.
        history: entries of earlier releases, newest first.
        previous: tree of the release before, if there is one.
        previous_doi: DOI of that release, "" for none.
        repo_id: repository on the Hub that the texts name, "" for none.
    """

    recipe: Recipe
    identity: Identity
    snapshot: Snapshot
    prose: Path
    citation: Citation
    stated: Change
    history: tuple[Change, ...] = ()
    previous: Path | None = None
    previous_doi: str = ""
    repo_id: str = ""

    @property
    def work(self) -> Work:
        """The release as the world cites it."""
        return Work(
            citation=self.citation,
            identity=self.identity,
            rights=license_of(self.citation),
            sources=tuple(row for one in self.snapshot.values() for row in one.ledger),
            repository=hub_tree(self.repo_id, self.identity.version),
            previous_doi=self.previous_doi,
        )


def build(ingredients: Ingredients, root: Path) -> Change:
    """Write a release into an empty folder.

    The order: data documents; their difference from the release before; documents about them;
    plots; package; Croissant and DataCite; texts and citation; figures; RO-Crate; digests.

    Returns:
        The release's entry in the change record, with the documents that changed.

    Raises:
        PackagerError: a source, a rule, a setting or a template is wrong.
    """
    recipe, tree, work = ingredients.recipe, GrowingTree(root), ingredients.work
    settings = read_settings(ingredients.prose)
    material, documents = add_documents(tree, ingredients, settings)
    plots = [one for one in recipe.plots(material) if isinstance(one, Plot)]
    for plot in plots:
        tree.add_plot(plot)
    add_standards(tree, ingredients, material)
    texts = recipe.figures(material, documents, plots)
    printed = [*add_texts(tree, ingredients, texts, settings)]
    printed += [(f"plots/{one.name}.svg", one.figures) for one in plots]
    tree.add_document(recipe.book(material, [entry_row(one) for one in book_of(printed)]))
    tree.add_json("ro-crate-metadata.json", ro_crate(work, tree.written, tree.resources))
    tree.add(SUMS, tree.sums())
    return material.changes[0]


def add_documents(
    tree: GrowingTree, ingredients: Ingredients, settings: Settings
) -> tuple[Material, tuple[Document, ...]]:
    """Write data documents, find which of them changed, and write the documents about them."""
    recipe, work = ingredients.recipe, ingredients.work
    material = Material(
        identity=ingredients.identity,
        sources=work.sources,
        changes=(),
        index=recipe.read(ingredients.snapshot, settings),
        repo_id=ingredients.repo_id,
        bibtex=bibtex(work).rstrip("\n"),
    )
    data = tuple(recipe.documents(material))
    for document in data:
        tree.add_document(document)
    names = changed_documents([one.path for one in data], tree.root, ingredients.previous)
    material = changed_by(replace(ingredients.stated, documents=names), ingredients, material)
    change = replace(material.changes[0], figures=moved(ingredients, material, data))
    material = changed_by(change, ingredients, material)
    listings = tuple(recipe.listings(material, data))
    for document in listings:
        tree.add_document(document)
    return material, (*data, *listings)


def changed_by(change: Change, ingredients: Ingredients, material: Material) -> Material:
    """The material with this entry before those of earlier releases."""
    return replace(material, changes=(change, *ingredients.history))


def moved(
    ingredients: Ingredients, material: Material, data: Sequence[Document]
) -> tuple[str, ...]:
    """Figures that the release before prints otherwise, by name.

    They are found before the change record is written, so those that tell of the record itself
    are left out.
    """
    if ingredients.previous is None:
        return ()
    recipe = ingredients.recipe
    before = figures_of(side_of(ingredients.previous, "the release before"))
    plots = [one for one in recipe.plots(material) if isinstance(one, Plot)]
    texts = recipe.figures(material, (*data, *recipe.listings(material, data)), plots)
    pages = [(page.path, done.printed) for page, done in pages_of(ingredients, texts)]
    book = book_of([*pages, *((one.name, one.figures) for one in plots)])
    now = {entry.name: str(entry.figure) for entry in book}
    names = (before.keys() & now.keys()) - set(recipe.figures_of_change)
    return tuple(sorted(name for name in names if before[name] != now[name]))


def pages_of(
    ingredients: Ingredients, texts: Mapping[str, object]
) -> Iterator[tuple[Page, Rendered]]:
    """Every text of the release, with its figures in it."""
    names: Sequence[str] = read_prose(ingredients.prose, NAMES).splitlines()
    for page in ingredients.recipe.pages:
        template = read_prose(ingredients.prose, page.template)
        yield page, render(template, texts[page.template], where=page.template, names=names)


def read_settings(prose: Path) -> Settings:
    """The recipe's settings, numbers with the digits they were typed with."""
    try:
        return tomllib.loads(read_prose(prose, SETTINGS), parse_float=Decimal)
    except ValueError as error:
        raise ConfigError(
            f"the settings cannot be read: {error}", where=SETTINGS, mend="mend the file"
        ) from error


def read_prose(prose: Path, name: str) -> str:
    """A text of the prose.

    Raises:
        ConfigError: it is not there, or no UTF-8.
    """
    try:
        return (prose / name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(
            f"{name} cannot be read: {error}", where=str(prose), mend="put it there, as UTF-8"
        ) from error


def add_standards(tree: GrowingTree, ingredients: Ingredients, material: Material) -> None:
    """Write what standards say of the documents: package, Croissant, DataCite."""
    resources, work = tuple(tree.resources.values()), ingredients.work
    package = package_of(
        ingredients.recipe.name,
        material,
        ingredients.citation,
        resources,
        ingredients.recipe.extras(material),
    )
    tree.add_json("datapackage.json", descriptor(package))
    tree.add_json("croissant.json", croissant(work, resources))
    tree.add_json("datacite.json", datacite(work))


def add_texts(
    tree: GrowingTree, ingredients: Ingredients, texts: Mapping[str, object], settings: Settings
) -> Iterator[Printed]:
    """Write the texts and the citation file; yield the figures that each printed."""
    for page, done in pages_of(ingredients, texts):
        head = header(tree, ingredients.citation, settings) if page.path == CARD else ""
        tree.add(page.path, (head + done.text).encode())
        yield page.path, done.printed
    cited = citation_cff(ingredients.citation, ingredients.identity)
    tree.add("CITATION.cff", yaml_text(cited).encode())


def header(tree: GrowingTree, citation: Citation, settings: Settings) -> str:
    """The Hub's header of the card."""
    extras = settings.get("hub", {})
    if not isinstance(extras, dict):
        raise ConfigError("[hub] is no table", where=SETTINGS, mend="write keys under [hub]")
    return f"---\n{yaml_text(front_matter(citation, tree.splits, extras))}---\n"
