"""`packager erratum`, `withdraw` and `supersede`: what is said of a sealed version afterwards."""

import argparse
from collections.abc import Sequence
from dataclasses import asdict

from packager.cli.announcing import HOSTS, announced, say_told
from packager.cli.project import project_of
from packager.cli.world import World
from packager.domain.errors import ConfigError
from packager.domain.version import Version, version_key
from packager.publish.chain import Event, NoticeKind
from packager.publish.ledger import Ledger
from packager.publish.standing import in_force, is_withdrawn

NEXT = "`packager cite` and index.json tell it from now on, the next release's changes.json too."
TELL = "Tell the hosts: `packager announce`"
COMMIT = "Commit the ledger: `git add {name} && git commit -m 'Notice on {version}'`"


def erratum_command(args: argparse.Namespace, world: World) -> int:
    """Say what is wrong in a sealed version."""
    return notice("erratum", args.note, args, world)


def withdraw_command(args: argparse.Namespace, world: World) -> int:
    """Say that a sealed version should not be used any more."""
    return notice("withdraw", args.note, args, world)


def supersede_command(args: argparse.Namespace, world: World) -> int:
    """Say which version to use instead of a sealed one.

    Raises:
        ConfigError: the other one is not later, not sealed, or not in force itself.
    """
    ledger = Ledger(project_of(args, world).config.releases)
    if version_key(args.by) <= version_key(args.version) or args.by not in ledger.versions():
        raise ConfigError(
            f"{args.by} is no sealed version later than {args.version}",
            where="--by",
            mend="name one; `packager ledger show` lists what is sealed",
        )
    require_in_force(ledger.events(), args.by)
    return notice("supersede", f"Use {args.by} instead. {args.note}", args, world)


def require_in_force(events: Sequence[Event], version: Version) -> None:
    """Raise ConfigError for a version that was withdrawn or is superseded itself."""
    latest = in_force(events, version)
    if latest == version and not is_withdrawn(events, version):
        return
    mend = "name a version that is; `packager ledger show` lists what was said of each"
    if not is_withdrawn(events, latest):
        mend = f"name the one to use instead of it: --by {latest}"
    said = "was withdrawn" if latest == version else f"is superseded by {latest}"
    raise ConfigError(f"{version} {said}", where="--by", mend=mend)


def notice(kind: NoticeKind, note: str, args: argparse.Namespace, world: World) -> int:
    """Keep a notice in the ledger; the same again changes nothing, and no sealed byte changes."""
    version, instead = args.version, args.by if kind == "supersede" else ""
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    ledger.add_notice(kind, version, note, instead=instead)
    if not args.json:
        world.say(f"{version}\t{kind}\t{note}")
    told = announced(project, (), world) if args.announce else ()
    if args.json:
        more = {"instead": instead} if instead else {}
        more |= {"told": [asdict(one) for one in told]} if args.announce else {}
        world.say_json({"version": version, "notice": kind, "note": note} | more)
    elif args.announce:
        say_told(told, world)
    world.tell(NEXT)
    if is_on_hosts(ledger.events()) and not args.announce:
        world.tell(TELL)
    world.tell(COMMIT.format(name=project.config.releases.name, version=version))
    return 0


def is_on_hosts(events: Sequence[Event]) -> bool:
    """Whether a host has a release that it can be told of."""
    return any(one.event == "record" and one.target in HOSTS for one in events)
