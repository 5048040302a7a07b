"""A project of its own: this repository's prose and sources, and a memory that is empty."""

import io
import shutil
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

from packager.cli.main import main
from packager.cli.world import World

ROOT = Path(__file__).resolve().parents[2]
PARTS = ("pyproject.toml", "requirements.lock", "CITATION.cff", "dataset_card")


@dataclass(frozen=True, slots=True)
class Said:
    """What a command printed, and its exit code."""

    code: int
    out: str
    err: str


@dataclass(frozen=True, slots=True)
class FakeProject:
    """A folder in which commands are called as a person calls them."""

    root: Path
    environ: dict[str, str] = field(default_factory=dict)

    def call(self, *words: str) -> Said:
        """Call the command line in this folder."""
        out, err = io.StringIO(), io.StringIO()
        world = World(today=date(2001, 1, 1), environ=self.environ, cwd=self.root, out=out, err=err)
        return Said(main(words, world), out.getvalue(), err.getvalue())

    @property
    def releases(self) -> Path:
        """The memory."""
        return self.root / "releases"


def new_project(root: Path) -> FakeProject:
    """A project without a release yet."""
    root.mkdir(parents=True)
    for part in PARTS:
        copy(ROOT / part, root / part)
    copy(ROOT / "releases" / "sources", root / "releases" / "sources")
    return FakeProject(root)


def copy(source: Path, place: Path) -> None:
    """Copy a file or a folder."""
    place.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, place)
    else:
        shutil.copyfile(source, place)


def contents(root: Path) -> dict[str, bytes]:
    """Every file below a folder."""
    return {
        path.relative_to(root).as_posix(): path.read_bytes()
        for path in sorted(root.rglob("*"))
        if path.is_file()
    }
