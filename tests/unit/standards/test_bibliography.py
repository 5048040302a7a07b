"""Bibliographies of a release: what APA, BibTeX, RIS and CSL-JSON ask for, in their own words."""

import pytest

from packager.assemble.json_schema import validator
from packager.assemble.standards.bibliography import apa, bibtex, csl_json, key, ris
from packager.domain.citation import Creator
from packager.domain.release import Identity
from tests.fakes.works import ADA, IDENTITIES, RAIN, work
from tests.unit.standards.grammars import CSL, bibtex_entry, meant, names, ris_tags

BODY = Creator("Lead Green, a Katonic project")


def person(family: str, given: str) -> Creator:
    return Creator(f"{family}, {given}", "Personal", family_name=family, given_name=given)


def test_an_entry_says_all_that_bibtex_can_use() -> None:
    assert bibtex(work()) == (
        "@misc{RainWatch2026-11-30,\n"
        "  author       = {{Rain Watch}},\n"
        "  title        = {{Rain: fall per day}},\n"
        "  year         = {2026},\n"
        "  month        = nov,\n"
        "  day          = {30},\n"
        "  howpublished = {Data set, version 2026-11-30},\n"
        "  version      = {2026-11-30},\n"
        "  publisher    = {{Rain Ltd}},\n"
        "  doi          = {10.5281/zenodo.2},\n"
        "  url          = {https://doi.org/10.5281/zenodo.2}\n"
        "}\n"
    )


def test_a_comma_in_the_name_of_a_body_makes_it_no_person() -> None:
    _, _, fields = bibtex_entry(bibtex(work(creators=(BODY,))))

    assert fields["author"] == "{{Lead Green, a Katonic project}}"


def test_an_and_in_the_name_of_a_body_makes_it_no_pair() -> None:
    _, _, fields = bibtex_entry(bibtex(work(creators=(Creator("Rain and Sun"), ADA))))

    assert names(fields["author"]) == [["{Rain and Sun}"], ["{Sørensen}", "{Ada-Lin B.}"]]


def test_the_characters_that_tex_takes_for_orders_are_written_out() -> None:
    _, _, fields = bibtex_entry(bibtex(work(title=r"50 % of {A} & B_1 #2 $3 ~ ^ \x")))

    assert fields["title"] == (
        r"{{50 \% of \textbraceleft{}A\textbraceright{} \& B\_1 \#2 \$3 \textasciitilde{}"
        r" \textasciicircum{} \textbackslash{}x}}"
    )
    assert meant(fields["title"]) == r"50 % of {A} & B_1 #2 $3 ~ ^ \x"


def test_a_brace_in_an_address_cannot_end_its_field() -> None:
    _, _, fields = bibtex_entry(bibtex(work(Identity("2026-11-30", "10.1/a}b{c d"))))

    assert fields["doi"] == "{10.1/a%7Db%7Bc%20d}"


@pytest.mark.parametrize(
    ("creator", "expected"),
    [
        (Creator("Lead Green"), "LeadGreen2026-11-30"),
        (ADA, "Srensen2026-11-30"),
        (Creator("Müller & Söhne"), "MullerSohne2026-11-30"),
        (Creator("Σ"), "Dataset2026-11-30"),
    ],
)
def test_a_key_is_plain_letters_and_the_version(creator: Creator, expected: str) -> None:
    assert key(work(creators=(creator,))) == expected


@pytest.mark.parametrize("identity", IDENTITIES)
def test_every_form_names_version_and_address(identity: Identity) -> None:
    release = work(identity)
    address = f"https://doi.org/{identity.doi}" if identity.doi else "https://rain.example/"
    tags = dict(ris_tags(ris(release)))
    (item,) = csl_json(release)
    _, _, fields = bibtex_entry(bibtex(release))

    assert (tags["ET"], tags["UR"]) == (identity.version, address)
    assert (item["version"], item["URL"]) == (identity.version, address)
    assert (fields["version"], fields["url"]) == (f"{{{identity.version}}}", f"{{{address}}}")
    assert f"(Version {identity.version}) [Data set]." in apa(release)
    assert apa(release).endswith(f" {address}")


@pytest.mark.parametrize("identity", IDENTITIES)
def test_a_release_without_a_doi_claims_none(identity: Identity) -> None:
    release = work(identity)
    _, _, fields = bibtex_entry(bibtex(release))

    assert ("doi" in fields) == bool(identity.doi)
    assert ("DO" in dict(ris_tags(ris(release)))) == bool(identity.doi)
    assert ("DOI" in csl_json(release)[0]) == bool(identity.doi)


def test_a_ris_record_begins_with_its_type_and_ends_once() -> None:
    tags = ris_tags(ris(work(creators=(RAIN, ADA))))

    assert tags[0] == ("TY", "DATA")
    assert tags[-1] == ("ER", "")
    assert [tag for tag, _ in tags].count("ER") == 1
    assert [value for tag, value in tags if tag == "AU"] == ["Rain Watch", "Sørensen, Ada-Lin B."]
    assert dict(tags)["DA"] == "2026/11/30/"
    assert [value for tag, value in tags if tag == "KW"] == ["rain", "weather"]


@pytest.mark.parametrize("identity", IDENTITIES)
def test_csl_json_keeps_its_schema(identity: Identity) -> None:
    judge = validator(CSL)

    assert judge(csl_json(work(identity, creators=(RAIN, ADA)))) == []
    assert csl_json(work(identity, creators=(RAIN, ADA)))[0]["author"] == [
        {"literal": "Rain Watch"},
        {"family": "Sørensen", "given": "Ada-Lin B."},
    ]


def test_csl_json_has_the_day_in_three_numbers() -> None:
    (item,) = csl_json(work(Identity("2026-01-05.1")))

    assert item["issued"] == {"date-parts": [[2026, 1, 5]]}


@pytest.mark.parametrize(
    ("creators", "expected"),
    [
        ((RAIN,), "Rain Watch. (2026)."),
        ((ADA,), "Sørensen, A.-L. B. (2026)."),
        ((RAIN, ADA), "Rain Watch, & Sørensen, A.-L. B. (2026)."),
        ((ADA, RAIN, BODY), "Sørensen, A.-L. B., Rain Watch, & Lead Green, a Katonic project."),
        (
            tuple(person(f"P{number}", "Q") for number in range(1, 22)),
            "P18, Q., P19, Q., . . . P21, Q. (2026).",
        ),
    ],
)
def test_apa_names_authors_as_its_seventh_edition_asks(
    creators: tuple[Creator, ...], expected: str
) -> None:
    assert expected in apa(work(creators=creators))


def test_apa_is_one_line_with_publisher_and_doi() -> None:
    assert apa(work()) == (
        "Rain Watch. (2026). Rain: fall per day (Version 2026-11-30) [Data set]. Rain Ltd. "
        "https://doi.org/10.5281/zenodo.2"
    )


def test_a_publisher_that_ends_in_a_dot_gets_no_second_one() -> None:
    assert "[Data set]. Rain Inc. https" in apa(work(publisher="Rain Inc."))
