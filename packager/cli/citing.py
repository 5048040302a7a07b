"""`packager cite`: a sealed release as bibliographies and registries take it."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from packager.assemble.canonical import json_bytes, parse_yaml, yaml_text
from packager.assemble.resources import license_of
from packager.assemble.standards import citation_cff, datacite
from packager.assemble.standards.bibliography import apa, bibtex, csl_json, ris
from packager.cli.project import CITATION, project_of
from packager.cli.world import World
from packager.domain.citation import Work, doi_url
from packager.domain.strict import parse_json
from packager.domain.version import Version, version_key
from packager.publish.chain import Event
from packager.publish.ledger import Ledger
from packager.publish.standing import in_force, is_withdrawn, notices_of

NOTICES = {
    "erratum": "has an erratum",
    "withdraw": "was withdrawn",
    "supersede": "is superseded",
}
ENDS = (".", "!", "?")
REGISTRY = "datacite.json"
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
    said = tuple(sentences(ledger, args.version))
    text = cited(ledger, args.version, args.format, said)
    if not ledger.seal(args.version).doi:
        world.tell(f"{args.version}: no DOI was reserved for it; the citation gives the site")
    for one in said:
        world.tell(one)
    if args.json:
        told = {"version": args.version, "format": args.format, "citation": text, "notices": said}
        world.say_json(told)
    else:
        world.say(text.removesuffix("\n"))
    return 0


def cited(ledger: Ledger, version: Version, form: str, notices: Sequence[str]) -> str:
    """The citation in one of the forms, with what was said of the version since it was sealed."""
    tree = Path(ledger.release(version).root)
    match form:
        case "cff":
            return cff_text(tree, version, notices)
        case "datacite":
            return datacite_text(tree, notices, instead_doi(ledger, version))
        case _:
            return WRITTEN[form](sealed_work(ledger, version, tree, tuple(notices)))


def cff_text(tree: Path, version: Version, notices: Sequence[str]) -> str:
    """The sealed citation file; byte for byte where nothing was said."""
    text = (tree / CITATION).read_text(encoding="utf-8")
    if not notices:
        return text
    document = parse_yaml(text, where=f"{version}/{CITATION}")
    return yaml_text(citation_cff.with_notices(document, notices))


def datacite_text(tree: Path, notices: Sequence[str], instead: str) -> str:
    """The sealed metadata of the DOI; byte for byte where nothing was said."""
    text = (tree / REGISTRY).read_text(encoding="utf-8")
    document = parse_json(text, where=REGISTRY)
    if not (notices and isinstance(document, dict)):
        return text
    return json_bytes(datacite.with_notices(document, notices, instead)).decode()


def sentences(ledger: Ledger, version: Version) -> Iterator[str]:
    """What a person who cites the version should know, a sentence each."""
    for event in notices_of(ledger.events(), version):
        note = event.note.strip()
        said = f"Version {version} {NOTICES[event.event]}: {note}{'.' * (not note.endswith(ENDS))}"
        yield f"{said}{after(ledger, event)}" if event.event == "supersede" else said


def after(ledger: Ledger, event: Event) -> str:
    """What became of the version that a supersession names, and where the one to use lies."""
    events = ledger.events()
    latest, doi = in_force(events, event.version), instead_doi(ledger, event.version)
    said = f" That one is superseded as well: use {latest}." if latest != event.target else ""
    said += f" Version {latest} was withdrawn." if is_withdrawn(events, latest) else ""
    return f"{said} {doi_url(doi)}" if doi else said


def instead_doi(ledger: Ledger, version: Version) -> str:
    """DOI of the version to use instead, "" for none that is in force."""
    events = ledger.events()
    latest = in_force(events, version)
    gone = latest == version or is_withdrawn(events, latest)
    return "" if gone else ledger.seal(latest).doi


def sealed_work(
    ledger: Ledger, version: Version, tree: Path, notices: tuple[str, ...] = ()
) -> Work:
    """A sealed release as a bibliography cites it: by its own citation file and its seal."""
    where = f"{version}/{CITATION}"
    document = parse_yaml((tree / CITATION).read_text(encoding="utf-8"), where=where)
    citation = citation_cff.read_citation(citation_cff.kept(document), where=where)
    identity = ledger.seal(version).identity
    return Work(citation, identity, license_of(citation), notices=notices)
