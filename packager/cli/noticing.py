"""`packager erratum`, `withdraw` and `supersede`: what is said of a sealed version afterwards."""

import argparse
from collections.abc import Mapping
from dataclasses import replace

from packager.cli.making import Past
from packager.cli.project import project_of
from packager.cli.world import World
from packager.domain.change import Change, Kind
from packager.domain.errors import ConfigError
from packager.domain.release import Identity
from packager.domain.version import version_key
from packager.publish.chain import Event, NoticeKind
from packager.publish.ledger import Ledger

KINDS: Mapping[str, Kind] = {
    "erratum": "erratum",
    "withdraw": "withdrawal",
    "supersede": "correction",
}
"""What a notice is called in the change record."""
NEXT = "`packager cite` and index.json tell it from now on, the next release's changes.json too."


def erratum_command(args: argparse.Namespace, world: World) -> int:
    """Say what is wrong in a sealed version."""
    return notice("erratum", args.version, args.note, args, world)


def withdraw_command(args: argparse.Namespace, world: World) -> int:
    """Say that a sealed version should not be used any more."""
    return notice("withdraw", args.version, args.note, args, world)


def supersede_command(args: argparse.Namespace, world: World) -> int:
    """Say which version to use instead of a sealed one.

    Raises:
        ConfigError: the other one is not later, or not sealed.
    """
    ledger = Ledger(project_of(args, world).config.releases)
    if version_key(args.by) <= version_key(args.version) or args.by not in ledger.versions():
        raise ConfigError(
            f"{args.by} is no sealed version later than {args.version}",
            where="--by",
            mend="name one; `packager ledger show` lists what is sealed",
        )
    note = f"Use {args.by} instead. {args.note}"
    return notice("supersede", args.version, note, args, world)


def notice(
    kind: NoticeKind, version: str, note: str, args: argparse.Namespace, world: World
) -> int:
    """Keep a notice in the ledger; the same again changes nothing, and no sealed byte changes."""
    Ledger(project_of(args, world).config.releases).add_notice(kind, version, note)
    if args.json:
        world.say_json({"version": version, "notice": kind, "note": note})
    else:
        world.say(f"{version}\t{kind}\t{note}")
    world.tell(NEXT)
    return 0


def noticed(past: Past | None, identity: Identity, ledger: Ledger) -> Past | None:
    """The release before, with the notices that the change record of the next one tells.

    Args:
        past: what its record tells already is not told again.
        identity: the next version, whose date the entries carry.
        ledger: what was said.
    """
    if past is None:
        return None
    told = {(one.version, one.kind, one.summary) for one in past.history}
    said = (entry_of(event, identity) for event in reversed(ledger.events()))
    return replace(
        past,
        notices=tuple(
            one for one in said if one and (one.version, one.kind, one.summary) not in told
        ),
    )


def entry_of(event: Event, identity: Identity) -> Change | None:
    """A notice as the change record says it; None for any other event."""
    kind = KINDS.get(event.event)
    if kind is None:
        return None
    return Change(
        date=identity.date,
        version=event.version,
        kind=kind,
        summary=event.note,
        documents=(),
        reason="",
        source_version="",
    )
