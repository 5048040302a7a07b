"""What a record says: from the DataCite paper of a sealed tree to the words of InvenioRDM.

Source: InvenioRDM metadata reference; DataCite Metadata Schema 4.6 in JSON.
"""

import html
from collections.abc import Iterator, Mapping
from typing import NoReturn

from packager.domain.errors import ConfigError, IntegrityError, listed
from packager.domain.statement import Statement
from packager.domain.version import Version, release_date
from packager.publish.targets.zenodo_vocabulary import (
    DESCRIPTION_KINDS,
    GENERAL_TYPES,
    LANGUAGES,
    PERSON_SCHEMES,
    SCHEMES,
    TITLE_KINDS,
    require_known_ids,
)

SHORTEST_TITLE = 3
ELSEWHERE = {  # said by the record itself, by another field, or only meant for DataCite
    *("doi", "id", "identifiers", "prefix", "suffix", "publicationYear", "schemaVersion", "url"),
    *("alternateIdentifiers", "contentUrl", "state", "event"),
}
SENT = {
    *("types", "creators", "titles", "publisher", "subjects", "contributors", "dates"),
    *("language", "version", "rightsList", "descriptions", "relatedIdentifiers"),
    *("sizes", "formats", "fundingReferences"),
}


def record_metadata(
    paper: Mapping[str, object], version: Version, *, page: str = "", where: str
) -> dict[str, object]:
    """The `metadata` of a record, whole: what is left out here is taken off the record.

    Args:
        paper: DataCite JSON of the release.
        version: the release; its day is the publication date.
        page: HTML that describes it; "" for the abstract of the paper.
        where: name of the paper, for messages.

    Raises:
        ConfigError: it has an id that no host knows, or lacks what every host wants.
        IntegrityError: it is about another version, or is no DataCite JSON.
    """
    said = Statement(paper, where)
    _require_all_is_sent(said)
    if said.text("version") != version:
        raise IntegrityError(
            f"the paper is about {said.text('version')!r}, not {version}",
            where=where,
            mend="build and cut the version again",
        )
    metadata = _named(said, version) | _described(said, page) | _linked(said)
    kept = {name: value for name, value in metadata.items() if value not in ("", [])}
    _require_complete(kept, where)
    require_known_ids(kept, where=where)
    return kept


def _named(said: Statement, version: Version) -> dict[str, object]:
    """What it is, whose, which version."""
    return {
        "resource_type": {"id": _resource_type(said.inner("types"))},
        "title": _titles(said)[0].text("title"),
        "additional_titles": [_titled(one) for one in _titles(said)[1:]],
        "publication_date": release_date(version).isoformat(),
        "version": version,
        "publisher": _publisher(said),
        "creators": [_creator(one) for one in _each(said, "creators")],
        "contributors": [_contributor(one) for one in _each(said, "contributors")],
    }


def _described(said: Statement, page: str) -> dict[str, object]:
    """What is in it, and under which terms."""
    return {
        "description": page or "".join(_abstract(said)),
        "additional_descriptions": list(_descriptions(said, with_abstract=bool(page))),
        "rights": [_right(one) for one in _each(said, "rightsList")],
        "subjects": [{"subject": one.text("subject")} for one in _each(said, "subjects")],
        "languages": [{"id": _language(said)}] if "language" in said.content else [],
        "sizes": said.content.get("sizes", []),
        "formats": said.content.get("formats", []),
    }


def _linked(said: Statement) -> dict[str, object]:
    """Other days, other resources, and who paid."""
    return {
        "dates": list(_dates(said)),
        "related_identifiers": list(_related(said)),
        "funding": [_funding(one) for one in _each(said, "fundingReferences")],
    }


def _titles(said: Statement) -> tuple[Statement, ...]:
    return said.inners("titles") or _absent("title", said.where)


def _titled(one: Statement) -> dict[str, object]:
    kind = _text(one, "titleType") or "Other"
    return {"title": one.text("title"), "type": {"id": TITLE_KINDS.get(kind, kind)}}


def _publisher(said: Statement) -> str:
    publisher = said.content.get("publisher")
    return publisher if isinstance(publisher, str) else said.inner("publisher").text("name")


def _resource_type(types: Statement) -> str:
    general = types.text("resourceTypeGeneral")
    return GENERAL_TYPES.get(general, general.lower())


def _creator(one: Statement) -> dict[str, object]:
    """Somebody as InvenioRDM tells persons from organisations."""
    identifiers = [
        {
            "scheme": PERSON_SCHEMES.get(each.text("nameIdentifierScheme"), "other"),
            "identifier": each.text("nameIdentifier").rpartition("/")[2],
        }
        for each in _each(one, "nameIdentifiers")
    ]
    if _text(one, "nameType") == "Personal" or "familyName" in one.content:
        person = {
            "type": "personal",
            "family_name": one.text("familyName"),
            "given_name": _text(one, "givenName"),
        }
    else:
        person = {"type": "organizational", "name": one.text("name")}
    affiliations = [{"name": each.text("name")} for each in _each(one, "affiliation")]
    return _filled(
        person_or_org=_filled(**person, identifiers=identifiers), affiliations=affiliations
    )


def _contributor(one: Statement) -> dict[str, object]:
    return _creator(one) | {"role": {"id": one.text("contributorType").lower()}}


def _abstract(said: Statement) -> Iterator[str]:
    for one in _each(said, "descriptions"):
        if one.text("descriptionType") == "Abstract":
            for paragraph in one.text("description").split("\n\n"):
                yield f"<p>{html.escape(' '.join(paragraph.split()), quote=False)}</p>"


def _descriptions(said: Statement, *, with_abstract: bool) -> Iterator[dict[str, object]]:
    for one in _each(said, "descriptions"):
        kind = one.text("descriptionType")
        if kind != "Abstract" or with_abstract:
            text = html.escape(one.text("description"), quote=False)
            yield {"description": text, "type": {"id": DESCRIPTION_KINDS.get(kind, kind.lower())}}


def _right(one: Statement) -> dict[str, object]:
    """Terms by their SPDX id, which hosts write in lower case; others by title and address."""
    known = _text(one, "rightsIdentifier")
    if known:
        return {"id": known.lower()}
    return _filled(title={"en": one.text("rights")}, link=_text(one, "rightsUri"))


def _language(said: Statement) -> str:
    language = said.text("language")
    return LANGUAGES.get(language.partition("-")[0], language)


def _dates(said: Statement) -> Iterator[dict[str, object]]:
    for one in _each(said, "dates"):
        if one.text("dateType") != "Issued":
            yield _filled(
                date=one.text("date"),
                type={"id": one.text("dateType").lower()},
                description=_text(one, "dateInformation"),
            )


def _related(said: Statement) -> Iterator[dict[str, object]]:
    for one in _each(said, "relatedIdentifiers"):
        general = _text(one, "resourceTypeGeneral")
        yield _filled(
            identifier=one.text("relatedIdentifier"),
            scheme=SCHEMES.get(one.text("relatedIdentifierType"), "other"),
            relation_type={"id": one.text("relationType").lower()},
            resource_type={"id": GENERAL_TYPES.get(general, general)} if general else {},
        )


def _funding(one: Statement) -> dict[str, object]:
    title = _text(one, "awardTitle")
    award = _filled(title={"en": title} if title else {}, number=_text(one, "awardNumber"))
    return _filled(funder={"name": one.text("funderName")}, award=award)


def _require_all_is_sent(said: Statement) -> None:
    left = sorted(said.content.keys() - ELSEWHERE - SENT)
    if left:
        raise ConfigError(
            f"{', '.join(left)}: a record has no place for it",
            where=said.where,
            mend="leave it out of the paper, or teach the target where it belongs",
        )


def _require_complete(metadata: Mapping[str, object], where: str) -> None:
    faults = [
        f"no {name}"
        for name in ("creators", "publisher", "description", "rights")
        if not metadata.get(name)
    ]
    if len(str(metadata["title"])) < SHORTEST_TITLE:
        faults.append(f"a title of less than {SHORTEST_TITLE} characters")
    if faults:
        _absent(listed(faults), where)


def _absent(what: str, where: str) -> NoReturn:
    raise ConfigError(
        f"a record needs more: {what}", where=where, mend="complete CITATION.cff, then cut again"
    )


def _text(one: Statement, name: str) -> str:
    return one.text(name) if name in one.content else ""


def _each(one: Statement, name: str) -> tuple[Statement, ...]:
    return one.inners(name) if name in one.content else ()


def _filled(**parts: object) -> dict[str, object]:
    return {name: value for name, value in parts.items() if value not in ("", [], {})}
