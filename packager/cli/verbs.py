"""Every verb: what it is called, what it does, where it lives, what it takes.

Nothing heavy is imported here: the module of a verb is loaded when the verb is called.
"""

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Arguments = Callable[[argparse.ArgumentParser], None]


@dataclass(frozen=True, slots=True)
class Verb:
    """One command.

    Attributes:
        name: as typed.
        summary: one line for the list.
        example: a call that works, and what it does.
        call: "module:function", loaded when called.
        arguments: adds what it takes to its parser.
    """

    name: str
    summary: str
    example: str
    call: str
    arguments: Arguments


def import_arguments(parser: argparse.ArgumentParser) -> None:
    """A publisher's file, and what a person must state about it."""
    parser.add_argument("source", help="kind of source, such as ml-energy or ember")
    parser.add_argument("path", nargs="?", type=Path, help="the publisher's file or folder")
    parser.add_argument("--vintage", required=True, help="name of this state, such as 2026-02-16")
    parser.add_argument("--about", type=Path, help="TOML file with the keys of the options below")
    for key in ("title", "publisher", "version", "retrieved", "rights", "citation", "url", "unit"):
        parser.add_argument(f"--{key}", help=f"{key} of the source, as you would cite it")
    for key in ("inferred", "unverified"):
        parser.add_argument(f"--{key}", action="append", help=f"a statement that is {key}")
    parser.add_argument("--partial", action="store_true", help="rows are missing from this vintage")
    parser.add_argument("--cited", action="store_true", help="cite only: no table is kept")


def version_argument(parser: argparse.ArgumentParser) -> None:
    """The release that is meant."""
    parser.add_argument("version", help="version of the data, an ISO date such as 2026-11-30")


def source_arguments(parser: argparse.ArgumentParser) -> None:
    """Which pinned vintages a build reads."""
    parser.add_argument(
        "--source",
        action="append",
        default=[],
        metavar="KIND=VINTAGE",
        help="take this vintage, not the newest complete one; may be given again",
    )


def build_arguments(parser: argparse.ArgumentParser) -> None:
    """A version, its sources, and where the tree goes."""
    version_argument(parser)
    source_arguments(parser)
    parser.add_argument("--out", type=Path, help="folder for the tree (dist/VERSION)")
    parser.add_argument("--check", action="store_true", help="judge the tree as well")


def check_arguments(parser: argparse.ArgumentParser) -> None:
    """What is judged."""
    parser.add_argument(
        "place", nargs="?", help="a version, a folder or an archive (the newest version)"
    )
    parser.add_argument("--ledger", action="store_true", help="judge the memory: every sealed byte")
    parser.add_argument("--fast", action="store_true", help="leave out the readers of others")


def cite_arguments(parser: argparse.ArgumentParser) -> None:
    """A version and a form."""
    version_argument(parser)
    parser.add_argument(
        "--format",
        choices=["bibtex", "apa", "ris", "csl-json", "cff", "datacite"],
        default="bibtex",
        help="form of the citation (bibtex)",
    )


def cut_arguments(parser: argparse.ArgumentParser) -> None:
    """A version and its sources; the day is the version's."""
    version_argument(parser)
    source_arguments(parser)


def rebuild_arguments(parser: argparse.ArgumentParser) -> None:
    """A sealed version, built again."""
    version_argument(parser)
    parser.add_argument("--compare", action="store_true", help="prove the tree equal to its seal")
    parser.add_argument("--out", type=Path, help="folder for the tree (dist/VERSION)")


def publish_arguments(parser: argparse.ArgumentParser) -> None:
    """A sealed version and the places it goes to."""
    version_argument(parser)
    parser.add_argument(
        "--to",
        action="append",
        default=[],
        choices=["zenodo", "huggingface", "directory"],
        help="where it goes; may be given again",
    )
    parser.add_argument("--mirror", type=Path, help="folder of the directory target (dist/mirror)")
    parser.add_argument("--dry-run", action="store_true", help="print the plan, change nothing")


def reserve_arguments(parser: argparse.ArgumentParser) -> None:
    """A version to be named."""
    version_argument(parser)
    parser.add_argument("--first", action="store_true", help="begin a new series on Zenodo")


def abandon_arguments(parser: argparse.ArgumentParser) -> None:
    """A reserved version to be given up."""
    version_argument(parser)
    parser.add_argument("--note", required=True, help="why, for the ledger")


def verify_arguments(parser: argparse.ArgumentParser) -> None:
    """A published version."""
    version_argument(parser)
    parser.add_argument("--deep", action="store_true", help="download everything, load every table")


def status_arguments(parser: argparse.ArgumentParser) -> None:
    """How far to look."""
    parser.add_argument(
        "--offline", action="store_true", help="say what the ledger knows, ask none"
    )


def release_arguments(parser: argparse.ArgumentParser) -> None:
    """The whole road."""
    parser.add_argument("--version", help="cut this new version first (newest sealed one)")
    source_arguments(parser)


def ledger_arguments(parser: argparse.ArgumentParser) -> None:
    """What is done with the memory."""
    parser.add_argument(
        "action",
        choices=["show", "verify", "relay"],
        help="show events; prove every digest; cut every version anew while none is published",
    )


VERBS = (
    Verb(
        "import",
        "read a publisher's file into a pinned source table",
        "packager import ember yearly.csv --vintage 2026-10 --about ember.toml",
        "packager.cli.importing:import_command",
        import_arguments,
    ),
    Verb(
        "build",
        "make the tree of a version from the pinned sources",
        "packager build 2026-11-30 --source ember=2026-01 --out preview",
        "packager.cli.building:build_command",
        build_arguments,
    ),
    Verb(
        "check",
        "judge a tree, an archive or the ledger",
        "packager check dist/2026-11-30",
        "packager.cli.checking:check_command",
        check_arguments,
    ),
    Verb(
        "cite",
        "print how to cite a sealed version",
        "packager cite 2026-11-30 --format apa",
        "packager.cli.citing:cite_command",
        cite_arguments,
    ),
    Verb(
        "reserve",
        "name a version and reserve its DOI, before a byte of it is written",
        "packager reserve 2026-12-31",
        "packager.cli.reserving:reserve_command",
        reserve_arguments,
    ),
    Verb(
        "abandon",
        "give a reserved version up; its name is not used again",
        "packager abandon 2026-12-31 --note 'The source was withdrawn.'",
        "packager.cli.reserving:abandon_command",
        abandon_arguments,
    ),
    Verb(
        "cut",
        "build, judge and seal a version; afterwards nothing in it changes",
        "packager cut 2026-11-30",
        "packager.cli.sealing:cut_command",
        cut_arguments,
    ),
    Verb(
        "rebuild",
        "build a sealed version again and prove it equal",
        "packager rebuild 2026-11-30 --compare",
        "packager.cli.sealing:rebuild_command",
        rebuild_arguments,
    ),
    Verb(
        "publish",
        "carry a sealed version to its places, exactly once",
        "packager publish 2026-12-31 --to zenodo --to huggingface --dry-run",
        "packager.cli.carrying:publish_command",
        publish_arguments,
    ),
    Verb(
        "verify",
        "read back what the public gets of a version, and compare it with the seal",
        "packager verify 2026-12-31 --deep",
        "packager.cli.verifying:verify_command",
        verify_arguments,
    ),
    Verb(
        "status",
        "every release on every host, one line each",
        "packager status",
        "packager.cli.verifying:status_command",
        status_arguments,
    ),
    Verb(
        "release",
        "the whole road: build, prove, carry to a directory, load back, show",
        "packager release --version 2026-12-01 --source ember=2026-04",
        "packager.cli.releasing:release_command",
        release_arguments,
    ),
    Verb(
        "ledger",
        "show, verify or relay the memory of releases",
        "packager ledger verify",
        "packager.cli.sealing:ledger_command",
        ledger_arguments,
    ),
)
