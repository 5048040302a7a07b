"""A tree being written: each file once, its facts kept for what is written later."""

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path

from packager.assemble.canonical import csv_bytes, json_bytes
from packager.assemble.columnar import Split, parquet
from packager.assemble.plotting import png, svg
from packager.assemble.resources import Written, resource
from packager.assemble.sums import sums_document
from packager.assemble.tree import write_new
from packager.domain.package import Resource
from packager.domain.plot import Plot
from packager.domain.recipe import Document


class GrowingTree:
    """An empty folder that becomes a tree.

    Attributes:
        root: the folder.
        written: size and digest of each file, by path.
        splits: Parquet files and what the Hub wants to know of them, by path.
        resources: documents as resources of the package, by path.
    """

    def __init__(self, root: Path) -> None:
        self.root = root
        self.written: dict[str, Written] = {}
        self.splits: dict[str, Split] = {}
        self.resources: dict[str, Resource] = {}

    def add(self, path: str, content: bytes) -> None:
        """Write one file."""
        write_new(self.root / path, content)
        self.written[path] = Written(len(content), sha256(content).hexdigest())

    def add_json(self, path: str, value: Mapping[str, object]) -> None:
        """Write a file of a standard."""
        self.add(path, json_bytes(value))

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
        self.resources[document.path] = resource(document, self.written[document.path])

    def add_plot(self, plot: Plot) -> None:
        """Draw one plot, as SVG and as PNG."""
        picture = svg(plot)
        self.add(f"plots/{plot.name}.svg", picture)
        self.add(f"plots/{plot.name}.png", png(picture))

    def sums(self) -> bytes:
        """Digests of every file so far, as sha256sum checks them."""
        return sums_document({path: one.sha256 for path, one in self.written.items()})
