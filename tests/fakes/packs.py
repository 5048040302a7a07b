"""A built tree with its citation pack beside it, as the last steps of a build write it."""

import hashlib
import shutil
from pathlib import Path

from packager.assemble.canonical import json_bytes, parse_yaml
from packager.assemble.resources import Written, license_of
from packager.assemble.standards.citation_cff import claims, kept, read_citation
from packager.assemble.standards.croissant import croissant
from packager.assemble.standards.data_package import read_resources
from packager.assemble.standards.datacite import datacite
from packager.assemble.standards.hub_front_matter import hub_tree
from packager.assemble.standards.ro_crate import FILE, SUMS, ro_crate
from packager.assemble.tree import paths_of
from packager.domain.citation import Work
from packager.domain.release import Identity
from packager.domain.strict import parse_json

CITED, PACKAGE, MACHINES = "CITATION.cff", "datapackage.json", "croissant.json"
REGISTRY = "datacite.json"
REPO_ID = "rain/green-tokens"


def packed(tree: Path, place: Path) -> Path:
    """A copy of a tree, with its papers written anew from what it says of itself."""
    shutil.copytree(tree, place)
    release = release_of(place)
    package = parse_json((place / PACKAGE).read_text(encoding="utf-8"), where=PACKAGE)
    assert isinstance(package, dict)
    resources = read_resources(package, where=PACKAGE)
    (place / MACHINES).write_bytes(json_bytes(croissant(release, resources)))
    (place / REGISTRY).write_bytes(json_bytes(datacite(release)))
    files = {path: written(place / path) for path in paths_of(place) if path not in {FILE, SUMS}}
    crate = ro_crate(release, files, {one.path: one for one in resources})
    (place / FILE).write_bytes(json_bytes(crate))
    return place


def release_of(tree: Path) -> Work:
    """The release that a tree's citation file names."""
    document = parse_yaml((tree / CITED).read_text(encoding="utf-8"), where=CITED)
    said = claims(document)
    citation = read_citation(kept(document), where=CITED)
    identity = Identity(said.version or "", said.doi or "", said.concept_doi or "")
    return Work(
        citation=citation,
        identity=identity,
        rights=license_of(citation),
        repository=hub_tree(REPO_ID, identity.version),
    )


def written(path: Path) -> Written:
    """Size and digest of a file."""
    content = path.read_bytes()
    return Written(len(content), hashlib.sha256(content).hexdigest())
