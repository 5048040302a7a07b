"""`packager announce`: hosts say what was said of releases since, and nothing sealed moves."""

import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from packager.publish.targets.http import Host
from packager.publish.targets.zenodo_api import ACCEPT, API
from packager.rehearse.repos.state import MAIN
from tests.fakes.watched import NEWEST, TOKENS, VERSIONS, Watched, watched
from tests.faults.commands import TARGETS, write_settings
from tests.faults.kinds import planned
from tests.faults.road import PAGE, READS, Road
from tests.live.owner import delete_record, open_edit

FIRST, SECOND = VERSIONS[:2]
NOTE = "May has 31 days."
SENTENCE = f"Version {SECOND} has an erratum: {NOTE}"
CARD_HEADER = "---\nlicense: cc-by-4.0\n---\n"
NO_TOKENS: dict[str, str] = {}


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with watched(tmp_path_factory.mktemp("told") / "project", withdrawn="") as world:
        yield world


@pytest.fixture
def place(world: Watched) -> Iterator[Watched]:
    with world.unharmed():
        yield world


@pytest.fixture
def noted(place: Watched) -> Watched:
    """The second of three releases has an erratum, which no host was told."""
    assert place.run("erratum", SECOND, "--note", NOTE).code == 0
    return place


def description(place: Watched, version: str) -> str:
    return str(place.public(version).metadata["description"])


def related(place: Watched, version: str) -> list[Any]:
    found = place.public(version).metadata["related_identifiers"]
    assert isinstance(found, list)
    return found


def sealed_page(place: Watched, version: str) -> str:
    """As a host shows it."""
    return Path(place.ledger.release(version).root, PAGE).read_text().strip()


def sealed_card(place: Watched) -> str:
    return Path(place.ledger.release(NEWEST).root, "README.md").read_text()


def fixed(place: Watched) -> dict[str, Any]:
    """All that no notice may move."""
    records = {
        one: (place.public(one).files, place.public(one).doi, place.deposit(one).index)
        for one in VERSIONS
    }
    tags = {name: oid for name, oid in place.repo.refs.items() if name != MAIN}
    commit = place.hub.state.objects.commits[place.repo.refs[MAIN]]
    beside = {path: oid for path, oid in commit.files.items() if path != "README.md"}
    versions = sorted(place.zenodo.state.versions)
    return {"records": records, "tags": tags, "beside": beside, "versions": versions}


def writes(place: Watched) -> list[str]:
    """Requests so far that were to change something."""
    asked = [*place.zenodo.log, *place.hub.log]
    questions = ("/paths-info/", "/validate-yaml", "/preupload/")
    return [
        f"{one.method} {one.path}"
        for one in asked
        if one.method not in READS and not any(part in one.path for part in questions)
    ]


def found_by_watch(place: Watched) -> set[str]:
    _, found = place.watch()
    assert found["not_looked_at"] == []
    return {one["code"] for one in found["findings"]}


def test_a_notice_stands_on_its_record_and_on_the_card_and_nothing_else_moves(
    noted: Watched,
) -> None:
    before, head = fixed(noted), noted.repo.refs[MAIN]
    assert found_by_watch(noted) == {"zenodo.notice-missing", "huggingface.notice-missing"}

    said = noted.run("announce")

    assert said.code == 0, said.err
    assert [line.split("\t")[:3] for line in said.out.splitlines()] == [
        ["zenodo", SECOND, "told"],
        ["huggingface", NEWEST, "told"],
    ]
    assert said.err.count(SENTENCE) == 2
    page = sealed_page(noted, SECOND)
    assert description(noted, SECOND) == f"<p><strong>{SENTENCE}</strong></p>{page}"
    assert [description(noted, one) for one in (FIRST, NEWEST)] == [
        sealed_page(noted, one) for one in (FIRST, NEWEST)
    ]
    body = sealed_card(noted).removeprefix(CARD_HEADER)
    assert noted.card == f"{CARD_HEADER}> **{SENTENCE}**\n\n{body}"
    assert noted.hub.state.objects.commits[noted.repo.refs[MAIN]].parent == head
    assert fixed(noted) == before
    assert noted.deposit(SECOND).draft is None
    assert found_by_watch(noted) == set()
    for words in (("ledger", "verify"), ("verify", SECOND), ("verify", NEWEST)):
        again = noted.run(*words)
        assert again.code == 0, again.err


def test_what_was_told_is_not_told_again(noted: Watched) -> None:
    assert noted.run("announce").code == 0
    made, head = writes(noted), noted.repo.refs[MAIN]

    said = noted.run("announce")

    assert (said.code, said.out) == (0, "")
    assert "every host says what the ledger says" in said.err
    assert (writes(noted), noted.repo.refs[MAIN]) == (made, head)


def test_a_dry_run_says_what_would_be_told_without_a_token_and_writes_nothing(
    noted: Watched,
) -> None:
    made, papers = writes(noted), noted.ledger.journal(SECOND).entries()

    said = noted.run("announce", "--dry-run", environ=NO_TOKENS)

    assert said.code == 0, said.err
    assert [line.split("\t")[:3] for line in said.out.splitlines()] == [
        ["zenodo", SECOND, "to be told"],
        ["huggingface", NEWEST, "to be told"],
    ]
    assert writes(noted) == made
    assert list(noted.ledger.journal(SECOND).entries()) == list(papers)
    assert description(noted, SECOND) == sealed_page(noted, SECOND)


@pytest.mark.parametrize(
    ("host", "told", "other"),
    [
        ("zenodo", "zenodo.notice-missing", "huggingface.notice-missing"),
        ("huggingface", "huggingface.notice-missing", "zenodo.notice-missing"),
    ],
)
def test_one_host_may_be_told_alone(noted: Watched, host: str, told: str, other: str) -> None:
    assert noted.run("announce", "--to", host).code == 0

    assert found_by_watch(noted) == {other}, told


def test_a_notice_can_be_kept_and_told_by_one_command(place: Watched) -> None:
    said = place.run("withdraw", FIRST, "--note", "The gauge was broken", "--announce", "--json")

    assert said.code == 0, said.err
    answer = json.loads(said.out)
    sentence = f"Version {FIRST} was withdrawn: The gauge was broken."
    assert [(one["host"], one["version"], one["sentences"]) for one in answer["told"]] == [
        ("zenodo", FIRST, [sentence]),
        ("huggingface", NEWEST, [sentence]),
    ]
    assert description(place, FIRST).startswith(f"<p><strong>{sentence}</strong></p>")
    assert f"> **{sentence}**" in place.card
    assert found_by_watch(place) == set()


def test_a_superseded_record_points_to_the_doi_of_the_one_to_use(place: Watched) -> None:
    successor, before = place.record(NEWEST, "zenodo").doi, related(place, FIRST)
    words = ("supersede", FIRST, "--by", NEWEST, "--note", "It has all days.", "--announce")

    said = place.run(*words)

    assert said.code == 0, said.err
    *others, added = related(place, FIRST)
    assert others == before
    assert added["relation_type"]["id"] == "isobsoletedby"
    assert (added["identifier"], added["scheme"]) == (successor, "doi")
    assert f"https://doi.org/{successor}" in description(place, FIRST)
    assert found_by_watch(place) == set()


def test_a_second_notice_stands_below_the_first(noted: Watched) -> None:
    assert noted.run("announce").code == 0
    more = "June is wrong, too."

    said = noted.run("erratum", SECOND, "--note", more, "--announce")

    assert said.code == 0, said.err
    second = f"Version {SECOND} has an erratum: {more}"
    page = sealed_page(noted, SECOND)
    told = f"<p><strong>{SENTENCE}</strong></p><p><strong>{second}</strong></p>"
    assert description(noted, SECOND) == f"{told}{page}"
    assert f"{CARD_HEADER}> **{SENTENCE}**\n>\n> **{second}**\n\n" in noted.card


def test_what_a_note_holds_is_read_as_text_on_every_page(place: Watched) -> None:
    note = "a < b & **c** [x](http://y) <script>alert(1)</script> `z` \u201cit\u2019s\u201d"

    said = place.run("erratum", SECOND, "--note", note, "--announce")

    assert said.code == 0, said.err
    assert (
        'a &lt; b &amp; **c** [x](http://y) &lt;script&gt;alert(1)&lt;/script&gt; `z` "it\'s"'
        in description(place, SECOND)
    )
    assert (
        r"a &lt; b &amp; \*\*c\*\* \[x\](http://y) &lt;script&gt;alert(1)&lt;/script&gt; \`z\` "
        "\u201cit\u2019s\u201d" in place.card
    )
    assert found_by_watch(place) == set()


def test_somebody_elses_edit_is_left_as_it_is(noted: Watched) -> None:
    host = Host(noted.zenodo.url + API, token=TOKENS["ZENODO_TOKEN"], accept=ACCEPT)
    open_edit(host, noted.record(SECOND, "zenodo").id)
    edit = noted.deposit(SECOND).draft
    assert edit is not None
    theirs = replace(edit, metadata={**edit.metadata, "title": "Snow"})
    noted.keep(replace(noted.deposit(SECOND), draft=theirs))

    said = noted.run("announce", "--to", "zenodo")

    assert said.code == 5
    assert "somebody else's edit" in said.err
    draft = noted.deposit(SECOND).draft
    assert draft is not None
    assert draft.metadata["title"] == "Snow"
    assert description(noted, SECOND) == sealed_page(noted, SECOND)


def test_an_edit_that_nobody_changed_is_taken_up(noted: Watched) -> None:
    host = Host(noted.zenodo.url + API, token=TOKENS["ZENODO_TOKEN"], accept=ACCEPT)
    open_edit(host, noted.record(SECOND, "zenodo").id)

    said = noted.run("announce", "--to", "zenodo")

    assert said.code == 0, said.err
    assert SENTENCE in description(noted, SECOND)
    assert noted.deposit(SECOND).draft is None


def test_where_main_is_not_ours_no_host_is_told(noted: Watched) -> None:
    noted.point(MAIN, noted.commit(index_csv="day,mm\n2026-11-30,5\n"))
    made, head = writes(noted), noted.repo.refs[MAIN]

    said = noted.run("announce")

    assert said.code == 5
    assert f"main is not {NEWEST} with a card of this tool" in said.err
    assert "index.csv" in said.err
    assert (writes(noted), noted.repo.refs[MAIN]) == (made, head)


def test_where_a_record_says_something_else_no_host_is_told(noted: Watched) -> None:
    noted.change(SECOND, metadata={**noted.public(SECOND).metadata, "title": "Snow"})
    made = writes(noted)

    said = noted.run("announce")

    assert said.code == 5
    assert "title: 'Snow'" in said.err
    assert writes(noted) == made


def test_a_notice_that_somebody_took_off_is_put_back(noted: Watched) -> None:
    assert noted.run("announce").code == 0
    noted.change(
        SECOND,
        metadata={
            **noted.public(SECOND).metadata,
            "description": sealed_page(noted, SECOND),
        },
    )
    noted.point(MAIN, noted.commit(README_md=sealed_card(noted)))
    assert found_by_watch(noted) >= {"zenodo.notice-missing", "huggingface.notice-missing"}

    said = noted.run("announce")

    assert said.code == 0, said.err
    assert SENTENCE in description(noted, SECOND)
    assert SENTENCE in noted.card


def test_the_tombstone_of_a_withdrawn_release_needs_no_notice(place: Watched) -> None:
    host = Host(place.zenodo.url + API, token=TOKENS["ZENODO_TOKEN"], accept=ACCEPT)
    assert place.run("withdraw", FIRST, "--note", "Not ours to give.").code == 0
    delete_record(host, place.record(FIRST, "zenodo").id)

    said = place.run("announce")

    assert said.code == 0, said.err
    assert [line.split("\t")[0] for line in said.out.splitlines()] == ["huggingface"]


@pytest.mark.parametrize(
    ("token", "words"),
    [("ZENODO_TOKEN", ("--to", "zenodo")), ("HF_TOKEN", ("--to", "huggingface"))],
)
def test_without_a_token_that_may_write_nothing_is_told(
    noted: Watched, token: str, words: tuple[str, ...]
) -> None:
    made = writes(noted)
    environ = {name: secret for name, secret in TOKENS.items() if name != token}

    said = noted.run("announce", *words, environ=environ)

    assert (said.code, token in said.err) == (1, True), said.err
    assert writes(noted) == made


def test_settings_that_name_another_place_are_refused(noted: Watched) -> None:
    settings = noted.root / "pyproject.toml"
    kept = settings.read_text()
    made = writes(noted)
    try:
        settings.write_text(kept.replace("alice/rain", "alice/snow"))
        said = noted.run("announce")
    finally:
        settings.write_text(kept)

    assert said.code == 1
    assert "was published in alice/rain, the settings name alice/snow" in said.err
    assert writes(noted) == made


def test_a_project_without_a_publication_has_nobody_to_tell(tmp_path: Path, place: Watched) -> None:
    elsewhere = replace(place, root=tmp_path / "new")
    write_settings(replace(place.road(FIRST), root=elsewhere.root))

    said = elsewhere.run("announce", environ=NO_TOKENS)

    assert (said.code, said.out) == (0, "")
    assert "no release is published on a host yet" in said.err


@pytest.fixture
def following(noted: Watched, tmp_path: Path) -> Road:
    """The next release, sealed and not published yet."""
    road = noted.road("2027-01-31")
    shutil.rmtree(noted.root / "dist" / road.version, ignore_errors=True)
    road.reserve()
    road.cut()
    return road


def test_the_next_release_stands_where_the_noted_card_stood(
    noted: Watched, following: Road
) -> None:
    assert noted.run("announce").code == 0

    said = noted.run("publish", following.version, *TARGETS)

    assert said.code == 0, said.err
    assert "warning" not in said.err.lower()
    sealed = following.ledger.release(following.version)
    assert noted.card == Path(sealed.root, "README.md").read_text()
    assert found_by_watch(noted) == set()
    assert noted.run("announce").out == ""


def test_a_release_on_its_way_is_brought_to_its_end_first(noted: Watched, following: Road) -> None:
    planned(noted.plan, "create-tag:500-before", lasts=True)
    assert noted.run("publish", following.version, "--to", "huggingface").code == 3
    noted.plan.clear()
    head = noted.repo.refs[MAIN]

    said = noted.run("announce", "--to", "huggingface")

    assert said.code == 3
    assert f"main holds {following.version}, whose publication has not ended" in said.err
    assert f"packager publish {following.version} --to huggingface" in said.err
    assert noted.repo.refs[MAIN] == head


def test_publishing_again_after_a_notice_changes_nothing(noted: Watched) -> None:
    assert noted.run("announce").code == 0
    made, card = writes(noted), noted.card

    said = [noted.run("publish", version, *TARGETS) for version in (SECOND, NEWEST)]

    assert [one.code for one in said] == [0, 0], "".join(one.err for one in said)
    assert writes(noted) == made
    assert noted.card == card
