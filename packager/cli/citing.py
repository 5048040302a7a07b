"""`packager cite`: a sealed release as bibliographies and registries take it."""

import argparse
from collections.abc import Callable, Iterator
from pathlib import Path

from packager.assemble.canonical import json_bytes, parse_yaml
from packager.assemble.resources import license_of
from packager.assemble.standards.bibliography import apa, bibtex, csl_json, ris
from packager.assemble.standards.citation_cff import kept, read_citation
from packager.cli.project import CITATION, project_of
from packager.cli.world import World
from packager.domain.citation import Work
from packager.domain.version import Version, version_key
from packager.publish.ledger import Ledger

NOTICES = {
    "erratum": "has an erratum",
    "withdraw": "was withdrawn",
    "supersede": "is superseded",
}
SEALED = {"cff": CITATION, "datacite": "datacite.json"}
WRITTEN: dict[str, Callable[[Work], str]] = {
    "bibtex": bibtex,
    "apa": lambda work: f"{apa(work)}\n",
    "ris": ris,
    "csl-json": lambda work: json_bytes(csl_json(work)).decode(),
}


def cite_command(args: argparse.Namespace, world: World) -> int:
    """Print the citation of a sealed version, from what was sealed and not from today's files."""
    version_key(args.version)
    ledger = Ledger(project_of(args, world).config.releases)
    tree = Path(ledger.release(args.version).root)
    if args.format in SEALED:
        text = (tree / SEALED[args.format]).read_text(encoding="utf-8")
    else:
        text = WRITTEN[args.format](sealed_work(ledger, args.version, tree))
    for warning in warnings(ledger, args.version):
        world.tell(f"{args.version}: {warning}")
    if args.json:
        world.say_json({"version": args.version, "format": args.format, "citation": text})
    else:
        world.say(text.removesuffix("\n"))
    return 0


def warnings(ledger: Ledger, version: Version) -> Iterator[str]:
    """What a person who cites the version should know before."""
    if not ledger.seal(version).doi:
        yield "no DOI was reserved for it; the citation gives the address of the site"
    for event in ledger.events():
        if event.version == version and event.event in NOTICES:
            yield f"{NOTICES[event.event]}: {event.note}"


def sealed_work(ledger: Ledger, version: Version, tree: Path) -> Work:
    """A sealed release as a bibliography cites it: by its own citation file and its seal."""
    where = f"{version}/{CITATION}"
    document = parse_yaml((tree / CITATION).read_text(encoding="utf-8"), where=where)
    citation = read_citation(kept(document), where=where)
    return Work(citation, ledger.seal(version).identity, license_of(citation))
