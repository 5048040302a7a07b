"""Judge of the citation pack: what the papers about a release say of it is one and the same."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from hashlib import sha256

from packager.assemble.canonical import parse_yaml
from packager.assemble.judges.evidence import PACKAGE, REBUILD, Evidence
from packager.assemble.resources import LICENSES
from packager.assemble.standards import (
    citation_cff,
    croissant,
    data_package,
    datacite,
    hub_front_matter,
    ro_crate,
)
from packager.assemble.standards.claims import FACTS, Claims
from packager.domain.errors import PackagerError
from packager.domain.finding import Finding

CARD, CITED, MACHINES, CRATE = "README.md", "CITATION.cff", "croissant.json", ro_crate.FILE
REGISTRY = "datacite.json"
RULE = "---\n"
READERS: Mapping[str, Callable[[object], Claims]] = {
    PACKAGE: data_package.claims,
    CITED: citation_cff.claims,
    MACHINES: croissant.claims,
    REGISTRY: datacite.claims,
    CRATE: ro_crate.claims,
    CARD: hub_front_matter.claims,
}
RIGHTS = {
    spelled: one.name for one in LICENSES.values() for spelled in (one.path, one.name.lower())
}


def judge(evidence: Evidence) -> Iterator[Finding]:
    """Papers that are not there, say otherwise than most do, or list files wrongly."""
    claims: dict[str, Claims] = {}
    for path, read in READERS.items():
        if path not in evidence.paths:
            yield found(path, "is not there")
            continue
        document = content(evidence, path)
        if document is not None:
            claims[path] = read(document)
    for fact in FACTS:
        yield from disagreements(fact, claims)
    if MACHINES in claims:
        tables = {one.path for one in evidence.resources}
        yield from listing(evidence, MACHINES, claims[MACHINES], tables)
    if CRATE in claims:
        others = set(evidence.paths) - {CRATE, ro_crate.SUMS}
        yield from listing(evidence, CRATE, claims[CRATE], others)


def content(evidence: Evidence, path: str) -> object:
    """A paper, parsed; None if it cannot be read, which is a finding of reading."""
    if path.endswith(".json"):
        return evidence.document(path)
    text = evidence.text(path)
    if text is None:
        return None
    if path == CARD:
        text = text.removeprefix(RULE).partition(f"\n{RULE}")[0]
    try:
        return parse_yaml(text, where=path)
    except PackagerError as error:
        evidence.fault(path, error.what)
        return None


def disagreements(fact: str, claims: Mapping[str, Claims]) -> Iterator[Finding]:
    """Papers that say something else about one fact than most."""
    said = {
        path: RIGHTS.get(value, value)
        for path, one in claims.items()
        if (value := getattr(one, fact)) is not None
    }
    if not said:
        return
    agreed = Counter(said.values()).most_common(1)[0][0]
    for path, value in said.items():
        if value != agreed:
            what = f"{fact} {value or 'none'}, where most papers say {agreed or 'none'}"
            yield found(path, what, fact)


def listing(evidence: Evidence, path: str, claims: Claims, wanted: set[str]) -> Iterator[Finding]:
    """Files that a paper leaves out, invents, or gives another size or digest."""
    for name in sorted(wanted - claims.files.keys()):
        yield found(path, f"leaves out {name}", name)
    for name in sorted(claims.files.keys() - wanted):
        yield found(path, f"names {name}, which is no file of its", name)
    for name in sorted(wanted & claims.files.keys()):
        bytes_ = evidence.content(name)
        if bytes_ is None:
            yield found(path, f"names {name}, which is not there", name)
        elif claims.files[name] != (str(len(bytes_)), sha256(bytes_).hexdigest()):
            yield found(path, f"gives {name} another size or digest than it has", name)


def found(path: str, what: str, member: str = "") -> Finding:
    """A finding of this judge."""
    return Finding(judge="citation pack", path=path, column=member, what=what, mend=REBUILD)
