"""`packager publish`: a sealed release goes to its places, exactly once."""

import argparse
import shlex
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict

from packager.assemble.inputs import read_change
from packager.cli.hosts import ORDER, hub_target, require_may_publish, targets_named
from packager.cli.making import CHANGE
from packager.cli.project import Project, project_of
from packager.cli.showing import size
from packager.cli.world import World
from packager.domain.errors import ConfigError, PackagerError
from packager.domain.release import Record, Release
from packager.domain.version import Version
from packager.publish.ledger import Ledger
from packager.publish.run import plan, publish
from packager.publish.tag import GitTag, find_tag, tag_seal
from packager.publish.target import Plan, Target

PUBLIC = {"zenodo", "huggingface"}
SAME = "run the same command again"


def publish_command(args: argparse.Namespace, world: World) -> int:
    """Carry a sealed release to its targets; safe to repeat."""
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    release = ledger.release(args.version)
    mirror = world.cwd / args.mirror if args.mirror else None
    require_dry_visit(args)
    targets = targets_named(args.to, project, ledger, world, mirror)
    if args.as_visitor:
        hub = hub_target(project, ledger, world, is_visit=True)
        targets = tuple(hub if one.name == hub.name else one for one in targets)
    if args.dry_run:
        show_plans(plan(release, targets), world, as_json=args.json)
        return 0
    require_may_publish(args.to, world)
    with going_on(typed(args)):
        records, tag = carried(project, ledger, release, targets, world)
    if args.json:
        world.say_json({"records": [asdict(one) for one in records], "git_tag": asdict(tag)})
        return 0
    for one in records:
        world.say("\t".join(filter(None, (one.target, one.version, one.doi, one.url))))
    world.tell(told_tag(tag))
    if any(one.name in PUBLIC for one in targets):
        name = project.config.releases.name
        world.tell(
            f"Commit the records: `git add {name} && git commit -m 'Records of {tag.version}'`"
        )
    return 0


def require_dry_visit(args: argparse.Namespace) -> None:
    """Raise ConfigError if a visitor is to publish."""
    if args.as_visitor and not args.dry_run:
        raise ConfigError(
            "a visitor publishes nothing",
            where="--as-visitor",
            mend="add --dry-run, or leave it out",
        )


def carried(
    project: Project,
    ledger: Ledger,
    release: Release,
    targets: Sequence[Target],
    world: World,
) -> tuple[tuple[Record, ...], GitTag]:
    """Publish to every target, then tag the commit that holds the seal."""
    releases, version = project.config.releases, release.version
    is_public = any(one.name in PUBLIC for one in targets)
    tag = find_tag(releases, version, world.environ) if is_public else untagged(version)
    world.step(f"carrying {version}")
    records = publish(release, targets, ledger)
    world.clear()
    if not (tag.skipped or tag.is_there):
        notes = release_notes(ledger, version)
        tag = tag_seal(releases, version, world.environ, notes=notes)
    return records, tag


@contextmanager
def going_on(command: str) -> Iterator[None]:
    """Let the message of what stops in the block end with the command that goes on."""
    try:
        yield
    except PackagerError as error:
        if SAME in error.mend:
            error.mend = error.mend.replace(SAME, f"run `{command}` again")
        else:
            error.mend = f"{error.mend}; then run `{command}` again"
        raise


def typed(args: argparse.Namespace) -> str:
    """The command as it was typed, each target once, in the order in which they become public."""
    to = [word for name in ORDER if name in args.to for word in ("--to", name)]
    mirror = ["--mirror", str(args.mirror)] if args.mirror else []
    return shlex.join(["packager", "publish", args.version, *to, *mirror])


def release_notes(ledger: Ledger, version: Version) -> str:
    """What changed and why, as the release's own entry says it."""
    change, notices = read_change(ledger.paper(version, CHANGE), f"{version}/{CHANGE}")
    said = [change.summary, change.reason]
    said += [f"{one.version}: {one.kind}. {one.summary}" for one in notices]
    return "\n\n".join(filter(None, said))


def untagged(version: str) -> GitTag:
    """A mirror is no publication, so nothing is tagged."""
    return GitTag(version, skipped="a mirror is no publication")


def told_tag(tag: GitTag) -> str:
    """What became of the git tag, in words."""
    if tag.skipped:
        return f"git tag {tag.version}: skipped, {tag.skipped}"
    return f"git tag {tag.version} on {tag.commit}"


def show_plans(plans: Sequence[Plan], world: World, *, as_json: bool) -> None:
    """What would happen on each target, and what cannot be undone."""
    if as_json:
        world.say_json([asdict(one) for one in plans])
        return
    world.say("\n".join(line for one in plans for line in plan_lines(one)))


def plan_lines(one: Plan) -> Iterator[str]:
    """A plan in words."""
    there = f", published already as {one.record.url}" if one.record else ""
    yield f"{one.target}: {one.version}{there}"
    yield f"  sent     {len(one.sent)} files, {size(one.bytes)}, about {one.calls} calls"
    yield f"  kept     {len(one.kept)} files"
    yield f"  removed  {len(one.removed)} files"
    yield from (f"             {path}" for path in one.removed)
    yield from (f"  final    {sentence}" for sentence in one.irreversible)
    yield from (f"  note     {sentence}" for sentence in one.notes)
