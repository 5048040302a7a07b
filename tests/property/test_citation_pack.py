"""Any name, any title, any version: every standard says the same, and none is broken by a sign."""

import re
from datetime import date

from hypothesis import given
from hypothesis import strategies as st

from packager.assemble.canonical import json_bytes
from packager.assemble.json_schema import validator
from packager.assemble.resources import Written
from packager.assemble.standards import croissant, datacite, ro_crate
from packager.assemble.standards.bibliography import apa, bibtex, csl_json, key, line, ris
from packager.assemble.standards.claims import Claims
from packager.domain.citation import Creator, Work
from packager.domain.release import Identity
from packager.domain.strict import parse_json
from packager.domain.version import version_key
from tests.fakes.works import work
from tests.unit.standards.grammars import (
    CSL,
    DATACITE,
    SEMVER,
    bibtex_entry,
    meant,
    names,
    ris_tags,
)
from tests.unit.standards.resources import RESOURCES

ODD = "\"'&{}%#_~^\\$@=,;:.<>|*`äöüßéøΣ汉 \tabz AND and 19"
TEXTS = st.text(st.sampled_from(ODD), min_size=1, max_size=25).filter(lambda text: line(text) != "")
BODIES = TEXTS.map(Creator)
PEOPLE = st.builds(
    lambda family, given: Creator(
        f"{family}, {given}", "Personal", family_name=family, given_name=given
    ),
    TEXTS,
    TEXTS,
)
DOIS = st.sampled_from(("", "10.5281/zenodo.2", "10.1234/a(b)c;d_e"))
VERSIONS = st.builds(
    lambda day, number: day.isoformat() + (f".{number}" if number else ""),
    st.dates(date(1900, 1, 1), date(2999, 12, 31)),
    st.integers(0, 9999),
)
IDENTITIES = st.builds(Identity, VERSIONS, DOIS, DOIS)
WORKS = st.builds(
    lambda identity, creators, title, publisher: work(
        identity, creators=tuple(creators), title=title, publisher=publisher
    ),
    IDENTITIES,
    st.lists(BODIES | PEOPLE, min_size=1, max_size=4, unique_by=lambda one: one.name),
    TEXTS,
    TEXTS,
)


@given(WORKS)
def test_bibtex_is_read_back_as_it_was_meant(release: Work) -> None:
    _, cited, fields = bibtex_entry(bibtex(release))
    authors = [[meant(part) for part in parts] for parts in names(fields["author"])]

    assert cited == key(release)
    assert cited.isascii()
    assert re.fullmatch(r"[A-Za-z0-9.-]+", cited)
    assert meant(fields["title"]) == line(release.citation.title)
    assert meant(fields["publisher"]) == line(release.citation.publisher.name)
    assert authors == [
        [line(one.family_name), line(one.given_name)] if one.family_name else [line(one.name)]
        for one in release.citation.creators
    ]


@given(WORKS)
def test_ris_holds_every_name_on_a_line_of_its_own(release: Work) -> None:
    tags = ris_tags(ris(release))

    assert tags[0] == ("TY", "DATA")
    assert tags[-1] == ("ER", "")
    assert [value for tag, value in tags if tag == "AU"] == [
        line(one.name) for one in release.citation.creators
    ]
    assert dict(tags)["TI"] == line(release.citation.title)


@given(WORKS)
def test_json_forms_keep_their_schemas(release: Work) -> None:
    assert validator(CSL)(csl_json(release)) == []
    assert validator(DATACITE)(datacite.datacite(release)) == []


@given(WORKS)
def test_apa_is_one_line_that_ends_in_the_address(release: Work) -> None:
    text = apa(release)

    assert text == line(text)
    assert text.endswith(release.url)
    authors, _, _ = text.partition(f" ({release.identity.date[:4]}). ")
    assert authors.endswith(".")
    assert not authors.endswith("..") or release.citation.creators[-1].name.strip().endswith("..")
    assert f"(Version {release.identity.version})" in text


@given(st.lists(TEXTS, min_size=1, max_size=3))
def test_a_notice_stands_whole_in_every_bibliography_and_breaks_none(notices: list[str]) -> None:
    release = work(notices=tuple(notices))
    whole = line(" ".join(notices))

    _, _, fields = bibtex_entry(bibtex(release))
    assert line(meant(fields["note"])) == whole
    assert [value for tag, value in ris_tags(ris(release)) if tag == "N1"] == [
        line(one) for one in notices
    ]
    assert validator(CSL)(csl_json(release)) == []
    assert csl_json(release)[0]["note"] == whole
    assert apa(release) == " ".join([apa(work()), *(f"[{line(one)}]" for one in notices)])
    noticed = datacite.with_notices(datacite.datacite(work()), notices, "10.5281/zenodo.4")
    assert validator(DATACITE)(noticed) == []


@given(VERSIONS)
def test_a_semantic_version_stands_for_one_version(version: str) -> None:
    said = croissant.semantic(version)
    day, _ = version_key(version)

    assert SEMVER.fullmatch(said)
    assert said.startswith(f"{day.year}.")
    assert croissant.dated(said) == version


@given(WORKS)
def test_every_standard_says_the_same_of_a_release(release: Work) -> None:
    crate = ro_crate.ro_crate(
        release,
        {one.path: Written(one.bytes, one.hash.removeprefix("sha256:")) for one in RESOURCES},
        {one.path: one for one in RESOURCES},
    )
    papers = (
        datacite.claims(read(datacite.datacite(release))),
        croissant.claims(read(croissant.croissant(release, RESOURCES))),
        ro_crate.claims(read(crate)),
    )

    assert {facts(one) for one in papers} == {
        (
            release.identity.version,
            release.identity.date,
            release.identity.doi,
            release.identity.concept_doi,
            release.citation.title,
            "; ".join(one.name for one in release.citation.creators),
            release.citation.publisher.name,
        )
    }
    assert papers[1].files == papers[2].files


def read(document: object) -> object:
    """The document as it stands in its file."""
    return parse_json(json_bytes(document).decode(), where="a paper")


def facts(one: Claims) -> tuple[str | None, ...]:
    return (
        *(one.version, one.date, one.doi, one.concept_doi),
        *(one.title, one.creators, one.publisher),
    )
