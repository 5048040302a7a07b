"""What each verb takes: flags and words, and the line of help of each."""

import argparse
from pathlib import Path


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
    since_argument(parser)


def since_argument(parser: argparse.ArgumentParser) -> None:
    """The commit that a ledger has to follow from."""
    parser.add_argument(
        "--since",
        metavar="REVISION",
        help="the ledger is that of this commit with lines added (the newest commit)",
    )


def diff_arguments(parser: argparse.ArgumentParser) -> None:
    """Two places, or two vintages of a source, and the forms of the answer."""
    places = "a version, folder or archive; current; or zenodo:, huggingface: or directory:VERSION"
    parser.add_argument("old", help=places)
    parser.add_argument(
        "new", nargs="?", help="the same (current: what the sources would make now)"
    )
    parser.add_argument("--source", metavar="KIND", help="compare two vintages of this source")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a page as well")
    parser.add_argument("--markdown", action="store_true", help="print it for a pull request")
    parser.add_argument("--mirror", type=Path, help="folder of the directory target (dist/mirror)")


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
    parser.add_argument(
        "--as-visitor",
        action="store_true",
        help="with --dry-run: look at the Hub without a token; whether one may write is not asked",
    )


def reserve_arguments(parser: argparse.ArgumentParser) -> None:
    """A version to be named."""
    version_argument(parser)
    parser.add_argument("--first", action="store_true", help="begin a new series on Zenodo")


def abandon_arguments(parser: argparse.ArgumentParser) -> None:
    """A reserved version to be given up."""
    version_argument(parser)
    parser.add_argument("--note", required=True, help="why, for the ledger")


def notice_arguments(parser: argparse.ArgumentParser) -> None:
    """A sealed version, and what is to be said of it."""
    version_argument(parser)
    parser.add_argument("--note", required=True, help="what readers should know, one sentence")
    parser.add_argument(
        "--announce", action="store_true", help="tell the hosts at once, as `packager announce`"
    )


def announce_arguments(parser: argparse.ArgumentParser) -> None:
    """Who is told, and whether for good."""
    parser.add_argument(
        "--to",
        action="append",
        default=[],
        choices=["zenodo", "huggingface"],
        help="tell this host alone; may be given again (every host that has a release)",
    )
    parser.add_argument(
        "--dry-run", action="store_true", help="say what would be told; needs no token"
    )


def supersede_arguments(parser: argparse.ArgumentParser) -> None:
    """A sealed version, and the one to use instead."""
    notice_arguments(parser)
    parser.add_argument("--by", required=True, help="the sealed version to use instead")


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
    since_argument(parser)


def rehearse_arguments(parser: argparse.ArgumentParser) -> None:
    """A version to play, and what goes wrong."""
    parser.add_argument("version", nargs="?", help="version to play, such as 2026-12-31")
    parser.add_argument("--fault", metavar="CALL:KIND", help="what goes wrong, once; see --list")
    parser.add_argument("--list", action="store_true", help="print the names of all faults")
