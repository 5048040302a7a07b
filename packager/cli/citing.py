"""`packager cite`: a sealed release as bibliographies and registries take it."""

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from packager.assemble.canonical import json_bytes, parse_yaml, yaml_text
from packager.assemble.resources import license_of
from packager.assemble.standards import citation_cff, datacite
from packager.assemble.standards.bibliography import apa, bibtex, csl_json, ris
from packager.cli.project import CITATION, project_of
from packager.cli.world import World
from packager.domain.citation import Work
from packager.domain.notices import Notices
from packager.domain.strict import parse_json
from packager.domain.version import Version, version_key
from packager.publish.ledger import Ledger
from packager.publish.said import notices_now

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
    notices = notices_now(ledger, args.version)
    text = cited(ledger, args.version, args.format, notices)
    if not ledger.seal(args.version).doi:
        world.tell(f"{args.version}: no DOI was reserved for it; the citation gives the site")
    for one in notices.sentences:
        world.tell(one)
    if args.json:
        said = {"citation": text, "notices": notices.sentences}
        world.say_json({"version": args.version, "format": args.format} | said)
    else:
        world.say(text.removesuffix("\n"))
    return 0


def cited(ledger: Ledger, version: Version, form: str, notices: Notices) -> str:
    """The citation in one of the forms, with what was said of the version since it was sealed."""
    tree = Path(ledger.release(version).root)
    match form:
        case "cff":
            return cff_text(tree, version, notices.sentences)
        case "datacite":
            return datacite_text(tree, notices)
        case _:
            return WRITTEN[form](sealed_work(ledger, version, tree, notices.sentences))


def cff_text(tree: Path, version: Version, notices: Sequence[str]) -> str:
    """The sealed citation file; byte for byte where nothing was said."""
    text = (tree / CITATION).read_text(encoding="utf-8")
    if not notices:
        return text
    document = parse_yaml(text, where=f"{version}/{CITATION}")
    return yaml_text(citation_cff.with_notices(document, notices))


def datacite_text(tree: Path, notices: Notices) -> str:
    """The sealed metadata of the DOI; byte for byte where nothing was said."""
    text = (tree / REGISTRY).read_text(encoding="utf-8")
    document = parse_json(text, where=REGISTRY)
    if not (notices.sentences and isinstance(document, dict)):
        return text
    said = datacite.with_notices(document, notices.sentences, notices.instead_doi)
    return json_bytes(said).decode()


def sealed_work(
    ledger: Ledger, version: Version, tree: Path, notices: tuple[str, ...] = ()
) -> Work:
    """A sealed release as a bibliography cites it: by its own citation file and its seal."""
    where = f"{version}/{CITATION}"
    document = parse_yaml((tree / CITATION).read_text(encoding="utf-8"), where=where)
    citation = citation_cff.read_citation(citation_cff.kept(document), where=where)
    identity = ledger.seal(version).identity
    return Work(citation, identity, license_of(citation), notices=notices)
