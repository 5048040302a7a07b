"""`packager reserve` and `abandon`: a version's name and DOI, before a byte of it is written."""

import argparse
from dataclasses import asdict

from packager.cli.hosts import mint
from packager.cli.project import project_of
from packager.cli.world import World
from packager.domain.errors import ConfigError
from packager.domain.release import Identity
from packager.domain.version import version_key
from packager.publish.ledger import Ledger


def reserve_command(args: argparse.Namespace, world: World) -> int:
    """Open the draft of a version on Zenodo, or find it, and keep its DOI in the ledger."""
    version_key(args.version)
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    known = ledger.find_identity(args.version)
    if known is None or not known.doi:
        ledger.require_free(args.version)
    if project.config.zenodo:
        world.step(f"reserving a DOI for {args.version}")
        identity = mint(project, ledger, world).reserve(args.version, first=args.first)
        world.clear()
    else:
        identity = Identity(args.version, concept_doi=project.config.concept_doi)
    ledger.reserve(identity)
    if args.json:
        world.say_json(asdict(identity))
        return 0
    world.say(f"{identity.version}\t{identity.doi or 'no DOI'}\t{identity.concept_doi or '-'}")
    if not identity.doi:
        world.tell("No Zenodo is set, so the texts will say that the version has no DOI.")
    elif not identity.concept_doi:
        world.tell("A first series: its DOI comes with the first publication, the texts say so.")
    world.tell(f"Next: `packager cut {identity.version}`")
    return 0


def abandon_command(args: argparse.Namespace, world: World) -> int:
    """Give a reserved version up: its draft is deleted, its name is not used again."""
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    identity = ledger.find_identity(args.version)
    if identity is None:
        raise ConfigError(
            f"{args.version} is not reserved",
            where=str(ledger.root),
            mend="see `packager ledger show` for what is",
        )
    if identity.doi and project.config.zenodo:
        mint(project, ledger, world).abandon(args.version)
    ledger.abandon(args.version, args.note)
    world.say(f"{args.version}\tabandoned")
    return 0
