"""Read the words typed, call one verb, turn a deliberate error into a message and a code."""

import argparse
import json
import os
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

from packager import __version__
from packager.cli.naming import loaded
from packager.cli.story import told
from packager.cli.tokens import scrubbed
from packager.cli.verbs import VERBS, Verb
from packager.cli.world import World
from packager.domain.errors import PackagerError

INTERRUPTED = 130
BROKEN_PIPE = 141
CODES = """exit codes: 0 done, 1 ask the person, 2 wrong words typed, 3 try again,
4 already sealed, 5 bytes differ"""


def main(argv: Sequence[str] | None = None, world: World | None = None) -> int:
    """Run one command; the result is the exit code."""
    args = parser().parse_args(argv)
    world = replace(
        world or real_world(quiet=args.quiet),
        as_json=args.json,
        settings=str(args.settings or ""),
    )
    try:
        with told(world):
            return command(args.verb)(args, world)
    except PackagerError as error:
        world.clear()
        tell_error(error, world)
        return error.exit_code
    except KeyboardInterrupt:
        world.clear()
        print("packager: stopped by you; run the same command again", file=world.err)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return BROKEN_PIPE


def tell_error(error: PackagerError, world: World) -> None:
    """What, where and how to mend it, without secrets; as JSON on one line."""
    text = world.completed(f"packager: {error}")
    if world.as_json:
        facts = {name: world.completed(getattr(error, name)) for name in ("what", "where", "mend")}
        text = json.dumps({"event": "error", **facts, "exit_code": error.exit_code})
    print(scrubbed(text, world.environ), file=world.err)


def real_world(*, quiet: bool) -> World:
    """The world outside."""
    return World(
        today=datetime.now(UTC).date(),
        environ=os.environ,
        cwd=Path.cwd(),
        out=sys.stdout,
        err=sys.stderr,
        quiet=quiet,
    )


def command(verb: Verb) -> Callable[[argparse.Namespace, World], int]:
    """Load the function of a verb."""
    function: Callable[[argparse.Namespace, World], int] = loaded(verb.call)
    return function


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    root = argparse.ArgumentParser(
        prog="packager",
        description="Assemble, seal and publish releases of an open data index.",
        epilog=f"example: {VERBS[-2].example}\n\n{CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    root.add_argument("--version", action="version", version=f"packager {__version__}")
    verbs = root.add_subparsers(required=True, metavar="VERB", title="verbs")
    for verb in VERBS:
        add_verb(verbs, verb)
    return root


def add_verb(verbs: "argparse._SubParsersAction[argparse.ArgumentParser]", verb: Verb) -> None:
    """One verb with what it takes and what every verb takes."""
    one = verbs.add_parser(
        verb.name,
        help=verb.summary,
        description=verb.summary[0].upper() + verb.summary[1:] + ".",
        epilog=f"example:\n  {verb.example}\n\n{CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    verb.arguments(one)
    one.add_argument(
        "--json", action="store_true", help="print results as JSON, the story as events"
    )
    one.add_argument("--quiet", action="store_true", help="tell no story, print results only")
    one.add_argument("--settings", type=Path, help="TOML file with the keys of [tool.packager]")
    one.set_defaults(verb=verb)
