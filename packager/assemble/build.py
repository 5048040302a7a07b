"""One snapshot becomes one unsealed tree."""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from hashlib import sha256
from pathlib import Path

from packager.assemble.canonical import csv_bytes, json_bytes, yaml_text
from packager.assemble.changed import changed_documents
from packager.assemble.columnar import Split, parquet
from packager.assemble.resources import Written, package_of, resource
from packager.assemble.standards.citation_cff import citation_cff
from packager.assemble.standards.data_package import descriptor
from packager.assemble.standards.hub_front_matter import front_matter
from packager.assemble.tree import write_once
from packager.card.book import book_of, entry_row
from packager.card.prose import render
from packager.domain.change import Change
from packager.domain.citation import Citation
from packager.domain.errors import ConfigError
from packager.domain.recipe import Document, Material, Recipe, Settings
from packager.domain.release import Identity
from packager.domain.snapshot import Snapshot

CARD = "README.md"
SETTINGS = "settings.toml"


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
    repo_id: str = ""


class Tree:
    """A folder being filled: each file is written once, and its facts are kept."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.written: dict[str, Written] = {}
        self.splits: dict[str, Split] = {}

    def add(self, path: str, content: bytes) -> None:
        """Write one file."""
        write_once(self.root / path, content)
        self.written[path] = Written(len(content), sha256(content).hexdigest())

    def add_document(self, document: Document) -> None:
        """Write one document in the form its suffix names."""
        content, suffix = document.content, document.path.rpartition(".")[2]
        if isinstance(content, Mapping):
            self.add(document.path, json_bytes(content))
        elif suffix == "csv":
            self.add(document.path, csv_bytes(content))
        else:
            self.splits[document.path] = split = parquet(content)
            self.add(document.path, split.content)


def build(ingredients: Ingredients, root: Path) -> Change:
    """Write every document, then every page about them, into an empty folder.

    Nothing prints the size or digest of a file that is written later.

    Returns:
        The release's entry in the change record, with the documents that changed.

    Raises:
        PackagerError: a source, a rule, a setting or a template is wrong.
    """
    recipe, tree = ingredients.recipe, Tree(root)
    settings = read_settings(ingredients.prose)
    material = Material(
        identity=ingredients.identity,
        sources=tuple(row for one in ingredients.snapshot.values() for row in one.ledger),
        changes=(),
        index=recipe.read(ingredients.snapshot, settings),
        repo_id=ingredients.repo_id,
    )
    data = tuple(recipe.documents(material))
    for document in data:
        tree.add_document(document)
    names = changed_documents([one.path for one in data], root, ingredients.previous)
    change = replace(ingredients.stated, documents=names)
    material = replace(material, changes=(change, *ingredients.history))
    listings = tuple(recipe.listings(material, data))
    for document in listings:
        tree.add_document(document)
    add_package(tree, ingredients, material, (*data, *listings))
    add_pages(tree, ingredients, material, settings, (*data, *listings))
    tree.add("SHA256SUMS", sums(tree.written))
    return change


def read_settings(prose: Path) -> Settings:
    """The recipe's settings, numbers with the digits they were typed with."""
    path = prose / SETTINGS
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"), parse_float=Decimal)
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"the settings cannot be read: {error}", where=SETTINGS, mend="mend the file"
        ) from error


def add_package(
    tree: Tree, ingredients: Ingredients, material: Material, documents: Sequence[Document]
) -> None:
    """Write datapackage.json about every document."""
    package = package_of(
        ingredients.recipe.name,
        material,
        ingredients.citation,
        tuple(resource(one, tree.written[one.path]) for one in documents),
        ingredients.recipe.extras(material),
    )
    tree.add("datapackage.json", json_bytes(descriptor(package)))


def add_pages(
    tree: Tree,
    ingredients: Ingredients,
    material: Material,
    settings: Settings,
    documents: Sequence[Document],
) -> None:
    """Write the texts, the citation file, and the book of every figure they printed."""
    recipe, printed = ingredients.recipe, []
    names = (ingredients.prose / "names.txt").read_text(encoding="utf-8").splitlines()
    figures = recipe.figures(material, documents)
    for page in recipe.pages:
        template = (ingredients.prose / page.template).read_text(encoding="utf-8")
        done = render(template, figures[page.template], where=page.template, names=names)
        head = header(tree, ingredients.citation, settings) if page.path == CARD else ""
        tree.add(page.path, (head + done.text).encode())
        printed.append((page.path, done.printed))
    cited = citation_cff(ingredients.citation, ingredients.identity)
    tree.add("CITATION.cff", yaml_text(cited).encode())
    tree.add_document(recipe.book(material, [entry_row(one) for one in book_of(printed)]))


def header(tree: Tree, citation: Citation, settings: Settings) -> str:
    """The Hub's header of the card."""
    extras = settings.get("hub", {})
    if not isinstance(extras, dict):
        raise ConfigError("[hub] is no table", where=SETTINGS, mend="write keys under [hub]")
    return f"---\n{yaml_text(front_matter(citation, tree.splits, extras))}---\n"


def sums(written: Mapping[str, Written]) -> bytes:
    """Digests of every file but this one, as sha256sum checks them."""
    return "".join(f"{written[path].sha256}  {path}\n" for path in sorted(written)).encode()
