"""`packager diff`: what is different between two packages, or two vintages of a source."""

import argparse
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from packager.assemble.compare.difference import difference
from packager.assemble.compare.source_side import source_side
from packager.assemble.tree import write_whole
from packager.card.difference_html import difference_html
from packager.card.difference_json import difference_json
from packager.card.difference_markdown import difference_markdown
from packager.card.difference_text import difference_text
from packager.cli.checking import place_at
from packager.cli.diff_sides import CURRENT, Opened, Opener, opened
from packager.cli.project import Project, project_of
from packager.cli.world import World
from packager.config import find_project
from packager.domain.difference import Difference
from packager.domain.errors import ConfigError, IntegrityError, SourceError
from packager.green_tokens.recipe import RECIPE

DIFFERENT = 5
TWO_VINTAGES = "name two, such as `packager diff --source ember 2026-01 2026-04`"


def diff_command(args: argparse.Namespace, world: World) -> int:
    """Compare two sides; 0 when they say the same, 5 when they do not.

    A side that is damaged is an error that asks the person, because 5 is the answer "different".
    """
    page = world.cwd / args.html if args.html else None
    require_folder(page)
    with tempfile.TemporaryDirectory(prefix="packager-diff-") as work:
        world.step(f"comparing {args.old} with {args.new or CURRENT}")
        try:
            found = compared(args, world, Path(work))
        except IntegrityError as error:
            raise SourceError(error.what, where=error.where, mend=error.mend) from error
        except OSError as error:
            raise SourceError(
                f"cannot read or keep it aside: {error.strerror or error}",
                where=str(error.filename or work),
                mend="make room and rights there, then compare again",
            ) from error
        world.clear()
        report(found, page, args, world)
    return 0 if found.is_same else DIFFERENT


def compared(args: argparse.Namespace, world: World, work: Path) -> Difference:
    """The difference between what the words name."""
    if args.source:
        return compared_vintages(project_of(args, world), args)
    words = (args.old, args.new or CURRENT)
    require_two(*words, where=args.old, mend="name two, such as a version and current")
    one, other = sides(args, words, world, work)
    require_two(one.place, other.place, where=one.place, mend="name another version or folder")
    return difference(one.side, other.side, apart=RECIPE.figures_of_change)


def compared_vintages(project: Project, args: argparse.Namespace) -> Difference:
    """The difference between two vintages of a source."""
    if args.new is None:
        raise ConfigError("one vintage alone", where=args.old, mend=TWO_VINTAGES)
    require_two(args.old, args.new, where=f"--source {args.source}", mend=TWO_VINTAGES)
    keys = project.recipe.source_keys.get(args.source, ())
    words = (args.old, args.new)
    old, new = (source_side(project.sources, args.source, word, keys) for word in words)
    return difference(old, new)


def sides(
    args: argparse.Namespace, words: Sequence[str], world: World, work: Path
) -> Iterator[Opened]:
    """What the words name; folders and archives need no project."""
    paths = [world.cwd / word for word in words]
    if all(path.exists() for path in paths) and not (args.settings or find_project(world.cwd)):
        return (opened(place_at(path), word, work) for path, word in zip(paths, words, strict=True))
    mirror = world.cwd / args.mirror if args.mirror else None
    return map(Opener(project_of(args, world), world, work, mirror).open, words)


def require_two(old: str, new: str, *, where: str, mend: str) -> None:
    """Raise ConfigError for a place that is to be compared with itself."""
    if old == new:
        raise ConfigError("the same place twice", where=where, mend=mend)


def require_folder(page: Path | None) -> None:
    """Raise ConfigError, before anything is compared, for a page in a folder that is not there."""
    if page and not page.parent.is_dir():
        raise ConfigError(
            "the page cannot be written: there is no such folder",
            where=str(page.parent),
            mend="make the folder, or name a file in another one",
        )


def report(found: Difference, page: Path | None, args: argparse.Namespace, world: World) -> None:
    """Write the page that was asked for, then print the rest."""
    if page:
        write_page(page, difference_html(found))
        world.tell(f"written: {page}")
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
