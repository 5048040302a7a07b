"""What a person can compare: a version, a folder, an archive, a host's copy, or what is next."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from packager.assemble.archive import unpack
from packager.assemble.compare.sides import Side, side_of
from packager.card.plain_text import shown
from packager.cli.checking import Place, place_of
from packager.cli.naming import loaded
from packager.cli.project import Project
from packager.cli.world import World
from packager.publish.ledger import Ledger

CURRENT = "current"
HOSTS = ("zenodo", "huggingface", "directory")
LONGEST = 200
FETCHED, BUILT = "packager.cli.diff_origins:fetched", "packager.cli.diff_origins:built"


@dataclass(frozen=True, slots=True)
class Opened:
    """A side, and what it was opened from: nothing is compared with itself."""

    side: Side
    place: str


@dataclass(frozen=True, slots=True)
class Opener:
    """Opens what words name.

    Attributes:
        project: whose releases they are.
        world: where the command was called.
        work: a folder that goes away; downloads and builds go there.
        mirror: folder of the directory target, None for the project's own.
    """

    project: Project
    world: World
    work: Path
    mirror: Path | None = None

    @property
    def ledger(self) -> Ledger:
        """The memory of releases."""
        return Ledger(self.project.config.releases)

    def open(self, word: str) -> Opened:
        """The side that a word names.

        Raises:
            ConfigError: it names nothing.
            IntegrityError: what it names is damaged.
        """
        host, colon, _ = word.partition(":")
        label = shown(word, LONGEST)
        if colon and host in HOSTS:
            return Opened(side_of(costly(FETCHED)(self, word), label), word)
        if word == CURRENT:
            return Opened(side_of(costly(BUILT)(self, word), "the current sources"), word)
        if word in self.ledger.versions():
            root = Path(self.ledger.release(word).root)
            return Opened(side_of(root, label), str(root.resolve()))
        return opened(place_of(self.project, word, self.world), word, self.work)


def opened(place: Place, word: str, work: Path) -> Opened:
    """A folder, or an archive unpacked into one below `work`."""
    root = place.path
    if not root.is_dir():
        root = work / f"archive-{len(list(work.iterdir()))}"
        unpack(place.path, root)
    return Opened(side_of(root, shown(word, LONGEST)), str(place.path.resolve()))


def costly(name: str) -> Callable[[Opener, str], Path]:
    """What brings the libraries of hosts or of a build in, loaded when a word asks for it."""
    found: Callable[[Opener, str], Path] = loaded(name)
    return found
