"""`packager erratum`, `withdraw` and `supersede`: what is said of a sealed version afterwards."""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from packager.cli.making import Past
from packager.cli.project import project_of
from packager.cli.world import World
from packager.domain.change import Change, Kind
from packager.domain.errors import ConfigError
from packager.domain.release import Identity
from packager.domain.version import Version, version_key
from packager.publish.chain import Event, NoticeKind
from packager.publish.ledger import Ledger
from packager.publish.standing import in_force, is_withdrawn, notices_of, standing

KINDS: Mapping[str, Kind] = {
    "erratum": "erratum",
    "withdraw": "withdrawal",
    "supersede": "correction",
}
"""What a notice is called in the change record."""
NEXT = "`packager cite` and index.json tell it from now on, the next release's changes.json too."


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
    ledger = Ledger(project_of(args, world).config.releases)
    ledger.add_notice(kind, version, note, instead=instead)
    if args.json:
        more = {"instead": instead} if instead else {}
        world.say_json({"version": version, "notice": kind, "note": note} | more)
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
    said = [entry_of(event, identity) for event in reversed(standing(ledger.events()))]
    return replace(
        past,
        notices=tuple(one for one in said if (one.version, one.kind, one.summary) not in told),
    )


def withdrawals(past: Past | None, identity: Identity, ledger: Ledger) -> Iterator[str]:
    """What the person who cuts a version should know where the one before was withdrawn."""
    for event in notices_of(ledger.events(), past.version) if past else ():
        if event.event == "withdraw":
            yield (
                f"{event.version}, the newest sealed version, was withdrawn: {event.note}\n"
                f"Prove first that {identity.version} is free of that; once it is sealed, say which"
                f" to use: `packager supersede {event.version} --by {identity.version} --note WHY`"
            )


def entry_of(event: Event, identity: Identity) -> Change:
    """A notice as the change record says it."""
    return Change(
        date=identity.date,
        version=event.version,
        kind=KINDS[event.event],
        summary=event.note,
        documents=(),
        reason="",
        source_version="",
    )
