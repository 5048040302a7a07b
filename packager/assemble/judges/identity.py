"""Judge of identity: one version, one day, one DOI, one licence, in every file that names them."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from packager.assemble.canonical import parse_yaml
from packager.assemble.judges.evidence import PACKAGE, REBUILD, Evidence
from packager.domain.errors import PackagerError
from packager.domain.finding import Finding

CARD, CITED, MANIFEST, CHANGES, API, DATACITE = (
    *("README.md", "CITATION.cff", "manifest.json", "changes.json", "openapi.json"),
    "datacite.json",
)
DOI_ADDRESS = "https://doi.org/"
DOI = re.compile(r"10\.\d{4,9}/[-.;()/:\w]*\w")
DAY = re.compile(r"\b\d{4}-\d{2}-\d{2}\b")
LICENSE = re.compile(r"\bCC(?:0|-BY)[-A-Z]*-\d\.\d\b")
PAPERS = (".md", "croissant.json", "datacite.json", "ro-crate-metadata.json", CITED)
MIDNIGHT = "T00:00:00Z"
ENVELOPE = ("version", "date", "boundary", "license")
NONE = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What one place says a release is called."""

    fact: str
    path: str
    member: str
    value: str


def judge(evidence: Evidence) -> Iterator[Finding]:
    """Places that say otherwise than most places do."""
    said = [
        *of_the_package(evidence.document(PACKAGE)),
        *of_the_documents(evidence),
        *of_the_citation(evidence),
        *of_the_api(evidence.document(API)),
    ]
    facts = dict.fromkeys(one.fact for one in said)
    agreed = {fact: most([one for one in said if one.fact == fact]) for fact in facts}
    for one in said:
        if one.value != agreed[one.fact]:
            others = f"where most files say {agreed[one.fact] or 'none'}"
            yield found(one.path, f"{one.fact} {one.value or 'none'}, {others}", one.member)
    yield from of_the_card(evidence, agreed)
    yield from of_the_pages(evidence, agreed)


def most(said: list[Said]) -> str:
    """The value that most files agree on; the first of several."""
    votes = Counter({(one.path, one.value): 1 for one in said})
    return Counter(value for _, value in votes).most_common(1)[0][0]


def of_the_package(package: object) -> Iterator[Said]:
    """Names in datapackage.json."""
    if not isinstance(package, dict):
        return
    doi = text(package, "id").removeprefix(DOI_ADDRESS)
    yield Said("version", PACKAGE, "version", text(package, "version"))
    yield Said("date", PACKAGE, "created", text(package, "created").removesuffix(MIDNIGHT))
    yield Said("doi", PACKAGE, "id", doi)
    yield Said("concept_doi", PACKAGE, "conceptDoi", text(package, "conceptDoi"))
    yield Said("boundary", PACKAGE, "boundary", text(package, "boundary"))
    for one in many(package, "licenses"):
        yield Said("license", PACKAGE, "licenses", text(one, "name"))


def of_the_documents(evidence: Evidence) -> Iterator[Said]:
    """Names in the envelope of every document, the manifest, and the newest change."""
    for path, document in evidence.documents().items():
        if not isinstance(document, dict) or "columns" not in document:
            continue
        for fact in ENVELOPE:
            yield Said(fact, path, fact, text(document, fact))
        if path == MANIFEST:
            yield Said("doi", path, "doi", text(document, "doi"))
            yield Said("concept_doi", path, "concept_doi", text(document, "concept_doi"))
        if path == CHANGES:
            for newest in many(document, "rows")[:1]:
                yield Said("version", path, "rows.version", text(newest, "version"))
                yield Said("date", path, "rows.date", text(newest, "date"))


def of_the_citation(evidence: Evidence) -> Iterator[Said]:
    """Names in CITATION.cff."""
    cited = yaml(evidence, CITED, evidence.text(CITED))
    if cited is None:
        return
    doi = text(cited, "doi")
    listed = [text(one, "value") for one in many(cited, "identifiers") if one.get("type") == "doi"]
    others = [one for one in listed if one != doi]
    yield Said("version", CITED, "version", text(cited, "version"))
    yield Said("date", CITED, "date-released", text(cited, "date-released"))
    yield Said("doi", CITED, "doi", doi)
    yield Said("concept_doi", CITED, "identifiers", others[0] if others else NONE)
    yield Said("license", CITED, "license", text(cited, "license"))
    if doi and doi not in listed:
        yield Said("doi", CITED, "identifiers", NONE)


def of_the_api(api: object) -> Iterator[Said]:
    """Names in openapi.json."""
    if not isinstance(api, dict):
        return
    info = api.get("info")
    if isinstance(info, dict):
        yield Said("version", API, "info.version", text(info, "version"))
        terms = info.get("license")
        if isinstance(terms, dict):
            for member in ("name", "identifier"):
                yield Said("license", API, "info.license", text(terms, member))
    for fact in ENVELOPE:
        yield Said(fact, API, f"x-{fact}", text(api, f"x-{fact}"))


def of_the_card(evidence: Evidence, agreed: Mapping[str, str]) -> Iterator[Finding]:
    """A card that does not name the release, or is under other terms."""
    card = evidence.text(CARD)
    if card is None:
        yield found(CARD, "is not there", "")
        return
    _, _, body = card.removeprefix("---\n").partition("\n---\n")
    for fact in ("version", "date", "doi", "concept_doi"):
        if agreed.get(fact) and agreed[fact] not in body:
            yield found(CARD, f"does not name the {fact} {agreed[fact]}", fact)
    parsed = yaml(evidence, CARD, card.removeprefix("---\n").partition("\n---\n")[0])
    terms = text(parsed or {}, "license")
    if parsed is not None and terms != agreed.get("license", "").lower():
        yield found(CARD, f"licence {terms!r}, where the files say {agreed['license']}", "license")


def of_the_pages(evidence: Evidence, agreed: Mapping[str, str]) -> Iterator[Finding]:
    """Days, DOIs and terms in pages and papers that are neither the release's nor a source's."""
    ours = set(agreed.values())
    sources = str(evidence.document(MANIFEST))
    for path in evidence.paths:
        page = evidence.text(path) if path.endswith(PAPERS) else None
        for fact, pattern in (("date", DAY), ("doi", DOI), ("license", LICENSE)):
            known = ours | before(evidence) if path == DATACITE else ours
            for value in sorted(set(pattern.findall(page or "")) - known):
                if value not in sources:
                    what = f"names {value}, which is neither this release's nor a source's"
                    yield found(path, what, fact)


def before(evidence: Evidence) -> set[str]:
    """DOI of the release before this one, which datacite.json names if there is such a release."""
    document, changes = evidence.document(DATACITE), evidence.document(CHANGES)
    if not (isinstance(document, dict) and isinstance(changes, dict)):
        return set()
    is_first = len(many(changes, "rows")) == 1
    related = [] if is_first else many(document, "relatedIdentifiers")
    return {
        text(one, "relatedIdentifier")
        for one in related
        if text(one, "relationType") == "IsNewVersionOf"
    }


def yaml(evidence: Evidence, path: str, content: str | None) -> dict[str, object] | None:
    """A YAML mapping; a broken one is a finding of reading."""
    try:
        return None if content is None else parse_yaml(content, where=path)
    except PackagerError as error:
        evidence.fault(path, error.what)
        return None


def text(members: Mapping[str, object], key: str) -> str:
    """A member as text; none where it is not there or null."""
    value = members.get(key)
    return NONE if value is None else str(value)


def many(members: Mapping[str, object], key: str) -> list[dict[str, object]]:
    """A member that is a list of objects."""
    value = members.get(key)
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def found(path: str, what: str, member: str) -> Finding:
    """A finding of this judge."""
    return Finding(judge="identity", path=path, column=member, what=what, mend=REBUILD)
