"""`packager watch`: every published release on every host, whether it is still what it was."""

import argparse
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from packager.assemble.tree import write_whole
from packager.card.plain_text import shown
from packager.card.watch_markdown import verdict, watch_markdown
from packager.cli.hosts import PAGE, zenodo_host
from packager.cli.telling import cards_of, published_on, sealed
from packager.cli.tokens import HUB, UPLOAD, ZENODO, find_token
from packager.cli.verifying import DIFFERENT, HOSTS, Visitor, visitor_of
from packager.cli.world import World
from packager.domain.errors import ConfigError, TargetError
from packager.domain.release import Record, Release
from packager.domain.watch import HostFinding, Watch
from packager.publish.targets.calls import Patience
from packager.publish.targets.hub_patience import Patience as HubPatience
from packager.publish.targets.hub_watching import HubWatcher
from packager.publish.targets.huggingface import place_at
from packager.publish.targets.zenodo_layout import Layout
from packager.publish.targets.zenodo_watching import ZenodoWatcher
from packager.publish.watch import Published, Watcher, watch

TRIES, LONGEST_WAIT = 4, 300.0
"""A watch comes again tomorrow: it does not wait as long as a publication does."""
STDOUT, ALL, LONGEST_CELL = "-", "all", 300


def watch_command(args: argparse.Namespace, world: World) -> int:
    """Look at every published release: 5 when the public gets something else, 3 for no answer."""
    require_one_result(args)
    found = Observer(visitor_of(args, world), world).watched(is_deep=args.deep)
    world.clear()
    if args.markdown and args.markdown != STDOUT:
        write_report(world.cwd / args.markdown, watch_markdown(found))
    if args.json:
        world.say_json(document(found))
    elif args.markdown == STDOUT:
        world.say_pieces([watch_markdown(found)])
    else:
        say_lines(found, world)
    world.tell(verdict(found) if found.seen or found.unseen else "no release is published yet")
    if found.has_errors:
        return DIFFERENT
    return TargetError.exit_code if found.has_failures else 0


@dataclass(frozen=True, slots=True)
class Observer:
    """Looks at the hosts of a project for one run."""

    visitor: Visitor
    world: World

    def watched(self, *, is_deep: bool) -> Watch:
        """What a look at every host finds."""
        ledger = self.visitor.ledger
        releases = sealed(ledger)
        watchers: list[tuple[Watcher, Sequence[Published]]] = []
        for host in HOSTS:
            published, pending = published_on(ledger, host, releases)
            if published:
                watchers.append((self.watcher(host, published[-1], pending), published))
        return watch(
            watchers,
            as_of=self.world.today,
            fetch=self.fetch if is_deep else None,
            tell=self.world.step,
        )

    def watcher(self, host: str, newest: Published, pending: Sequence[Release]) -> Watcher:
        """Who looks at a host; `pending` are sealed, and not recorded there yet."""
        project, world = self.visitor.project, self.world
        if host == "huggingface":
            config, token = project.config, find_token(world.environ, HUB) or None
            place = place_at(config.hub, config.repo_id, token=token)
            patience = HubPatience(time.sleep, tries=TRIES, longest=LONGEST_WAIT)
            cards = cards_of(self.visitor.ledger, newest.release)
            return HubWatcher(place, patience, expected=pending, cards=cards)
        patient = Patience(wait=time.sleep, tell=world.tell, tries=TRIES, longest_wait=LONGEST_WAIT)
        token = find_token(world.environ, UPLOAD) or find_token(world.environ, ZENODO)
        return ZenodoWatcher(
            zenodo_host(project, world, token=token, patience=patient),
            layout=Layout(page=PAGE),
            as_of=world.today,
            expected=self.reserved_dois([one.version for one in pending]),
        )

    def reserved_dois(self, pending: Sequence[str]) -> frozenset[str]:
        """DOIs of versions that are reserved, or sealed and on their way."""
        ledger = self.visitor.ledger
        named = map(ledger.find_identity, [*ledger.waiting(), *pending])
        return frozenset(one.doi for one in named if one is not None and one.doi)

    def fetch(self, release: Release, record: Record) -> None:
        """Download a release, and compare every file; nothing is kept."""
        with TemporaryDirectory() as name:
            self.visitor.fetch(release, record, Path(name))


def write_report(place: Path, text: str) -> None:
    """Write the report whole.

    Raises:
        ConfigError: the place cannot be written.
    """
    try:
        write_whole(place, text.encode())
    except OSError as error:
        raise ConfigError(
            f"the report cannot be written: {error.strerror or error}",
            where=str(place),
            mend="name a file in a folder that can be written",
        ) from error


def document(found: Watch) -> Mapping[str, object]:
    """The whole look for a script."""
    return {
        "as_of": found.as_of.isoformat(),
        "verdict": verdict(found),
        "findings": [fields(one) for one in found.findings],
        "looked_at": [asdict(one) for one in found.seen],
        "not_looked_at": [asdict(one) for one in found.unseen],
    }


def fields(one: HostFinding) -> Mapping[str, object]:
    """A finding, its code spelled out."""
    return {
        "code": one.code.name,
        "severity": one.code.severity,
        "host": one.host,
        "version": one.version,
        "what": one.what,
        "where": one.where,
        "mend": one.code.mend,
        "details": list(one.details),
    }


def say_lines(found: Watch, world: World) -> None:
    """A line for each finding, for each look, and for what was not looked at."""
    for one in found.findings:
        say_cells(world, one.code.severity, one.code.name, one.version, one.what, one.where)
        world.tell(shown(f"{one.code.name} {one.version}".strip(), LONGEST_CELL))
        for detail in one.details:
            world.tell(f"  {shown(detail, LONGEST_CELL)}")
        world.tell(f"  mend: {one.code.mend}")
    for look in found.seen:
        say_cells(world, "seen", look.host, look.version, look.said, look.where)
    for gap in found.unseen:
        say_cells(world, "not seen", gap.host, gap.about, gap.why)


def say_cells(world: World, *cells: str) -> None:
    """A line; hosts wrote part of it, so nothing in it moves a cursor."""
    world.say("\t".join(shown(cell, LONGEST_CELL) if cell else ALL for cell in cells))


def require_one_result(args: argparse.Namespace) -> None:
    """Raise ConfigError if two results are asked for on stdout."""
    if args.json and args.markdown == STDOUT:
        raise ConfigError(
            "two results for one stdout",
            where="--json --markdown",
            mend="name a file for the report, such as --markdown report.md",
        )
