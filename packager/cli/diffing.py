"""`packager diff`: what is different between two packages, or two vintages of a source."""

import argparse
import tempfile
from pathlib import Path

from packager.assemble.compare.difference import difference
from packager.assemble.compare.source_side import source_side
from packager.assemble.tree import write_whole
from packager.card.difference_html import difference_html
from packager.card.difference_json import difference_json
from packager.card.difference_markdown import difference_markdown
from packager.card.difference_text import difference_text
from packager.cli.diff_sides import CURRENT, Opener
from packager.cli.project import Project, project_of
from packager.cli.world import World
from packager.domain.difference import Difference
from packager.domain.errors import ConfigError, IntegrityError, SourceError

DIFFERENT = 5


def diff_command(args: argparse.Namespace, world: World) -> int:
    """Compare two sides; 0 when they say the same, 5 when they do not.

    A side that is damaged is an error that asks the person, because 5 is the answer "different".
    """
    project = project_of(args, world)
    with tempfile.TemporaryDirectory(prefix="packager-diff-") as work:
        world.step(f"comparing {args.old} with {args.new or CURRENT}")
        try:
            found = compared(project, args, world, Path(work))
        except IntegrityError as error:
            raise SourceError(error.what, where=error.where, mend=error.mend) from error
        except OSError as error:
            raise SourceError(
                f"cannot read or keep it aside: {error.strerror or error}",
                where=str(error.filename or work),
                mend="make room and rights there, then compare again",
            ) from error
        world.clear()
        report(found, args, world)
    return 0 if found.is_same else DIFFERENT


def compared(project: Project, args: argparse.Namespace, world: World, work: Path) -> Difference:
    """The difference between what the words name."""
    if args.source:
        keys = project.recipe.source_keys.get(args.source, ())
        words = require_two(args.old, args.new)
        old, new = (source_side(project.sources, args.source, word, keys) for word in words)
        return difference(old, new)
    opener = Opener(project, world, work, world.cwd / args.mirror if args.mirror else None)
    words = require_two(args.old, args.new or CURRENT)
    one, other = map(opener.open, words)
    require_two(one.place, other.place)
    return difference(one.side, other.side, apart=project.recipe.figures_of_change)


def require_two(old: str, new: str | None) -> tuple[str, str]:
    """Raise ConfigError for a place that is to be compared with itself, or with nothing."""
    if new is None or old == new:
        raise ConfigError(
            "the same place twice" if new else "one vintage alone",
            where=old,
            mend="name two, such as `packager diff --source ember 2026-01 2026-04`",
        )
    return old, new


def report(found: Difference, args: argparse.Namespace, world: World) -> None:
    """Write the page that was asked for, then print the rest."""
    if args.html:
        write_page(world.cwd / args.html, difference_html(found))
        world.tell(f"written: {world.cwd / args.html}")
    if args.json:
        world.say_pieces(difference_json(found))
    elif args.markdown:
        world.say_pieces([difference_markdown(found)])
    else:
        world.say_pieces(f"{line}\n" for line in difference_text(found))
        if not found.is_same:
            world.tell(
                "\nAll of it: --json; as a page: --html FILE; for a pull request: --markdown"
            )


def write_page(place: Path, page: str) -> None:
    """Write the page whole, or say why it cannot be.

    Raises:
        ConfigError: the place cannot be written.
    """
    try:
        write_whole(place, page.encode())
    except OSError as error:
        raise ConfigError(
            f"the page cannot be written: {error.strerror or error}",
            where=str(place),
            mend="name a file in a folder that can be written",
        ) from error
