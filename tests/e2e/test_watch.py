"""`packager watch` on three published releases: quiet while nothing happens, and then not."""

import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from packager.cli.watching import TRIES
from packager.publish.targets.http import Host
from packager.publish.targets.hub_patience import Patience
from packager.publish.targets.hub_watching import HubWatcher
from packager.publish.targets.huggingface import place_at
from packager.publish.targets.zenodo_api import ACCEPT, API
from packager.publish.targets.zenodo_layout import Layout
from packager.publish.targets.zenodo_watching import ZenodoWatcher
from packager.publish.watch import watch
from packager.publish.watch_codes import CODES
from packager.rehearse.faults import Fault
from packager.rehearse.records.drafts import open_version
from packager.rehearse.repos.state import MAIN
from tests.fakes.watched import (
    NEWEST,
    PUBLISHED,
    REPO_ID,
    TOKENS,
    VERSIONS,
    WITHDRAWN,
    Watched,
    watched,
)
from tests.faults.road import PAGE, READS
from tests.live.owner import change_a_file, open_edit

TAG = f"refs/tags/{NEWEST}"
Act = Callable[[Watched], object]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with watched(tmp_path_factory.mktemp("watched") / "project") as world:
        yield world


@pytest.fixture
def place(world: Watched) -> Iterator[Watched]:
    with world.unharmed():
        yield world


def owner(place: Watched) -> Host:
    return Host(place.zenodo.url + API, token=TOKENS["ZENODO_TOKEN"], accept=ACCEPT)


def edit_a_file(place: Watched) -> None:
    change_a_file(owner(place), place.deposit().id, "index.csv", b"day,mm\n2026-11-30,5\n")


def lose_a_file(place: Watched) -> None:
    files = place.files()
    del files["index.csv"]
    place.change(files=files)


def add_a_file(place: Watched) -> None:
    more = replace(place.files()["index.csv"], key="more.csv")
    place.change(files={**place.files(), "more.csv": more})


def delete(place: Watched, version: str) -> None:
    place.keep(replace(place.deposit(version), tombstone=("2026-12-02", "test-record")))


def publish_another(place: Watched) -> None:
    """Somebody with the rights of an owner publishes a version that no release is behind."""
    draft = open_version(place.zenodo.state, place.deposit())
    public = replace(place.public(), doi=f"10.5072/zenodo.{draft.id}")
    place.keep(replace(draft, draft=None, public=public))


def lose_the_concept(place: Watched) -> None:
    parent = place.record(NEWEST, "zenodo").parent
    told = {"Content-Type": "application/json"}
    path = f"/records/{parent}$"
    place.plan.add(Fault("status", path=path, status=404, times=-1, headers=told, body="{}"))


def move_main_and_tag(place: Watched, **contents: str | None) -> str:
    commit = place.commit(**contents)
    place.point(MAIN, commit)
    place.point(TAG, commit)
    return commit


def squash(place: Watched) -> None:
    before = place.repo.refs[MAIN]
    move_main_and_tag(place)
    del place.hub.state.objects.commits[before]


def flip_a_bit(place: Watched) -> None:
    """Of a file on each host; the second time it flips back."""
    place.zenodo.damage(place.record(VERSIONS[1], "zenodo").id, "index.csv")
    place.hub.damage(REPO_ID, "index.csv")


def disable(place: Watched) -> None:
    told = {"X-Error-Message": "Access to this resource is disabled."}
    path = f"/api/datasets/{REPO_ID}$"
    place.plan.add(Fault("status", path=path, status=403, times=-1, headers=told, body="{}"))


def change_repo(place: Watched, **facts: object) -> None:
    place.hub.state.keep(replace(place.repo, **facts))  # type: ignore[arg-type] # any of its fields


def card(place: Watched, old: str, new: str) -> str:
    text = Path(place.root, "releases", NEWEST, "tree", "README.md").read_text(encoding="utf-8")
    assert old in text
    return text.replace(old, new)


HARM: dict[str, tuple[Act, set[str]]] = {
    "the host loses a record": (
        lambda place: place.zenodo.state.versions.pop(place.deposit(WITHDRAWN).id),
        {"zenodo.record-gone"},
    ),
    "an owner takes a record back": (
        lambda place: delete(place, VERSIONS[1]),
        {"zenodo.record-deleted"},
    ),
    "an owner takes the newest record back": (
        lambda place: delete(place, NEWEST),
        {"zenodo.record-deleted"},
    ),
    "a notice is not told": (
        lambda place: place.ledger.add_notice("erratum", VERSIONS[1], "May has 31 days."),
        {"zenodo.notice-missing", "huggingface.notice-missing"},
    ),
    "an owner takes the record of a withdrawn release back": (
        lambda place: delete(place, WITHDRAWN),
        {"zenodo.withdrawn-deleted"},
    ),
    "an owner restricts the files": (
        lambda place: place.change(access={"record": "public", "files": "restricted"}),
        {"zenodo.record-closed"},
    ),
    "the DOI is another one": (
        lambda place: place.change(doi="10.5072/zenodo.1"),
        {"zenodo.doi-changed"},
    ),
    "an old record is moved to another series": (
        lambda place: place.keep(replace(place.deposit(WITHDRAWN), parent="6000000")),
        {"zenodo.concept-changed", "zenodo.unlisted"},
    ),
    "an owner changes a file": (edit_a_file, {"zenodo.file-changed"}),
    "an owner deletes a file": (lose_a_file, {"zenodo.file-missing"}),
    "an owner adds a file": (add_a_file, {"zenodo.file-added"}),
    "an owner edits the title": (
        lambda place: place.change(metadata={**place.public().metadata, "title": "Rain, edited"}),
        {"zenodo.metadata-changed"},
    ),
    "an owner publishes another version": (
        publish_another,
        {"zenodo.foreign-version", "zenodo.not-latest"},
    ),
    "the concept DOI leads nowhere": (lose_the_concept, {"zenodo.concept-lost"}),
    "the host counts the versions otherwise": (
        lambda place: place.keep(replace(place.deposit(WITHDRAWN), index=2)),
        {"zenodo.order-changed"},
    ),
    "the host's index forgets a record": (
        lambda place: place.zenodo.state.index.note(place.deposit(WITHDRAWN).id, None),
        {"zenodo.unlisted"},
    ),
    "an owner opens an edit": (
        lambda place: open_edit(owner(place), place.deposit().id),
        {"zenodo.edit-open"},
    ),
    "an owner opens a new version": (
        lambda place: open_version(place.zenodo.state, place.deposit()),
        {"zenodo.draft-left"},
    ),
    "the repository is deleted": (
        lambda place: place.hub.state.repos.clear(),
        {"huggingface.repository-gone"},
    ),
    "the repository is made private": (
        lambda place: change_repo(place, is_private=True),
        {"huggingface.repository-private"},
    ),
    "the Hub disables the repository": (disable, {"huggingface.repository-disabled"}),
    "the repository is gated": (
        lambda place: change_repo(place, gated="manual"),
        {"huggingface.repository-gated"},
    ),
    "the repository is renamed": (
        lambda place: change_repo(place, id="Alice/Rain"),
        {"huggingface.repository-renamed"},
    ),
    "a tag is deleted": (
        lambda place: place.hub.state.drop_ref(place.repo, TAG),
        {"huggingface.tag-gone"},
    ),
    "a tag is moved to the same files": (
        move_main_and_tag,
        {"huggingface.tag-moved"},
    ),
    "history is squashed": (squash, {"huggingface.tag-moved", "huggingface.commit-gone"}),
    "a tag is moved to other bytes": (
        lambda place: place.point(TAG, place.commit(index_csv="day,mm\n")),
        {"huggingface.tag-moved", "huggingface.file-changed"},
    ),
    "a tag is moved to fewer files": (
        lambda place: place.point(TAG, place.commit(index_csv=None)),
        {"huggingface.tag-moved", "huggingface.file-missing"},
    ),
    "a tag is moved to more files": (
        lambda place: place.point(TAG, place.commit(more_csv="a\n")),
        {"huggingface.tag-moved", "huggingface.file-added"},
    ),
    "somebody commits to main": (
        lambda place: place.point(MAIN, place.commit(more_csv="a\n")),
        {"huggingface.main-differs"},
    ),
    "somebody edits the text of the card": (
        lambda place: place.point(MAIN, place.commit(README_md=card(place, "Rain", "Snow"))),
        {"huggingface.main-differs"},
    ),
    "somebody edits the header of the card": (
        lambda place: place.point(
            MAIN, place.commit(README_md=card(place, "license:", "language: en\nlicense:"))
        ),
        {"huggingface.main-differs", "huggingface.card-changed"},
    ),
    "somebody tags a version": (
        lambda place: place.point("refs/tags/2027-05-01", place.repo.refs[MAIN]),
        {"huggingface.foreign-version"},
    ),
    "a draft branch is left": (
        lambda place: place.point(f"refs/heads/release-{NEWEST}", place.repo.refs[MAIN]),
        {"huggingface.branch-left"},
    ),
}
FLIPPED = {"zenodo.download-differs", "huggingface.download-differs"}


def test_nothing_is_found_while_nothing_happens(place: Watched) -> None:
    code, found = place.watch("--deep")

    assert (code, found["findings"], found["not_looked_at"]) == (0, [], [])
    looked = {(one["host"], one["version"]) for one in found["looked_at"]}
    assert looked >= {(host, one) for host in ("zenodo", "huggingface") for one in VERSIONS}
    assert found["verdict"] == "all is as it was published"


@pytest.mark.parametrize("harm", HARM)
def test_what_happens_to_a_release_is_found_and_nothing_else(place: Watched, harm: str) -> None:
    act, codes = HARM[harm]
    act(place)

    code, found = place.watch()

    assert {one["code"] for one in found["findings"]} == codes
    assert not any(one["is_failure"] for one in found["not_looked_at"])
    assert code == (5 if any(CODES[one].severity == "error" for one in codes) else 0)
    for one in found["findings"]:
        assert one["where"].startswith("http://127.0.0.1:")
        assert one["what"]
        assert one["mend"]


def test_a_bit_that_flips_on_a_host_is_found_by_a_download_alone(place: Watched) -> None:
    flip_a_bit(place)
    try:
        digests, downloads = place.watch(), place.watch("--deep")
    finally:
        flip_a_bit(place)

    assert digests[1]["findings"] == []
    assert {one["code"] for one in downloads[1]["findings"]} == FLIPPED
    assert (digests[0], downloads[0]) == (0, 5)


def test_every_code_is_produced_by_a_harm() -> None:
    produced = set[str]().union(*(codes for _, codes in HARM.values()))

    assert produced | FLIPPED == CODES.keys()


def test_a_changed_file_is_named(place: Watched) -> None:
    edit_a_file(place)

    (one,) = place.watch()[1]["findings"]

    assert (one["host"], one["version"], one["severity"]) == ("zenodo", NEWEST, "error")
    assert one["details"] == ["index.csv"]


def test_a_visitor_is_told_what_was_not_looked_at(place: Watched) -> None:
    open_edit(owner(place), place.deposit().id)

    code, found = place.watch(environ={})

    assert (code, found["findings"]) == (0, [])
    (gap,) = found["not_looked_at"]
    assert (gap["host"], gap["about"], gap["is_failure"]) == ("zenodo", "open drafts", False)


def test_a_visitor_cannot_tell_a_private_repository_from_none(place: Watched) -> None:
    change_repo(place, is_private=True)

    (one,) = place.watch(environ={})[1]["findings"]

    assert one["code"] == "huggingface.repository-gone"


def test_what_a_host_wrote_moves_no_cursor(place: Watched) -> None:
    name = "\x1b[2Jnew.csv"
    place.change(files={**place.files(), name: replace(place.files()["index.csv"], key=name)})

    said = place.call()

    assert "\\x1b[2Jnew.csv" in said.err
    assert "\x1b" not in said.out + said.err


def test_a_watch_changes_nothing_on_any_host(place: Watched) -> None:
    for server in (place.zenodo, place.hub.hub, place.hub.storage):
        server.forget()

    place.watch("--deep")

    asked = [*place.zenodo.log, *place.hub.log, *place.hub.storage.log]
    assert len(asked) > 10
    assert {one.method for one in asked} <= READS


def test_what_a_watch_asks_grows_by_a_few_requests_a_release(place: Watched) -> None:
    for server in (place.zenodo, place.hub.hub):
        server.forget()

    place.watch()

    assert len(place.zenodo.log) <= 3 * len(VERSIONS) + 4
    assert len(place.hub.log) <= len(VERSIONS) + 4


def test_a_host_that_is_down_does_not_hide_the_other(place: Watched) -> None:
    place.plan.add(Fault("status", path="^/api/records", status=503, times=-1))
    place.point(f"refs/heads/release-{NEWEST}", place.repo.refs[MAIN])

    code, found = place.watch()

    assert code == 3
    assert {one["code"] for one in found["findings"]} == {"huggingface.branch-left"}
    gaps = [one for one in found["not_looked_at"] if one["is_failure"]]
    assert {one["host"] for one in gaps} == {"zenodo"}
    assert gaps[-1]["about"] == "the rest"
    assert {one["host"] for one in found["looked_at"]} == {"huggingface"}


def test_an_error_counts_for_more_than_a_host_that_is_down(place: Watched) -> None:
    place.plan.add(Fault("drop", path="^/api/datasets", times=-1))
    edit_a_file(place)

    code, found = place.watch()

    assert code == 5
    assert [one["code"] for one in found["findings"]] == ["zenodo.file-changed"]
    assert any(one["host"] == "huggingface" for one in found["not_looked_at"])


def test_one_record_that_fails_does_not_hide_its_neighbours(place: Watched) -> None:
    identifier = place.record(VERSIONS[1], "zenodo").id
    place.plan.add(Fault("status", path=f"/records/{identifier}$", status=500, times=-1))

    code, found = place.watch()

    assert (code, found["findings"]) == (3, [])
    assert [one["about"] for one in found["not_looked_at"]] == [f"record of {VERSIONS[1]}"]
    seen = {one["version"] for one in found["looked_at"] if one["host"] == "zenodo"}
    assert seen == {"", WITHDRAWN, NEWEST}


def test_a_newest_record_that_was_not_read_is_still_the_newest(place: Watched) -> None:
    path = f"/records/{place.deposit().id}$"
    place.plan.add(Fault("status", path=path, status=500, times=TRIES))

    code, found = place.watch()

    assert (code, found["findings"]) == (3, [])
    assert [one["about"] for one in found["not_looked_at"]] == [f"record of {NEWEST}"]


def test_a_record_that_visitors_are_refused_is_closed(place: Watched) -> None:
    path = f"/records/{place.deposit(WITHDRAWN).id}$"
    place.plan.add(Fault("status", path=path, status=403, times=-1))

    code, found = place.watch(environ={})

    assert code == 5
    assert [one["code"] for one in found["findings"]] == ["zenodo.record-closed"]


def test_a_publication_that_has_not_ended_is_nobody_elses(place: Watched) -> None:
    """The newest release is public on both hosts; its records are not in the ledger yet."""
    before, last = VERSIONS[:-1], place.ledger.release(NEWEST)
    doi = place.record(NEWEST, "zenodo").doi
    zenodo = ZenodoWatcher(
        Host(place.zenodo.url + API, accept=ACCEPT),
        layout=Layout(page=PAGE),
        as_of=PUBLISHED,
        expected={doi},
    )
    at_hub = place_at(place.hub.url, REPO_ID, token=TOKENS["HF_TOKEN"])
    hub = HubWatcher(at_hub, Patience(time.sleep), expected=[last])

    found = watch(
        [(one, place.published(one.name, before)) for one in (zenodo, hub)], as_of=PUBLISHED
    )

    assert (found.findings, found.has_failures) == ([], False)
    main = [one.said for one in found.seen if one.where.endswith("/tree/main")]
    assert main == [f"main holds {NEWEST}, whose publication has not ended"]


@pytest.mark.parametrize(
    ("day", "said"),
    [
        ("2026-12-30", "its files can change until 2026-12-30"),
        ("2026-12-31", "its files can change by an edit begun until 2026-12-30"),
        ("2027-01-15", "its files cannot change since 2027-01-15"),
    ],
)
def test_it_says_until_when_files_can_change(place: Watched, day: str, said: str) -> None:
    told = place.call(day=date.fromisoformat(day))

    assert (told.code, told.out.count(said)) == (0, len(VERSIONS))


def test_the_report_is_the_same_whenever_nothing_changed(place: Watched, tmp_path: Path) -> None:
    edit_a_file(place)

    to_stdout = place.call("--markdown")
    to_file = place.call("--markdown", str(tmp_path / "report.md"))

    report = (tmp_path / "report.md").read_text(encoding="utf-8")
    assert to_stdout.out == report
    assert report.splitlines()[0] == "<!-- packager watch -->"
    assert "`zenodo.file-changed`" in report
    assert "error\tzenodo.file-changed" in to_file.out
    assert f"zenodo.file-changed {NEWEST}\n  index.csv\n  mend: put" in to_file.err
    assert (to_stdout.code, to_file.code) == (5, 5)


def test_a_report_that_cannot_be_written_is_an_error(place: Watched, tmp_path: Path) -> None:
    said = place.call("--markdown", str(tmp_path))

    assert said.code == 1
    assert "the report cannot be written" in said.err


def test_two_results_for_one_stdout_are_refused(place: Watched) -> None:
    said = place.call("--json", "--markdown")

    assert (said.code, said.out) == (1, "")
    assert "--markdown report.md" in said.err


def test_a_record_of_another_host_is_not_compared_with_this_one(place: Watched) -> None:
    settings = place.root / "pyproject.toml"
    before = settings.read_text()
    settings.write_text(before.replace(place.zenodo.url, "http://127.0.0.1:9"))
    try:
        code, found = place.watch()
    finally:
        settings.write_text(before)

    assert code == 3
    assert "the settings name http://127.0.0.1:9" in found["not_looked_at"][0]["why"]
