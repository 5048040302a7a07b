"""`packager publish`: a sealed release goes to its places, exactly once."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from packager.cli.project import Project, project_of
from packager.cli.world import World
from packager.domain.errors import ConfigError
from packager.domain.release import Record
from packager.publish.ledger import Ledger
from packager.publish.run import plan, publish
from packager.publish.target import Plan, Target
from packager.publish.targets.directory import DirectoryTarget

MIRROR = "mirror"


def publish_command(args: argparse.Namespace, world: World) -> int:
    """Carry a sealed release to its targets; safe to repeat."""
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    release = ledger.release(args.version)
    mirror = world.cwd / args.mirror if args.mirror else own_mirror(project)
    targets = targets_named(args.to, mirror)
    if args.dry_run:
        plans = plan(release, targets)
        if args.json:
            world.say_json([asdict(one) for one in plans])
        else:
            world.say("\n".join(line for one in plans for line in plan_lines(one)))
        return 0
    world.step(f"carrying {release.version}")
    records = publish(release, targets, ledger)
    world.clear()
    if args.json:
        world.say_json([asdict(one) for one in records])
    else:
        world.say("\n".join(f"{one.target}\t{one.version}\t{one.url}" for one in records))
    return 0


def targets_named(names: Sequence[str], mirror: Path) -> tuple[Target, ...]:
    """The targets by name, each once.

    Raises:
        ConfigError: none is named.
    """
    if not names:
        raise ConfigError("no target is named", where="--to", mend="add --to directory")
    known = {"directory": lambda: DirectoryTarget(mirror)}
    return tuple(known[name]() for name in dict.fromkeys(names))


def own_mirror(project: Project) -> Path:
    """The project's own mirror, made when it is first wanted; any other must be there."""
    mirror = project.config.dist / MIRROR
    mirror.mkdir(parents=True, exist_ok=True)
    return mirror


def carry(project: Project, ledger: Ledger, version: str) -> tuple[Plan, Record]:
    """Carry a release to the project's own mirror; the plan says what there was to do."""
    release = ledger.release(version)
    targets = targets_named(["directory"], own_mirror(project))
    (planned,) = plan(release, targets)
    (record,) = publish(release, targets, ledger)
    return planned, record


def plan_lines(one: Plan) -> list[str]:
    """A plan in words."""
    return [
        f"{one.target}: {one.version}",
        f"  sent     {len(one.sent)} files, {one.bytes} bytes, about {one.calls} calls",
        f"  kept     {len(one.kept)} files",
        f"  removed  {len(one.removed)} files",
        *(f"  final    {sentence}" for sentence in one.irreversible),
    ]
