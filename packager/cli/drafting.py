"""`packager draft`: what differs from the newest release, written down for a person to explain."""

import argparse
import tempfile
from pathlib import Path

from packager.assemble.explained import draft
from packager.assemble.tree import write_whole
from packager.cli.explaining import compared
from packager.cli.making import NEXT, make_new
from packager.cli.project import project_of, wanted_vintages
from packager.cli.sealing import newest
from packager.cli.world import World
from packager.domain.errors import ConfigError
from packager.domain.release import Identity
from packager.publish.chain import later_than
from packager.publish.ledger import Ledger

NAME = "draft.toml"


def draft_command(args: argparse.Namespace, world: World) -> int:
    """Build what would be cut now, and draft the fragment that explains it.

    Raises:
        ConfigError: there is no release to differ from, or a draft is there already.
    """
    project = project_of(args, world)
    past = newest(project, Ledger(project.config.releases))
    place = project.config.releases / NEXT / NAME
    if past is None:
        raise ConfigError(
            "nothing is sealed yet, so nothing has changed",
            where=str(project.config.releases),
            mend="cut a first version, such as `packager cut 2026-11-30`",
        )
    if place.exists():
        raise ConfigError(
            "a draft is there already", where=str(place), mend="finish it, rename it, or remove it"
        )
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder) / "tree"
        world.step("building what would be cut")
        identity = Identity(later_than(past.version))
        made = make_new(project, identity, wanted_vintages(args.source), past, tree)
        found, sources, said = compared(project, past, tree, made)
    world.clear()
    if found.is_same:
        world.say(f"nothing differs from {past.version}")
        return 0
    text = draft(found, sources, said)
    write_whole(place, text.encode())
    world.say(f"{place}\n\n{text}".rstrip())
    world.tell("Say what changed and why in it; then cut.")
    return 0
