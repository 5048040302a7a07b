"""The metadata of a record: which fields there are, and what a draft keeps of them."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from packager.rehearse.records.schema import (
    MISSING,
    UNKNOWN,
    Check,
    Faults,
    anything,
    day,
    each,
    keyed,
    link,
    page,
    scheme_of,
    term,
    text,
)
from packager.rehearse.records.vocabularies import (
    DATE_TYPES,
    DESCRIPTION_TYPES,
    LANGUAGES,
    LICENCES,
    RELATION_TYPES,
    RESOURCE_TYPES,
    ROLES,
    TITLE_TYPES,
)

LONGEST_VERSION: Final = 191
NO_PUBLISHER: Final[dict[str, object]] = {
    "field": "metadata.publisher",
    "messages": ["Missing publisher field required for DOI registration."],
}


def _named(person: object, where: str, faults: Faults) -> object:
    if not isinstance(person, dict):
        return person
    match person.get("type"):
        case "personal":
            if not person.get("family_name"):
                faults.add(f"{where}.family_name", "Family name cannot be blank.")
        case "organizational":
            if not person.get("name"):
                faults.add(f"{where}.name", "Name cannot be blank.")
        case _:
            told = "Invalid value. Choose one of ['organizational', 'personal']."
            faults.add(f"{where}.type", told)
    return person


def _subject(subject: object, where: str, faults: Faults) -> object:
    if isinstance(subject, dict) and not {"id", "subject"} & subject.keys():
        told = "An existing id or a free text subject must be present."
        faults.add(f"{where}.subjects", told)
    return subject


def _right(right: object, where: str, faults: Faults) -> object:
    """A licence of the vocabulary, or one that describes itself."""
    if isinstance(right, dict) and "id" in right:
        for key in right:
            if key not in {"id", "title", "description", "link", "props"}:
                faults.add(f"{where}.{key}", UNKNOWN)
        return term(LICENCES)(right, where, faults)
    of_its_own = {"title": anything, "description": anything, "link": link}
    return keyed(of_its_own)(right, where, faults)


IDENTIFIERS: Final = each(keyed({"identifier": text(1), "scheme": text(1)}, (), scheme_of))
PERSON: Final = keyed(
    {
        "type": text(),
        "name": text(),
        "given_name": text(),
        "family_name": text(),
        "identifiers": IDENTIFIERS,
    },
    (),
    _named,
)
CREATOR: Final[Mapping[str, Check]] = {
    "person_or_org": PERSON,
    "role": term(ROLES),
    "affiliations": each(keyed({"id": text(), "name": text()})),
}
RELATED: Final[Mapping[str, Check]] = {
    "identifier": text(1),
    "scheme": text(1),
    "relation_type": term(RELATION_TYPES),
    "resource_type": term(RESOURCE_TYPES),
}
FIELDS: Final[Mapping[str, Check]] = {
    "resource_type": term(RESOURCE_TYPES),
    "creators": each(keyed(CREATOR, ("person_or_org",))),
    "title": text(3),
    "additional_titles": each(
        keyed({"title": text(3), "type": term(TITLE_TYPES), "lang": anything}, ("type",))
    ),
    "publisher": text(),
    "publication_date": day,
    "subjects": each(keyed({"id": text(), "subject": text()}, (), _subject)),
    "contributors": each(keyed(CREATOR, ("person_or_org", "role"))),
    "dates": each(keyed({"date": day, "type": term(DATE_TYPES), "description": text()}, ("type",))),
    "languages": each(term(LANGUAGES)),
    "identifiers": IDENTIFIERS,
    "related_identifiers": each(keyed(RELATED, ("identifier", "relation_type"), scheme_of)),
    "sizes": each(text(1)),
    "formats": each(text(1)),
    "version": text(0, LONGEST_VERSION),
    "rights": each(_right),
    "copyright": text(),
    "description": page(3),
    "additional_descriptions": each(
        keyed(
            {"description": page(3), "type": term(DESCRIPTION_TYPES), "lang": anything}, ("type",)
        )
    ),
    "locations": anything,
    "funding": each(keyed({"funder": anything, "award": anything})),
    "references": each(
        keyed({"reference": text(1), "identifier": text(), "scheme": text()}, ("reference",))
    ),
}
NEEDED: Final = ("resource_type", "creators", "title", "publication_date")


@dataclass(frozen=True, slots=True)
class Checked:
    """What a draft keeps of a body's metadata, and what it says of the rest."""

    kept: Mapping[str, object]
    faults: tuple[dict[str, object], ...]
    unknown: tuple[str, ...]


def checked(metadata: object) -> Checked:
    faults = Faults()
    kept = keyed(FIELDS)(metadata, "metadata", faults)
    given = metadata if isinstance(metadata, dict) else {}
    for name in NEEDED:
        if not given.get(name):
            faults.add(f"metadata.{name}", MISSING)
    found = kept if isinstance(kept, dict) else {}
    return Checked(found, tuple(faults.told), tuple(faults.unknown))


def faults_of_publication(metadata: Mapping[str, object]) -> list[dict[str, object]]:
    """Why a draft with this metadata cannot be published; publisher comes last and alone."""
    faults = list(checked(metadata).faults)
    return faults or ([] if metadata.get("publisher") else [NO_PUBLISHER])
