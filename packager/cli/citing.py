"""`packager cite`: a sealed release as bibliographies and registries take it."""

import argparse
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from packager.assemble.canonical import json_bytes, parse_yaml
from packager.assemble.inputs import read_inputs
from packager.assemble.resources import license_of
from packager.assemble.standards.bibliography import apa, bibtex, csl_json, ris
from packager.assemble.standards.citation_cff import kept, read_citation
from packager.assemble.standards.datacite import datacite
from packager.assemble.standards.hub_front_matter import hub_tree
from packager.cli.project import CITATION, Project, project_of
from packager.cli.world import World
from packager.domain.citation import Work
from packager.domain.snapshot import Source
from packager.domain.version import version_key
from packager.publish.ledger import Ledger

INPUTS = "inputs.json"
NOTICES = {"erratum": "has an erratum", "withdraw": "was withdrawn"}
FORMATS: dict[str, Callable[[Work], str]] = {
    "bibtex": bibtex,
    "apa": lambda work: f"{apa(work)}\n",
    "ris": ris,
    "csl-json": lambda work: json_bytes(csl_json(work)).decode(),
    "datacite": lambda work: json_bytes(datacite(work)).decode(),
}


def cite_command(args: argparse.Namespace, world: World) -> int:
    """Print the citation of a sealed version, from what was sealed and not from today's files."""
    version_key(args.version)
    project = project_of(args, world)
    ledger = Ledger(project.config.releases)
    tree = Path(ledger.release(args.version).root)
    sealed = (tree / CITATION).read_text(encoding="utf-8")
    if args.format == "cff":
        text = sealed
    else:
        text = FORMATS[args.format](sealed_work(project, ledger, args.version, sealed))
    for warning in warnings(ledger, args.version):
        world.tell(f"{args.version}: {warning}")
    if args.json:
        world.say_json({"version": args.version, "format": args.format, "citation": text})
    else:
        world.say(text.removesuffix("\n"))
    return 0


def warnings(ledger: Ledger, version: str) -> Iterator[str]:
    """What a person who cites the version should know before."""
    if not ledger.seal(version).doi:
        yield "no DOI was reserved for it; the citation gives the address of the site"
    for event in ledger.events():
        if event.version == version and event.event in NOTICES:
            yield f"{NOTICES[event.event]}: {event.note}"


def sealed_work(project: Project, ledger: Ledger, version: str, cited: str) -> Work:
    """A sealed release as the world cites it."""
    where = f"{version}/{CITATION}"
    citation = read_citation(kept(parse_yaml(cited, where=where)), where=where)
    inputs = read_inputs(ledger.paper(version, INPUTS), f"{version}/{INPUTS}")
    previous = ledger.find_identity(inputs.previous) if inputs.previous else None
    return Work(
        citation=citation,
        identity=ledger.seal(version).identity,
        rights=license_of(citation),
        sources=sources(project, inputs.vintages),
        repository=hub_tree(project.config.repo_id, version),
        previous_doi=previous.doi if previous else "",
    )


def sources(project: Project, vintages: Mapping[str, str]) -> tuple[Source, ...]:
    """The sources ledger that the release was built with."""
    return tuple(row for one in project.pinned(vintages).values() for row in one.ledger)
