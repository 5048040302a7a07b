"""What proves the memory of releases: every byte, every link, and that lines were only added."""

import argparse
from dataclasses import asdict

from packager.cli.project import Project
from packager.cli.world import World
from packager.domain.errors import ConfigError
from packager.publish.grown import Grown, require_grown_since
from packager.publish.ledger import Ledger


def check_ledger(project: Project, args: argparse.Namespace, world: World) -> int:
    """Prove the ledger against the disk, against itself, and against a commit."""
    ledger = Ledger(project.config.releases)
    ledger.verify()
    grown = Grown(not_compared="there are no releases yet")
    if ledger.root.is_dir():
        grown = require_grown_since(ledger.root, args.since or "", world.environ)
    events = len(ledger.events())
    if args.json:
        world.say_json(
            {"place": str(ledger.root), "events": events, "findings": [], "since": asdict(grown)}
        )
    else:
        world.say(f"{ledger.root}\tsound\t{events} events, every sealed byte is in place")
    world.tell(told(grown))
    return 0


def told(grown: Grown) -> str:
    """What the comparison with a commit found, in words."""
    if grown.not_compared:
        return f"not compared with a committed ledger: {grown.not_compared}"
    if grown.is_laid_anew:
        return f"laid anew since {grown.commit}; nothing of it is public yet"
    return f"follows from commit {grown.commit}, lines added: {grown.added}"


def require_ledger(args: argparse.Namespace, *, asked: bool) -> None:
    """Raise ConfigError for --since where no ledger is proved."""
    if args.since and not asked:
        raise ConfigError(
            "--since is of the ledger alone",
            where="--since",
            mend="prove the ledger: `packager check --ledger --since REVISION`",
        )
