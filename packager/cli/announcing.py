"""`packager announce`: hosts are told what was said of published releases."""

import argparse
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict

from packager.cli.carrying import going_on
from packager.cli.hosts import PAGE, own_zenodo, require_may_publish, zenodo_host
from packager.cli.project import Project, project_of
from packager.cli.telling import HUB, cards_of, published_on, sealed
from packager.cli.tokens import HUB as HUB_TOKEN
from packager.cli.tokens import find_token
from packager.cli.world import World
from packager.publish.announce import Board, Telling, announce, waiting
from packager.publish.ledger import Ledger
from packager.publish.targets.hub_board import HubBoard
from packager.publish.targets.hub_front import Front
from packager.publish.targets.hub_patience import Patience
from packager.publish.targets.huggingface import place_at, visited_at
from packager.publish.targets.zenodo_board import ZenodoBoard
from packager.publish.targets.zenodo_layout import Layout

ZENODO = "zenodo"
HOSTS = (ZENODO, HUB)
TAKEN_AWAY = "what was said before is taken away"
COMMAND = "packager announce"


def announce_command(args: argparse.Namespace, world: World) -> int:
    """Tell every host what it does not say yet; safe to repeat."""
    told = announced(project_of(args, world), args.to, world, is_dry=args.dry_run)
    if args.json:
        world.say_json([asdict(one) for one in told])
        return 0
    say_told(told, world, is_dry=args.dry_run)
    return 0


def announced(
    project: Project, to: Sequence[str], world: World, *, is_dry: bool = False
) -> tuple[Telling, ...]:
    """What the hosts were told, or would be told if it is dry.

    Args:
        project: whose ledger has it.
        to: names of hosts; () for all that have a release.
        world: progress goes there.
        is_dry: ask without a token, and change nothing.
    """
    ledger = Ledger(project.config.releases)
    wanted = [name for name in HOSTS if name in to or not to]
    boards = list(boards_of(wanted, project, ledger, world, is_dry=is_dry))
    if not boards:
        world.tell("no release is published on a host yet: there is nobody to tell")
    world.step("reading what the hosts say")
    if is_dry:
        found = tuple(one for _, one in waiting(boards))
        world.clear()
        return found
    with going_on(COMMAND):
        told = announce(boards, ledger)
    world.clear()
    return told


def boards_of(
    names: Iterable[str], project: Project, ledger: Ledger, world: World, *, is_dry: bool
) -> Iterator[Board]:
    """The hosts among these that have a release; without tokens if nothing is to change."""
    for name in names:
        one = hub_board if name == HUB else zenodo_board
        found = one(project, ledger, world, is_dry=is_dry)
        if found is not None:
            yield found


def zenodo_board(
    project: Project, ledger: Ledger, world: World, *, is_dry: bool
) -> ZenodoBoard | None:
    """The records, if there are any."""
    published, _ = published_on(ledger, ZENODO, sealed(ledger))
    if not published:
        return None
    if is_dry:
        host = zenodo_host(project, world, token="")
    else:
        require_may_publish([ZENODO], world)
        host = own_zenodo(project, world)
    return ZenodoBoard(host, published, layout=Layout(page=PAGE), journal=ledger.journal)


def hub_board(project: Project, ledger: Ledger, world: World, *, is_dry: bool) -> HubBoard | None:
    """The card on main, if there is a release."""
    published, pending = published_on(ledger, HUB, sealed(ledger))
    if not published:
        return None
    config, newest = project.config, published[-1]
    front = Front(newest, cards_of(ledger, newest.release), tuple(pending))
    if is_dry:
        place = visited_at(config.hub, config.repo_id)
    else:
        token = find_token(world.environ, HUB_TOKEN) or None
        place = place_at(config.hub, config.repo_id, token=token)
    return HubBoard(place, front, patience=Patience(time.sleep), journal=ledger.journal)


def say_told(told: Sequence[Telling], world: World, *, is_dry: bool = False) -> None:
    """A line for each page, and what it says now, or is going to say."""
    for one in told:
        world.say(f"{one.host}\t{one.version}\t{'to be told' if is_dry else 'told'}\t{one.where}")
        for sentence in one.sentences or (TAKEN_AWAY,):
            world.tell(f"  {sentence}")
    if not told:
        world.tell("every host says what the ledger says")
