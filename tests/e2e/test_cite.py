"""`packager cite`: a sealed release in every form, from what was sealed."""

import json
import shutil
from pathlib import Path

import pytest
import yaml
from cffconvert import Citation as Converted

from packager.assemble.inputs import change_document, inputs_document
from packager.assemble.json_schema import validator
from packager.cli.making import make_new, past_of
from packager.cli.project import Project
from packager.cli.tooling import seal_tree
from packager.config import read_config
from packager.domain.release import Identity
from packager.green_tokens.recipe import RECIPE
from packager.publish.ledger import Ledger
from tests.fakes.projects import FakeProject, new_project
from tests.unit.standards.grammars import CSL, DATACITE, bibtex_entry, meant, ris_tags

FIRST, SECOND = "2026-11-30", "2026-11-30.1"
DOI, SERIES = "10.5281/zenodo.23478910", "10.5281/zenodo.23478909"


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> FakeProject:
    """Two sealed releases of one day, the first with a DOI, the second without."""
    project = new_project(tmp_path_factory.mktemp("cited") / "project")
    Ledger(project.releases).reserve(Identity(FIRST, DOI, SERIES))
    previous = None
    for identity in (Identity(FIRST, DOI, SERIES), Identity(SECOND, concept_doi=SERIES)):
        keep(project, identity, previous)
        previous = identity.version
    return project


def keep(project: FakeProject, identity: Identity, previous: str | None) -> None:
    """Build and seal a version as a cut does, without the judges, which take their time."""
    inside = Project(read_config(project.root, None), RECIPE)
    tree = project.root / "dist" / identity.version
    made = make_new(inside, identity, {}, past_of(inside, previous), tree)
    Ledger(project.releases).add_release(
        seal_tree(inside, identity, tree, tree.with_suffix(".zip")),
        tree,
        inputs=inputs_document(made.inputs),
        change=change_document(made.change),
    )


def test_the_entry_for_bibtex_is_the_form_one_gets_unasked(project: FakeProject) -> None:
    said = project.call("cite", FIRST)
    kind, key, fields = bibtex_entry(said.out)

    assert (said.code, said.err) == (0, "")
    assert (kind, key) == ("misc", f"LeadGreen{FIRST}")
    assert fields["author"] == "{{Lead Green}}"
    assert (fields["version"], fields["doi"]) == (f"{{{FIRST}}}", f"{{{DOI}}}")


def test_the_other_forms_say_the_same(project: FakeProject) -> None:
    apa, ris, csl, cff, datacite = (
        project.call("cite", FIRST, "--format", form).out
        for form in ("apa", "ris", "csl-json", "cff", "datacite")
    )

    assert apa == (
        "Lead Green. (2026). Green Tokens: GPU energy per million output tokens of language models"
        f" (Version {FIRST}) [Data set]. Katonic AI Technology Ltd. https://doi.org/{DOI}\n"
    )
    assert dict(ris_tags(ris))["DO"] == DOI
    assert validator(CSL)(json.loads(csl)) == []
    assert json.loads(csl)[0]["DOI"] == DOI
    assert cff == (project.releases / FIRST / "tree" / "CITATION.cff").read_text(encoding="utf-8")
    assert validator(DATACITE)(json.loads(datacite)) == []
    assert json.loads(datacite)["doi"] == DOI


def test_a_later_release_leads_to_the_one_before(project: FakeProject) -> None:
    said = json.loads(project.call("cite", SECOND, "--format", "datacite").out)
    related = {one["relationType"]: one["relatedIdentifier"] for one in said["relatedIdentifiers"]}

    assert related["IsNewVersionOf"] == DOI
    assert related["IsIdenticalTo"].endswith(f"/tree/{SECOND}")


def test_a_release_without_a_doi_says_so(project: FakeProject) -> None:
    said = project.call("cite", SECOND, "--format", "apa")

    assert "no DOI was reserved for it" in said.err
    assert said.out.endswith("https://leadgreen.ai/\n")


def test_what_is_said_is_what_was_sealed(project: FakeProject, tmp_path: Path) -> None:
    kept = project.root / "CITATION.cff"
    text = kept.read_text(encoding="utf-8")
    before = project.call("cite", FIRST).out
    kept.write_text(text.replace("Lead Green", "Somebody Else"), encoding="utf-8")

    try:
        assert project.call("cite", FIRST).out == before
    finally:
        kept.write_text(text, encoding="utf-8")


def test_a_script_gets_form_and_text(project: FakeProject) -> None:
    said = json.loads(project.call("cite", FIRST, "--format", "apa", "--json").out)

    assert (said["version"], said["format"]) == (FIRST, "apa")
    assert said["citation"].startswith("Lead Green. (2026).")


@pytest.fixture
def noticed(project: FakeProject, tmp_path: Path) -> FakeProject:
    """The first release has an erratum, and is superseded by the second."""
    shutil.copytree(project.root, tmp_path / "project")
    said = FakeProject(tmp_path / "project")
    ledger = Ledger(said.releases)
    ledger.add_notice("erratum", FIRST, "A unit was wrong in the card")
    ledger.add_notice("supersede", FIRST, f"Use {SECOND} instead.", instead=SECOND)
    return said


SAID = (
    f"Version {FIRST} has an erratum: A unit was wrong in the card.",
    f"Version {FIRST} is superseded: Use {SECOND} instead.",
)


def test_what_was_said_of_a_release_stands_inside_each_form_of_its_citation(
    project: FakeProject, noticed: FakeProject
) -> None:
    before, now = (
        {
            form: one.call("cite", FIRST, "--format", form)
            for form in ("bibtex", "apa", "ris", "csl-json", "cff", "datacite")
        }
        for one in (project, noticed)
    )

    _, _, fields = bibtex_entry(now["bibtex"].out)
    assert meant(fields["note"]) == " ".join(SAID)
    assert now["apa"].out == f"{before['apa'].out.strip()} [{SAID[0]}] [{SAID[1]}]\n"
    assert [value for tag, value in ris_tags(now["ris"].out) if tag == "N1"] == list(SAID)
    assert json.loads(now["csl-json"].out)[0]["note"] == " ".join(SAID)
    assert validator(CSL)(json.loads(now["csl-json"].out)) == []
    cff, plain = (yaml.safe_load(one["cff"].out) for one in (now, before))
    Converted(now["cff"].out).validate()
    assert cff == plain | {"message": f"{plain['message']} {' '.join(SAID)}"}
    registry, sealed = (json.loads(one["datacite"].out) for one in (now, before))
    assert validator(DATACITE)(registry) == []
    assert registry["descriptions"] == [
        *sealed["descriptions"],
        *({"description": one, "descriptionType": "Other", "lang": "en"} for one in SAID),
    ]
    assert registry["relatedIdentifiers"] == sealed["relatedIdentifiers"]
    assert all(f"{SAID[0]}\n{SAID[1]}\n" == one.err for one in now.values())


def test_a_script_gets_what_was_said_apart(noticed: FakeProject) -> None:
    assert json.loads(noticed.call("cite", FIRST, "--json").out)["notices"] == list(SAID)


def test_the_doi_of_the_version_to_use_instead_stands_in_the_registry(
    project: FakeProject, tmp_path: Path
) -> None:
    shutil.copytree(project.root, tmp_path / "project")
    later = FakeProject(tmp_path / "project")
    newest = Identity("2026-12-24", "10.5281/zenodo.23478999", SERIES)
    Ledger(later.releases).reserve(newest)
    keep(later, newest, SECOND)
    ledger = Ledger(later.releases)
    ledger.add_notice("supersede", FIRST, f"Use {SECOND} instead.", instead=SECOND)
    ledger.add_notice("supersede", SECOND, "Use it.", instead=newest.version)

    said = later.call("cite", FIRST, "--format", "datacite")

    assert validator(DATACITE)(json.loads(said.out)) == []
    related = json.loads(said.out)["relatedIdentifiers"]
    assert [
        one["relatedIdentifier"] for one in related if one["relationType"] == "IsObsoletedBy"
    ] == [newest.doi]
    assert said.err == (
        f"{SAID[1]} That one is superseded as well: use {newest.version}."
        f" https://doi.org/{newest.doi}\n"
    )
    ledger.add_notice("withdraw", newest.version, "Not ours to give.")
    gone = later.call("cite", FIRST, "--format", "datacite")
    assert "IsObsoletedBy" not in gone.out
    assert f"Version {newest.version} was withdrawn." in gone.err


def test_a_version_that_was_never_sealed_is_refused(project: FakeProject) -> None:
    said = project.call("cite", "2026-12-24")

    assert said.code == 4
    assert "no sealed release 2026-12-24" in said.err
    assert said.out == ""
