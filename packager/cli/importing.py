"""`packager import`: a publisher's file becomes a pinned source."""

import argparse
import os
import tomllib
from collections.abc import Mapping
from dataclasses import asdict
from difflib import get_close_matches
from pathlib import Path

from packager.assemble.attribution import KNOWN, REQUIRED, STATEMENTS, require_known
from packager.assemble.json_schema import validator
from packager.assemble.pins import PinReport, pin
from packager.cli.world import World
from packager.config import read_config
from packager.domain.errors import ConfigError
from packager.domain.imports import Importer, ImportOptions
from packager.green_tokens.recipe import RECIPE
from packager.green_tokens.sources.cited import import_cited

OWN = ("unit", "partial")
"""Keys of the about file that are about the import, not about the source."""


def import_command(args: argparse.Namespace, world: World) -> int:
    """Read, pin, and say what lies where."""
    config = read_config(world.cwd, args.settings)
    about = stated(args, world.cwd)
    importer = chosen(args)
    options = ImportOptions(
        unit=str(about.pop("unit", "")), judge=validator(RECIPE.contributed_schema())
    )
    partial = about.pop("partial", False)
    if not isinstance(partial, bool):
        raise ConfigError(
            f"partial is {partial!r}", where="about", mend="write partial = true, or leave it out"
        )
    world.step(f"reading {args.source}")
    report = pin(
        importer(Path(os.path.normpath(world.cwd / (args.path or ""))), options),
        kind=args.source,
        vintage=args.vintage,
        about=about,
        partial=partial,
        root=config.releases / "sources",
    )
    world.clear()
    if args.json:
        world.say_json(as_json(report, args))
    else:
        show(report, args, world)
    return 0


def chosen(args: argparse.Namespace) -> Importer:
    """The reader of a source.

    Raises:
        ConfigError: no such source, or a path too many or too few.
    """
    if args.cited:
        if args.path is not None:
            raise ConfigError(
                "a path beside --cited",
                where=str(args.path),
                mend="leave one of the two out: a source that is only cited has no file",
            )
        return import_cited
    if args.source not in RECIPE.importers:
        known = ", ".join(RECIPE.importers)
        near = get_close_matches(args.source, RECIPE.importers, n=1)
        raise ConfigError(
            f"no importer {args.source!r}{f', perhaps {near[0]}' if near else ''}",
            where="SOURCE",
            mend=f"use {known}; or --cited for a source of which no table is kept",
        )
    if args.path is None:
        raise ConfigError(
            "no path", where="PATH", mend="name the publisher's file, or use --cited for none"
        )
    return RECIPE.importers[args.source]


def stated(args: argparse.Namespace, cwd: Path) -> dict[str, object]:
    """What the person says: the about file, and over it the options."""
    about: dict[str, object] = dict(read_about(cwd / args.about)) if args.about else {}
    for key in (*REQUIRED, "unit"):
        if getattr(args, key) is not None:
            about[key] = getattr(args, key)
    for key in STATEMENTS:
        if getattr(args, key):
            about[key] = getattr(args, key)
    if args.partial:
        about["partial"] = True
    return about


def read_about(path: Path) -> Mapping[str, object]:
    """The about file, its dates as text.

    Raises:
        ConfigError: it cannot be read, or holds a key that nothing reads.
    """
    try:
        content = tomllib.loads(path.read_bytes().decode("utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"cannot be read: {error}", where=str(path), mend="give a TOML file in UTF-8"
        ) from error
    require_known(content, (*KNOWN, *OWN), where=str(path))
    return {
        key: value if key in {*OWN, *STATEMENTS, "rows"} else dated(value)
        for key, value in content.items()
    }


def dated(value: object) -> object:
    """A day that was typed without quotes, as text."""
    return value.isoformat() if hasattr(value, "isoformat") else value


def as_json(report: PinReport, args: argparse.Namespace) -> dict[str, object]:
    """The report for a script."""
    return {
        "source": args.source,
        "vintage": args.vintage,
        "folder": str(report.folder),
        "written": report.written,
        "tables": [asdict(table) for table in report.tables],
        "ledger": [row.id for row in report.ledger],
        "remarks": list(report.remarks),
    }


def show(report: PinReport, args: argparse.Namespace, world: World) -> None:
    """The report for a person."""
    for table in report.tables:
        place = report.folder / table.path
        world.say(f"{table.name}\t{table.rows} rows\t{len(table.columns)} columns\t{place}")
    for remark in report.remarks:
        world.tell(f"remark: {remark}")
    for row in report.ledger:
        for name in STATEMENTS:
            for sentence in getattr(row, name):
                world.tell(f"{name}: {row.id}: {sentence}")
    state = "pinned" if report.written else "there already, nothing written"
    kept = "" if report.tables else ", cited only"
    world.tell(f"{args.source} {args.vintage}{kept}: {state}, in {report.folder}")
