"""What verbs that show, copy and watch sealed releases take on the command line."""

import argparse
from pathlib import Path

from packager.cli.words import version_argument


def watch_arguments(parser: argparse.ArgumentParser) -> None:
    """How far to look, and a report."""
    parser.add_argument("--deep", action="store_true", help="download everything as well")
    parser.add_argument(
        "--markdown",
        nargs="?",
        const="-",
        metavar="FILE",
        help="write a report for an issue, to stdout without a file",
    )


def mirror_arguments(parser: argparse.ArgumentParser) -> None:
    """What is copied, where to, and what proves it."""
    parser.add_argument(
        "versions", nargs="*", metavar="VERSION", help="versions to copy, before the destination"
    )
    parser.add_argument(
        "destination", metavar="DEST", help="a folder, or an address such as s3://bucket/mirror"
    )
    parser.add_argument("--all", action="store_true", help="every version the source has")
    parser.add_argument(
        "--work",
        type=Path,
        default=Path(".mirror-work"),
        help="folder for what is on its way to an address (.mirror-work)",
    )
    origin_arguments(parser)


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    """A version, where it is taken from, and what proves it."""
    version_argument(parser)
    parser.add_argument(
        "--out", type=Path, help="folder for tree and archive (the project's own folders)"
    )
    origin_arguments(parser)


def origin_arguments(parser: argparse.ArgumentParser) -> None:
    """Where copies come from, and what proves them."""
    parser.add_argument(
        "--from",
        action="append",
        default=[],
        dest="origin",
        metavar="HOST",
        help="huggingface[:owner/name], zenodo[:DOI], directory, a path or an address; given"
        " again, both are fetched and every byte is compared",
    )
    parser.add_argument("--sha256", metavar="HEX", help="digest of the archive or of SHA256SUMS")
    parser.add_argument("--unproved", action="store_true", help="keep what nothing proves")
    parser.add_argument("--jobs", type=int, default=4, help="downloads at once (4)")


def pages_arguments(parser: argparse.ArgumentParser) -> None:
    """A sealed version, and where its site goes."""
    parser.add_argument("version", nargs="?", help="version on the pages (the newest sealed one)")
    parser.add_argument("--out", type=Path, help="folder for the site (dist/site)")


def mcp_arguments(parser: argparse.ArgumentParser) -> None:
    """A sealed version, and how it is asked."""
    parser.add_argument(
        "version", nargs="?", help="sealed version to ask (the newest that is not withdrawn)"
    )
    parser.add_argument("--http", action="store_true", help="HTTP on this machine, not stdio")
    parser.add_argument(
        "--port", type=int, help="port for --http (8001); 0 takes a free one and tells it"
    )


def serve_arguments(parser: argparse.ArgumentParser) -> None:
    """What is served, and on which port of this machine."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("folder", nargs="?", type=Path, help="folder of a site (dist/site)")
    what.add_argument(
        "--api", action="store_true", help="serve the sealed releases alone, as the site has them"
    )
    parser.add_argument(
        "--port", type=int, default=8000, help="port of this machine, 0 for a free one (8000)"
    )
