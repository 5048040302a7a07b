"""Publications to a Hub: the bundled one, and the one that the environment names."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from packager.assemble.seal import seal
from packager.assemble.tree import files_of, write_tree
from packager.domain.errors import ConfigError, IntegrityError, PackagerError, TargetError
from packager.domain.release import Identity, Record, Release
from packager.publish.ledger import Ledger
from packager.publish.run import plan, publish
from packager.publish.targets.hub_answers import Hub, HubRefusalError, Progress
from packager.publish.targets.hub_changes import change
from packager.publish.verify import require_same_files, verify_record
from tests.fakes.trees import MAKER, PAPERS, VERSION, cut
from tests.faults.large import MIB, block
from tests.live.hub_worlds import URL, WORLDS, XET, HubWorld, hub_world, with_xet, without_waiting

LATER = "2026-12-01"
BRANCH = f"release-{VERSION}"
LARGE = b"\0\1" * 3000
Cut = Callable[..., Release]


@pytest.fixture(params=WORLDS)
def world(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubWorld]:
    without_waiting(monkeypatch, request.param)
    with hub_world(request.param) as world:
        yield world


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "releases")


@pytest.fixture
def new(ledger: Ledger, tmp_path: Path) -> Cut:
    def new(version: str = VERSION, **more: bytes) -> Release:
        cut(ledger, tmp_path / "dist", version, **more)
        return ledger.release(version)

    return new


@pytest.fixture
def release(new: Cut) -> Release:
    return new(large=LARGE)


def carry(
    world: HubWorld, ledger: Ledger, release: Release, progress: Progress = lambda *_: None
) -> Record:
    (record,) = publish(release, [world.target(ledger, progress=progress)], ledger)
    return record


def assert_published(
    world: HubWorld, ledger: Ledger, *releases: Release, commits: int | None = None
) -> None:
    """One tag a release, its sealed bytes at it, main at the newest, nothing left over."""
    branches, tags = world.refs()
    newest = releases[-1]
    assert set(tags) == {release.version for release in releases}
    assert branches == {"main": tags[newest.version]}
    for release in releases:
        commit = tags[release.version]
        assert change(world.files(commit), release.files).is_nothing
        record = ledger.find_record(release.version, "huggingface")
        assert record is not None
        assert (record.revision, record.tag) == (commit, release.version)
        assert ledger.journal(release.version).unfinished() == ()
    titles = [title for title in world.titles() if title.startswith("Release ")]
    assert len(titles) == (len(releases) if commits is None else commits)
    assert not world.is_private()
    assert ledger.faults() == []


def sent(world: HubWorld) -> list[str]:
    """Requests by which content or a change was sent."""
    return [
        f"{one.method} {one.path}"
        for one in world.log()
        if one.method in {"PUT", "DELETE"}
        or (one.method == "POST" and not one.path.endswith(("validate-yaml", "paths-info")))
    ]


def test_the_first_release_creates_the_repository(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    record = carry(world, ledger, release)

    assert_published(world, ledger, release)
    assert record.url == f"{world.url}/datasets/{world.repo_id}/tree/{VERSION}"
    assert record.repo_id == world.repo_id


def test_nobody_sees_a_new_repository_before_main_has_moved(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    target = world.target(ledger)
    target.preflight(release)
    draft = target.draft(release)

    assert world.is_private()
    assert world.place().public.find_repository() is None
    require_same_files(release.files, target.draft_files(draft), target="draft", where=BRANCH)
    target.publish(draft, release)
    assert not world.is_private()


def test_files_of_the_release_before_go_in_the_same_commit(
    world: HubWorld, ledger: Ledger, new: Cut
) -> None:
    first = new(gone=b"old", kept=LARGE)
    carry(world, ledger, first)
    second = new(LATER, kept=LARGE, fresh=b"new")

    planned = world.target(ledger).preflight(second)
    assert (planned.sent, planned.removed) == (("fresh.txt",), ("gone.txt",))
    assert "kept.txt" in planned.kept
    assert planned.bytes == 3
    carry(world, ledger, second)

    assert_published(world, ledger, first, second)


def test_the_same_release_again_sends_nothing(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    record = carry(world, ledger, release)
    world.forget()

    assert carry(world, ledger, release) == record
    target = world.target(ledger)
    assert target.publish(target.draft(release), release) == record
    assert sent(world) == []
    planned = target.preflight(release)
    assert (planned.sent, planned.bytes, planned.irreversible) == ((), 0, ())
    assert (planned.record, planned.calls) == (record, 0)


def test_content_that_the_hub_has_is_not_sent_for_main(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    target = world.target(ledger)
    draft = target.draft(release)
    world.forget()

    target.publish(draft, release)

    stored = [one for one in sent(world) if one.startswith("PUT") and "settings" not in one]
    assert stored == []
    assert not [one for one in sent(world) if "/objects/" in one]


def test_a_plan_changes_nothing(world: HubWorld, ledger: Ledger, release: Release) -> None:
    world.forget()

    (planned,) = plan(release, [world.target(ledger)])

    assert sent(world) == []
    assert planned.sent == tuple(entry.path for entry in release.files)
    assert planned.bytes == sum(entry.bytes for entry in release.files)
    assert world.place().hub.find_repository() is None


def test_a_tag_at_other_bytes_stops_everything(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    world.create()
    world.tag(VERSION, world.write(rain=b"other rain"))
    before = world.refs()

    for call in (world.target(ledger).preflight, world.target(ledger).draft):
        with pytest.raises(IntegrityError, match=r"extra: rain\.txt"):
            call(release)
    assert world.refs() == before


def test_a_tag_at_the_same_bytes_is_this_release(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    target = world.target(ledger)
    draft = target.draft(release)
    branches, _ = world.refs()
    world.tag(VERSION, branches[BRANCH])

    record = target.publish(target.draft(release), release)

    assert record.revision == branches[BRANCH]
    assert set(world.refs()[0]) == {"main"}
    assert draft.id == BRANCH


def test_a_file_of_somebody_else_on_main_stops_everything(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    world.create()
    world.write(notes=b"mine")
    before = world.refs()

    with pytest.raises(IntegrityError, match=r"no release has\nnotes\.txt"):
        publish(release, [world.target(ledger)], ledger)
    assert world.refs() == before


def test_keys_that_a_person_added_to_the_card_are_found(
    world: HubWorld, ledger: Ledger, new: Cut
) -> None:
    carry(world, ledger, new())
    world.write(README=b"---\nlicense: mit\ntask_categories:\n- other\n---\n# Rain\n")
    later = new(LATER)

    assert world.target(ledger).added_keys(b"---\nlicense: mit\n---\n") == ("task_categories",)
    with pytest.raises(ConfigError, match="license, task_categories"):
        publish(later, [world.target(ledger)], ledger)

    given_up = frozenset({"license", "task_categories"})
    target = world.target(ledger, replace(world.place(), given_up=given_up))
    (planned,) = plan(later, [target])
    assert planned.notes == (
        "README.md was written on the Hub by somebody; the sealed one takes its place",
    )
    publish(later, [target], ledger)
    assert set(world.refs()[1]) == {VERSION, LATER}


def test_a_head_that_moved_to_a_strangers_file_stops(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    target = world.target(ledger)
    draft = target.draft(release)
    head = world.write(notes=b"mine")

    with pytest.raises(IntegrityError, match=r"notes\.txt"):
        target.publish(draft, release)
    branches, tags = world.refs()
    assert (branches["main"], tags) == (head, {})


def test_somebody_who_is_first_by_a_moment_stops_it(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    world.fault(action="race", method="POST", path="/commit/main")

    with pytest.raises(IntegrityError, match="interloper"):
        publish(release, [world.target(ledger)], ledger)
    assert world.refs()[1] == {}


def test_a_head_that_only_changed_the_hubs_own_file_is_planned_anew(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    target = world.target(ledger)
    draft = target.draft(release)
    world.api.upload_file(
        path_or_fileobj=b"*.bin filter=lfs diff=lfs merge=lfs -text\n",
        path_in_repo=".gitattributes",
        repo_id=world.repo_id,
        repo_type="dataset",
    )

    record = target.publish(draft, release)

    verify_record(release, target, record)
    assert world.refs()[0] == {"main": record.revision}


def test_a_branch_of_somebody_else_is_not_touched(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    world.create()
    world.api.create_branch(world.repo_id, branch=BRANCH, repo_type="dataset")
    world.write(BRANCH, notes=b"mine")
    before = world.refs()

    with pytest.raises(IntegrityError, match=BRANCH):
        publish(release, [world.target(ledger)], ledger)
    assert world.refs() == before


def test_main_never_goes_back_to_an_older_release(
    world: HubWorld, ledger: Ledger, new: Cut
) -> None:
    older, newer = new(), new(LATER, more=b"more")
    carry(world, ledger, newer)

    with pytest.raises(ConfigError, match=f"{LATER} is released there already"):
        carry(world, ledger, older)
    assert_published(world, ledger, newer)


def test_a_public_byte_that_changed_is_found_and_named(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    record = carry(world, ledger, release)
    world.move_tag(VERSION, world.write(large=b"other"))

    with pytest.raises(IntegrityError, match=r"changed: large\.txt"):
        verify_record(release, world.target(ledger), record)


def test_a_tag_that_moved_or_went_is_told(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    record = carry(world, ledger, release)
    world.write(extra=b"x")
    again = world.api.delete_file("extra.txt", world.repo_id, repo_type="dataset").oid
    world.move_tag(VERSION, again)

    with pytest.raises(IntegrityError, match=f"was moved to {again}"):
        verify_record(release, world.target(ledger), record)
    world.api.delete_tag(world.repo_id, tag=VERSION, repo_type="dataset")
    with pytest.raises(IntegrityError, match="is gone"):
        verify_record(release, world.target(ledger), record)


def test_a_record_is_found_by_its_version(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    target = world.target(ledger)
    assert target.find_record(VERSION) is None
    record = carry(world, ledger, release)

    assert target.find_record(VERSION) == record
    assert target.find_record("2027-01-01") is None


@pytest.mark.parametrize(
    ("token", "said"),
    [("hf_read", "may only read"), ("hf_bob", "bob is not alice"), ("hf_nobody", "401")],
)
def test_a_token_that_may_not_write_is_refused_at_once(
    world: HubWorld, ledger: Ledger, release: Release, token: str, said: str
) -> None:
    if world.token != "hf_write":
        pytest.skip("this Hub has other tokens; only a Hub for trials has one of each right")
    stranger = replace(world, token=token)

    with pytest.raises(ConfigError, match=said) as error:
        publish(release, [stranger.target(ledger)], ledger)
    assert token not in str(error.value)
    assert error.value.exit_code == 1
    assert world.waits == []


def test_a_permanent_refusal_of_a_commit_ends_at_once(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    world.fault(action="status", status=403, method="POST", path="/commit/", times=-1)

    with pytest.raises(HubRefusalError, match="403"):
        publish(release, [world.target(ledger)], ledger)
    assert len([one for one in world.log() if "/commit/" in one.path]) == 1
    world.forget()
    carry(world, ledger, release)
    assert_published(world, ledger, release)


def test_a_wait_that_the_hub_asks_for_is_kept_and_bounded(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    world.fault(
        action="status", status=429, method="POST", path="/tag/", headers={"Retry-After": "7"}
    )
    carry(world, ledger, release)
    assert world.waits == [8.0]

    world.fault(
        action="status", status=429, path="/refs", times=-1, headers={"Retry-After": "86400"}
    )
    with pytest.raises(TargetError, match="86401 s of waiting"):
        world.target(ledger).preflight(release)
    assert world.waits == [8.0]


EFFECTS = {
    "create repository": ("POST", "/repos/create"),
    "create branch": ("POST", "/branch/"),
    "draft": ("POST", f"/commit/{BRANCH}"),
    "main": ("POST", "/commit/main"),
    "tag": ("POST", "/tag/"),
    "make public": ("PUT", "/settings"),
    "delete branch": ("DELETE", "/branch/"),
}
READS = {
    "whoami": ("GET", "/whoami"),
    "info": ("GET", r"/datasets/[^/]+/[^/]+$"),
    "refs": ("GET", "/refs"),
    "tree": ("GET", "/tree/"),
    "card": ("POST", "/validate-yaml"),
    "preupload": ("POST", "/preupload/"),
    "batch": ("POST", "/objects/batch"),
    "verify": ("POST", "/objects/verify"),
    "content": ("PUT", "/lfs"),
    "xet": ("GET", "/xet-write-token/"),
}
# Content goes by Xet to a Hub that keeps it so, else by the protocol of Git LFS.
ELSEWHERE = {"batch", "verify", "content"} if os.environ.get(XET) else {"xet"}
FAULTS: dict[str, dict[str, object]] = {
    "dropped before": {"action": "drop"},
    "dropped after": {"action": "drop", "after": True},
    "500 before": {"action": "status", "status": 500},
    "500 after": {"action": "status", "status": 500, "after": True},
    "504 before": {"action": "status", "status": 504},
    "504 after": {"action": "status", "status": 504, "after": True},
    "429": {"action": "status", "status": 429},
    "429 with a time": {"action": "status", "status": 429, "headers": {"Retry-After": "1"}},
    "truncated": {"action": "truncate"},
}


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("step", EFFECTS)
def test_a_doubtful_answer_is_settled_within_the_run(
    world: HubWorld, ledger: Ledger, release: Release, step: str, fault: str
) -> None:
    method, path = EFFECTS[step]
    world.fault(method=method, path=path, **FAULTS[fault])

    carry(world, ledger, release)

    assert_published(world, ledger, release)
    assert world.faults_that_acted() == 1


@pytest.mark.parametrize("fault", ["dropped before", "500 before", "429 with a time", "truncated"])
@pytest.mark.parametrize("kind", [one for one in READS if one not in ELSEWHERE])
def test_a_read_that_fails_is_made_again(
    world: HubWorld, ledger: Ledger, release: Release, kind: str, fault: str
) -> None:
    method, path = READS[kind]
    world.fault(method=method, path=path, **FAULTS[fault])

    try:
        carry(world, ledger, release)
    except TargetError:
        carry(world, ledger, release)

    assert_published(world, ledger, release)
    assert world.faults_that_acted() == 1


@pytest.mark.parametrize("step", EFFECTS)
def test_a_hub_that_stays_down_is_told_and_the_same_command_goes_on(
    world: HubWorld, ledger: Ledger, release: Release, step: str
) -> None:
    method, path = EFFECTS[step]
    world.fault(method=method, path=path, action="drop", times=-1)
    with pytest.raises(TargetError) as error:
        carry(world, ledger, release)
    assert error.value.exit_code == 3
    assert sum(world.waits) < 60
    world.forget()

    carry(world, ledger, release)

    assert_published(world, ledger, release)


@pytest.mark.parametrize("kind", ["info", "tree", "refs"])
@pytest.mark.parametrize("nth", [1, 2, 3, 5])
def test_a_stale_read_does_not_mislead(
    world: HubWorld, ledger: Ledger, new: Cut, kind: str, nth: int
) -> None:
    first, second = new(gone=b"old"), new(LATER, fresh=b"new", large=LARGE)
    carry(world, ledger, first)
    method, path = READS[kind]
    world.fault(method=method, path=path, action="stale", nth=nth)

    try:
        carry(world, ledger, second)
    except PackagerError:
        carry(world, ledger, second)

    assert_published(world, ledger, first, second)


class KilledError(BaseException):
    """The process is gone."""


class Mortal:
    """A Hub whose user dies at a chosen call: it is made, its answer is never read."""

    def __init__(self, hub: Hub, budget: list[int]) -> None:
        self._hub, self._budget = hub, budget

    def __getattr__(self, name: str) -> object:
        found = getattr(self._hub, name)
        if not callable(found):
            return found

        def call(*arguments: object) -> object:
            self._budget[0] -= 1
            answer = found(*arguments)
            if self._budget[0] == 0:
                raise KilledError
            return answer

        return call


@pytest.mark.slow
def test_killed_at_any_call_the_same_command_ends_in_one_release(
    world: HubWorld, tmp_path: Path
) -> None:
    for last in range(1, 200):
        here = replace(world, repo_id=f"{world.repo_id}-{last}")
        own = Ledger(tmp_path / f"{last}" / "releases")
        cut(own, tmp_path / f"{last}", VERSION, large=LARGE)
        budget = [last]
        place = here.place()
        mortal = replace(
            place,
            hub=Mortal(place.hub, budget),  # type: ignore[arg-type]  # answers all that a Hub does
            public=Mortal(place.public, budget),  # type: ignore[arg-type]  # as above
        )
        ended = True
        try:
            publish(own.release(VERSION), [here.target(own, mortal)], own)
        except KilledError:
            ended = False
        carry(here, own, own.release(VERSION))
        assert_published(here, own, own.release(VERSION))
        if ended:
            assert last > 30
            return
    pytest.fail("it never ended")


CARD = b"""---
license: cc-by-4.0
configs:
- config_name: rain
  data_files:
  - split: train
    path: rain.csv
  default: true
---
# Rain
"""
LOAD = """
import json, sys, datasets
datasets.disable_progress_bars()
repo_id, revisions = sys.argv[1], sys.argv[2:]
rows = [datasets.load_dataset(repo_id, "rain", revision=one, split="train") for one in revisions]
rows = [one.to_list() for one in rows]
print(json.dumps(rows, default=str))
"""


def with_card(
    ledger: Ledger, place: Path, version: str, rain: bytes, card: bytes = CARD
) -> Release:
    """A release whose one table can be loaded."""
    write_tree({"README.md": card, "rain.csv": rain}.items(), place / "tree")
    sealed = seal(place / "tree", Identity(version), bundle=place / "all.zip", maker=MAKER)
    ledger.add_release(sealed, place / "tree", **PAPERS)
    return ledger.release(version)


def loaded(world: HubWorld, home: Path, *revisions: str) -> list[list[dict[str, object]]]:
    """What a visitor with an empty cache gets by load_dataset."""
    kept = {name: os.environ[name] for name in ("PATH", "HF_HUB_DISABLE_XET") if name in os.environ}
    home.mkdir()
    ended = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", LOAD, world.repo_id, *revisions],
        env=kept | {"HOME": str(home), "HF_HOME": str(home), "HF_ENDPOINT": world.url},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    rows: list[list[dict[str, object]]] = json.loads(ended.stdout)
    return rows


def test_load_dataset_gets_the_release_by_tag_and_by_commit(
    world: HubWorld, ledger: Ledger, tmp_path: Path
) -> None:
    first, second = (
        with_card(ledger, tmp_path / version, version, rain)
        for version, rain in ((VERSION, b"day,mm\nmon,4\n"), (LATER, b"day,mm\nmon,4\ntue,7\n"))
    )
    records = [carry(world, ledger, release) for release in (first, second)]
    one, two = [{"day": "mon", "mm": 4}], [{"day": "mon", "mm": 4}, {"day": "tue", "mm": 7}]

    assert loaded(world, tmp_path / "a", VERSION, records[0].revision) == [one, one]
    assert loaded(world, tmp_path / "b", LATER, records[1].revision) == [two, two]


def test_a_card_that_the_hub_refuses_is_found_before_anything_is_sent(
    world: HubWorld, ledger: Ledger, tmp_path: Path
) -> None:
    card = CARD.replace(b"cc-by-4.0", b"CC-BY-4.0")
    release = with_card(ledger, tmp_path / "made", VERSION, b"day,mm\n", card)

    with pytest.raises(HubRefusalError, match="license"):
        publish(release, [world.target(ledger)], ledger)
    assert world.place().hub.find_repository() is None


def test_of_a_large_file_it_is_told_how_much_has_left(
    world: HubWorld, ledger: Ledger, new: Cut
) -> None:
    size = (300 if with_xet("live") else 60) * MIB  # Xet reports ten times a second
    release = new(large=block(world.repo_id, size))
    told: list[tuple[int, int]] = []

    carry(world, ledger, release, progress=lambda done, whole: told.append((done, whole)))

    whole = sum(entry.bytes for entry in release.files)
    done = [one for one, of in told if of == whole]
    assert done == sorted(done)
    assert done[-1] == whole
    assert any(0 < one < size for one in done)


def test_a_download_is_the_release_and_fetches_nothing_twice(
    world: HubWorld, ledger: Ledger, release: Release, tmp_path: Path
) -> None:
    record = carry(world, ledger, release)
    target = world.target(ledger)

    came = target.download(record, tmp_path / "copy")

    assert files_of(tmp_path / "copy") == release.files
    require_same_files(release.files, came, target="copy", where="copy")
    world.forget()
    assert target.download(record, tmp_path / "copy") == came
    assert not [one for one in world.log() if "/resolve/" in one.path]


@pytest.mark.parametrize("action", ["truncate", "drop", "status"])
def test_a_download_that_breaks_off_goes_on_where_it_was(
    world: HubWorld, ledger: Ledger, release: Release, tmp_path: Path, action: str
) -> None:
    record = carry(world, ledger, release)
    half = {"bytes": 1000} if world.url == os.environ.get(URL) else {}
    world.fault(action=action, method="GET", path="/cdn/", **half)

    world.target(ledger).download(record, tmp_path / "copy")

    assert files_of(tmp_path / "copy") == release.files
    assert world.faults_that_acted() == 1


def test_a_download_with_a_flipped_bit_is_refused_and_not_kept(
    world: HubWorld, ledger: Ledger, release: Release, tmp_path: Path
) -> None:
    record = carry(world, ledger, release)
    world.fault(action="corrupt", method="GET", path="/cdn/")

    with pytest.raises(IntegrityError, match=r"large\.txt came with other bytes"):
        world.target(ledger).download(record, tmp_path / "copy")
    assert not list((tmp_path / "copy").glob("*large*"))
    world.target(ledger).download(record, tmp_path / "copy")
    assert files_of(tmp_path / "copy") == release.files


def test_of_two_runs_at_once_one_is_told(world: HubWorld, ledger: Ledger, release: Release) -> None:
    with (
        world.target(ledger).alone(VERSION),
        pytest.raises(TargetError, match="another run is at work"),
    ):
        carry(world, ledger, release)
    carry(world, ledger, release)
    assert_published(world, ledger, release)


def test_two_machines_at_once_end_in_one_release(
    world: HubWorld, ledger: Ledger, release: Release, tmp_path: Path
) -> None:
    other = Ledger(tmp_path / "other" / "releases")
    cut(other, tmp_path / "other", VERSION, large=LARGE)
    targets = world.target(ledger), world.target(other)

    drafts = [target.draft(release) for target in targets]
    records = [one.publish(draft, release) for one, draft in zip(targets, drafts, strict=True)]

    assert records[0] == records[1]
    assert world.refs() == ({"main": records[0].revision}, {VERSION: records[0].revision})
    assert world.titles().count(f"Release {VERSION}") == 1


RUN = """
import sys, time
from pathlib import Path
from packager.publish.ledger import Ledger
from packager.publish.run import publish
from packager.publish.targets.hub_patience import Patience
from packager.publish.targets.huggingface import HuggingFaceTarget, place_at
root, url, repo_id, token, version = sys.argv[1:]
ledger = Ledger(Path(root))
target = HuggingFaceTarget(
    place_at(url, repo_id, token=token),
    patience=Patience(time.sleep),
    journal=ledger.journal,
    locks=Path(root).parent / "locks",
)
publish(ledger.release(version), [target], ledger)
"""


def another_run(world: HubWorld, ledger: Ledger) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [
            *(sys.executable, "-W", "ignore", "-c", RUN, str(ledger.root)),
            *(world.url, world.repo_id, world.token, VERSION),
        ],
        cwd=Path(__file__).parents[2],
        env=os.environ | ({} if with_xet("live") else {"HF_HUB_DISABLE_XET": "1"}),
        stderr=subprocess.PIPE,
    )


@pytest.mark.parametrize("step", EFFECTS)
def test_a_run_killed_while_the_hub_is_still_at_it_is_overtaken_by_the_next(
    world: HubWorld, ledger: Ledger, release: Release, step: str
) -> None:
    method, path = EFFECTS[step]
    world.fault(method=method, path=path, action="delay", seconds=0.5)
    child = another_run(world, ledger)
    for _ in range(1000):
        if world.faults_that_acted():
            break
        assert child.poll() is None, child.communicate()[1].decode()
        threading.Event().wait(0.02)
    child.kill()
    child.communicate()

    carry(world, ledger, release)

    threading.Event().wait(0.7)
    target = world.target(ledger)  # what came late, a branch perhaps, is seen and taken away
    assert bool(target.preflight(release).calls) is (set(world.refs()[0]) != {"main"})
    target.publish(target.draft(release), release)
    assert_published(world, ledger, release)


def test_a_second_process_is_told_while_the_first_one_publishes(
    world: HubWorld, ledger: Ledger, release: Release
) -> None:
    world.fault(method="POST", path="/commit/main", action="delay", seconds=1.5)
    child = another_run(world, ledger)
    for _ in range(1000):
        if world.faults_that_acted():
            break
        threading.Event().wait(0.02)

    with pytest.raises(TargetError, match="another run is at work"):
        carry(world, ledger, release)

    assert child.wait() == 0, child.communicate()[1].decode()
    child.communicate()
    assert_published(world, ledger, release)
