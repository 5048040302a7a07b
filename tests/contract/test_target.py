"""One set of promises, kept by every target in its own world."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from packager.assemble.tree import files_of
from packager.domain.errors import IntegrityError, TargetError
from packager.domain.release import Identity, Release
from packager.publish.target import HostFile, Target
from packager.publish.targets import TARGETS
from packager.publish.targets.directory import DirectoryTarget
from packager.publish.verify import host_file, unlike, verify_record
from tests.contract.hub_behind import behind_a_hub
from tests.fakes.trees import VERSION, sealed
from tests.live.hub_worlds import without_waiting


@dataclass(frozen=True, slots=True)
class World:
    """A target, and what a test may do behind its back.

    Attributes:
        target: the target, as a run makes it.
        again: the same target for another run.
        public: what the world sees of the release now, by path.
        spoil: change one byte of a public file.
        squat: have somebody else put other bytes under this version.
    """

    target: Target
    again: Callable[[], Target]
    public: Callable[[], dict[str, bytes]]
    spoil: Callable[[str], None]
    squat: Callable[[], None]


def directory(place: Path) -> World:
    mirror = place / "mirror"
    mirror.mkdir()

    def public() -> dict[str, bytes]:
        root = mirror / VERSION
        files = (path for path in root.rglob("*") if path.is_file())
        return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}

    def spoil(path: str) -> None:
        content = (mirror / VERSION / path).read_bytes()
        (mirror / VERSION / path).write_bytes(bytes([content[0] ^ 1]) + content[1:])

    def squat() -> None:
        (mirror / VERSION).mkdir()
        (mirror / VERSION / "rain.csv").write_text("other rain")

    return World(DirectoryTarget(mirror), lambda: DirectoryTarget(mirror), public, spoil, squat)


@contextmanager
def huggingface(place: Path) -> Iterator[World]:
    with pytest.MonkeyPatch.context() as patch, behind_a_hub(place, VERSION) as hub:
        without_waiting(patch, "rehearsal")
        yield World(hub.target(), hub.target, hub.public, hub.spoil, hub.squat)


WORLDS: dict[str, Callable[[Path], AbstractContextManager[World]]] = {
    "directory": lambda place: nullcontext(directory(place)),
    "huggingface": huggingface,
}


@pytest.fixture(params=WORLDS)
def world(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[World]:
    with WORLDS[request.param](tmp_path) as world:
        yield world


@pytest.fixture
def release(tmp_path: Path) -> Release:
    seal, root = sealed(tmp_path / "dist", Identity(VERSION))
    return seal.release(root)


def contents(release: Release) -> dict[str, bytes]:
    return {entry.path: Path(release.root, entry.path).read_bytes() for entry in release.files}


def test_every_target_has_a_world_to_be_tested_in() -> None:
    assert TARGETS.keys() <= WORLDS.keys()


def test_the_world_gets_the_sealed_bytes(world: World, release: Release) -> None:
    record = world.target.publish(world.target.draft(release), release)

    assert world.public() == contents(release)
    assert unlike(world.target.payload(release), world.target.record_files(record)).lines() == []
    assert (record.target, record.version) == (world.target.name, VERSION)


def test_nothing_is_public_before_it_is_published(world: World, release: Release) -> None:
    world.target.preflight(release)
    draft = world.target.draft(release)

    assert world.public() == {}
    assert world.target.find_record(VERSION) is None
    assert unlike(world.target.payload(release), world.target.draft_files(draft)).lines() == []


def test_drafting_again_gives_the_same_draft(world: World, release: Release) -> None:
    first = world.target.draft(release)

    assert world.target.draft(release) == first
    assert world.again().draft(release) == first


def test_publishing_again_gives_the_same_record(world: World, release: Release) -> None:
    record = world.target.publish(world.target.draft(release), release)

    assert world.target.publish(world.target.draft(release), release) == record
    assert world.again().publish(world.again().draft(release), release) == record
    assert world.public() == contents(release)


def test_a_record_is_found_by_its_version(world: World, release: Release) -> None:
    record = world.target.publish(world.target.draft(release), release)

    assert world.again().find_record(VERSION) == record
    assert world.again().find_record("2027-01-01") is None


def test_a_plan_says_what_would_be_sent_and_changes_nothing(
    world: World, release: Release, tmp_path: Path
) -> None:
    before = sorted(tmp_path.rglob("*"))
    payload = world.target.payload(release)

    plan = world.target.preflight(release)

    assert plan.sent == tuple(entry.path for entry in payload)
    assert plan.bytes == sum(entry.bytes for entry in payload)
    assert (plan.kept, plan.removed, plan.record) == ((), (), None)
    assert sorted(tmp_path.rglob("*")) == before


def test_a_plan_for_what_is_published_sends_nothing(world: World, release: Release) -> None:
    record = world.target.publish(world.target.draft(release), release)

    plan = world.again().preflight(release)

    assert (plan.sent, plan.bytes, plan.irreversible) == ((), 0, ())
    assert plan.kept == tuple(entry.path for entry in world.target.payload(release))
    assert plan.record == record


def test_other_bytes_under_this_version_stop_everything_and_stay(
    world: World, release: Release
) -> None:
    world.squat()
    before = world.public()

    for call in (world.target.preflight, world.target.draft):
        with pytest.raises(IntegrityError, match=r"rain\.csv"):
            call(release)
    assert world.public() == before


def test_a_public_byte_that_changed_is_found_and_named(world: World, release: Release) -> None:
    record = world.target.publish(world.target.draft(release), release)
    verify_record(release, world.target, record)

    world.spoil("rain.csv")

    with pytest.raises(IntegrityError, match=r"changed: rain\.csv"):
        verify_record(release, world.again(), record)


def test_of_two_runs_at_once_one_is_told(world: World) -> None:
    with (
        world.target.alone(VERSION),
        pytest.raises(TargetError, match="another run is at work") as error,
        world.again().alone(VERSION),
    ):
        pass
    assert error.value.exit_code == 3

    with world.again().alone(VERSION):
        assert world.target.find_record(VERSION) is None


def test_two_versions_live_side_by_side(world: World, release: Release, tmp_path: Path) -> None:
    world.target.publish(world.target.draft(release), release)
    seal, root = sealed(tmp_path / "dist", Identity("2026-12-01"), more=b"new")
    later = seal.release(root)

    record = world.target.publish(world.target.draft(later), later)

    verify_record(later, world.target, record)
    assert world.public() == contents(release)


def test_a_file_without_a_digest_proves_nothing(release: Release) -> None:
    told = [host_file(entry) for entry in release.files]

    assert unlike(release.files, told).lines() == []
    told[0] = HostFile(told[0].path, told[0].bytes, {})
    assert unlike(release.files, told).lines() == [f"changed: {told[0].path}"]


@pytest.mark.parametrize("name", ["sha256", "md5", "git_blob"])
def test_one_digest_is_enough_and_a_wrong_one_is_not(release: Release, name: str) -> None:
    told = [replace(f, digests={name: f.digests[name]}) for f in map(host_file, release.files)]

    assert unlike(release.files, told).lines() == []
    wrong = replace(told[0], digests={name: "0" * len(told[0].digests[name])})
    assert unlike(release.files, [wrong, *told[1:]]).lines() == [f"changed: {wrong.path}"]
    assert unlike(release.files, [replace(told[0], bytes=1), *told[1:]]).changed


def test_a_mirror_can_be_moved(release: Release, tmp_path: Path) -> None:
    world = directory(tmp_path)
    record = world.target.publish(world.target.draft(release), release)
    shutil.move(tmp_path / "mirror", tmp_path / "moved")

    moved = DirectoryTarget(tmp_path / "moved")
    assert moved.find_record(VERSION) == record
    verify_record(release, moved, record)
    for path in (tmp_path / "moved").glob("*.json*"):
        assert str(tmp_path) not in path.read_text()


def test_a_mirror_without_room_is_refused_before_a_byte_is_copied(
    release: Release, tmp_path: Path
) -> None:
    (tmp_path / "mirror").mkdir()
    huge = replace(release, files=(replace(release.files[0], bytes=1 << 60), *release.files[1:]))

    with pytest.raises(TargetError, match="bytes are needed") as error:
        DirectoryTarget(tmp_path / "mirror").preflight(huge)
    assert "free space" in error.value.mend
    assert not any((tmp_path / "mirror").iterdir())


def test_record_and_journal_lie_beside_the_mirrors_folder(release: Release, tmp_path: Path) -> None:
    world = directory(tmp_path)
    world.target.publish(world.target.draft(release), release)

    assert sorted(path.name for path in (tmp_path / "mirror").iterdir()) == [
        *(VERSION, f"{VERSION}.journal.jsonl", f"{VERSION}.record.json")
    ]
    assert files_of(tmp_path / "mirror" / VERSION) == release.files
