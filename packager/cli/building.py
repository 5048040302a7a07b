"""`packager build`: a tree to look at, before anything is sealed."""

import argparse
from collections.abc import Mapping
from contextlib import ExitStack

from packager.assemble.judges.run import Case, called
from packager.assemble.tree import paths_of
from packager.cli.checking import heard
from packager.cli.judging import require_clean
from packager.cli.making import fresh, make_new
from packager.cli.project import project_of, wanted_vintages
from packager.cli.world import World
from packager.domain.release import Identity
from packager.domain.version import version_key


def build_command(args: argparse.Namespace, world: World) -> int:
    """Make the tree of a version from the pinned sources; nothing is sealed.

    With --check it is judged where it lies, so that a person can look at what is wrong with it.
    """
    version_key(args.version)
    project = project_of(args, world)
    identity = Identity(args.version, concept_doi=project.config.concept_doi)
    place = world.cwd / args.out if args.out else project.config.dist / args.version
    case = Case(place, project.recipe.agreement, environ=world.environ)
    with ExitStack() as ending:
        panel = ending.enter_context(called(case)) if args.check else None
        world.step(f"building {args.version}")
        with fresh(place) as root:
            made = make_new(project, identity, wanted_vintages(args.source), None, root)
        world.clear()
        if panel:
            require_clean(heard(case, world, panel), where=place)
    if args.json:
        world.say_json({"version": args.version, "tree": str(place), **made.inputs.vintages})
        return 0
    world.tell(f"{args.version} from {named(made.inputs.vintages)}")
    world.say(f"{place}\t{len(paths_of(place))} files")
    return 0


def named(vintages: Mapping[str, str]) -> str:
    """Sources and their vintages in words."""
    return ", ".join(f"{kind} {vintage}" for kind, vintage in vintages.items())
