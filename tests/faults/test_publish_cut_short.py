import errno
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from packager.assemble.seal import Seal
from packager.assemble.tree import files_of
from packager.domain.errors import IntegrityError, SealedError, TargetError
from packager.domain.release import Draft, Identity, Release
from packager.publish.ledger import Ledger
from packager.publish.refusal import refused
from packager.publish.run import plan, publish
from packager.publish.targets.directory import DirectoryTarget
from tests.fakes.children import surroundings
from tests.fakes.crash import dies
from tests.fakes.shaky import MOMENTS, ShakyTarget
from tests.fakes.trees import PAPERS, VERSION, cut, sealed

RUN = """
import sys
from pathlib import Path
from packager.publish.ledger import Ledger
from packager.publish.run import publish
from packager.publish.targets.directory import DirectoryTarget
ledger = Ledger(Path(sys.argv[1]))
publish(ledger.release(sys.argv[3]), [DirectoryTarget(Path(sys.argv[2]))], ledger)
"""


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "releases")


@pytest.fixture
def release(ledger: Ledger, tmp_path: Path) -> Release:
    cut(ledger, tmp_path / "dist")
    return ledger.release(VERSION)


@pytest.fixture
def mirror(tmp_path: Path) -> Path:
    (tmp_path / "mirror").mkdir()
    return tmp_path / "mirror"


def names(place: Path) -> list[str]:
    return sorted(path.name for path in place.iterdir())


def whole(*versions: str) -> list[str]:
    return sorted(name for v in versions for name in (v, f"{v}.journal.jsonl", f"{v}.record.json"))


def child(script: str, *arguments: object) -> "subprocess.Popen[bytes]":
    return subprocess.Popen(
        [sys.executable, "-c", script, *map(str, arguments)],
        env=surroundings(),
        stderr=subprocess.PIPE,
    )


def kill_when(process: "subprocess.Popen[bytes]", place: Path, pattern: str) -> None:
    """Kill -9 as soon as a file matches; the files are large, so the child is still at it."""
    for _ in range(20_000):
        if any(place.glob(pattern)):
            process.send_signal(signal.SIGKILL)
            break
        assert process.poll() is None, process.communicate()[1].decode()
        time.sleep(0.0005)
    assert process.wait() == -signal.SIGKILL
    process.communicate()


@contextmanager
def room_for(size: int) -> Iterator[None]:
    """A disk on which no file grows beyond `size` bytes: writing more is refused half-way."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("moment", MOMENTS)
def test_a_run_cut_short_ends_in_one_true_record_when_repeated(
    release: Release, mirror: Path, ledger: Ledger, moment: str
) -> None:
    target = ShakyTarget(mirror, drops=moment)

    with pytest.raises(TargetError):
        publish(release, [target], ledger)
    (record,) = publish(release, [target], ledger)

    assert ledger.find_record(VERSION, "shaky") == record
    assert files_of(mirror / VERSION) == release.files
    assert names(mirror) == whole(VERSION)
    assert ledger.faults() == []


@pytest.mark.parametrize("moment", MOMENTS)
def test_nothing_is_public_anywhere_before_every_host_has_a_proved_draft(
    release: Release, tmp_path: Path, ledger: Ledger, moment: str
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    first = ShakyTarget(tmp_path / "one", drops="", name="one")
    second = ShakyTarget(tmp_path / "two", drops=moment, name="two")

    with pytest.raises(TargetError):
        publish(release, [first, second], ledger)

    drafting = moment in {"before draft", "after draft", "before comparing"}
    assert (tmp_path / "one" / VERSION).exists() is not drafting
    assert (ledger.find_record(VERSION, "one") is None) is drafting
    assert len(publish(release, [first, second], ledger)) == 2
    assert first.published == [VERSION]
    assert names(tmp_path / "one") == names(tmp_path / "two") == whole(VERSION)


def test_a_repeat_sends_and_writes_nothing(release: Release, mirror: Path, ledger: Ledger) -> None:
    target = DirectoryTarget(mirror)
    records = publish(release, [target], ledger)
    before = {path: path.stat().st_mtime_ns for path in mirror.rglob("*")}

    assert publish(release, [DirectoryTarget(mirror)], ledger) == records
    assert {path: path.stat().st_mtime_ns for path in mirror.rglob("*")} == before
    assert plan(release, [target])[0].bytes == 0


def test_the_folders_record_never_enters_the_ledger(
    release: Release, mirror: Path, ledger: Ledger
) -> None:
    before = {path for path in ledger.root.rglob("*") if path.is_file()}

    publish(release, [DirectoryTarget(mirror)], ledger)

    assert {path for path in ledger.root.rglob("*") if path.is_file()} == before
    assert ledger.find_record(VERSION, "directory") is None


def test_a_draft_with_another_byte_is_never_published(
    release: Release, mirror: Path, ledger: Ledger
) -> None:
    class Careless(ShakyTarget):
        def draft(self, release: Release) -> Draft:
            draft = super().draft(release)
            (mirror / draft.id / "rain.csv").write_bytes(b"day,mm\n2026-11-30,5\n")
            return draft

    with pytest.raises(IntegrityError, match=r"changed: rain\.csv"):
        publish(release, [Careless(mirror, drops="")], ledger)

    assert not (mirror / VERSION).exists()
    publish(release, [ShakyTarget(mirror, drops="")], ledger)
    assert files_of(mirror / VERSION) == release.files


def test_a_public_release_that_changed_is_told_by_the_next_run(
    release: Release, mirror: Path, ledger: Ledger
) -> None:
    publish(release, [DirectoryTarget(mirror)], ledger)
    (mirror / VERSION / "rain.csv").write_text("other")

    with pytest.raises(IntegrityError, match=r"changed: rain\.csv"):
        publish(release, [DirectoryTarget(mirror)], ledger)
    assert (mirror / VERSION / "rain.csv").read_text() == "other"


def test_a_mirror_that_lost_a_published_folder_says_so(
    release: Release, mirror: Path, ledger: Ledger
) -> None:
    publish(release, [DirectoryTarget(mirror)], ledger)
    (mirror / VERSION).rename(mirror / "elsewhere")

    with pytest.raises(IntegrityError, match="a record of 2026-11-30 but not its folder"):
        publish(release, [DirectoryTarget(mirror)], ledger)


def test_a_child_killed_in_the_middle_of_copying_leaves_only_a_draft(
    ledger: Ledger, mirror: Path, tmp_path: Path
) -> None:
    cut(ledger, tmp_path / "dist", large=bytes(80_000_000))
    release = ledger.release(VERSION)

    kill_when(child(RUN, ledger.root, mirror, VERSION), mirror, ".draft-*/*")

    assert not (mirror / VERSION).exists()
    assert names(mirror) == [f".draft-{VERSION}", f"{VERSION}.journal.jsonl"]
    (record,) = publish(release, [DirectoryTarget(mirror)], ledger)
    assert names(mirror) == whole(VERSION)
    assert files_of(mirror / VERSION) == release.files
    assert record.version == VERSION


def keep(ledger: Ledger, seal: Seal, root: Path) -> None:
    ledger.reserve(seal.identity)
    ledger.add_release(seal, root, **PAPERS)


def test_a_cut_killed_before_any_change_of_the_disk_and_repeated_is_one_sealed_release(
    tmp_path: Path,
) -> None:
    seal, root = sealed(tmp_path / "dist", Identity(VERSION, "10.5072/zenodo.10"))
    deaths = 0
    while True:
        ledger = Ledger(tmp_path / f"releases-{deaths}")
        if not dies(partial(keep, ledger, seal, root), before=deaths + 1):
            break
        deaths += 1
        done = VERSION in ledger.versions()
        with pytest.raises(SealedError) if done else nullcontext():
            keep(ledger, seal, root)

        assert names(ledger.root) == [VERSION, "index.json", "ledger.jsonl"], deaths
        assert ledger.faults() == [], deaths
        assert ledger.release(VERSION).files == seal.files
    assert deaths > len(seal.files)


def test_a_publication_killed_before_any_change_of_the_disk_and_repeated_is_one_record(
    release: Release, ledger: Ledger, tmp_path: Path
) -> None:
    deaths = 0
    while True:
        mirror = tmp_path / f"mirror-{deaths}"
        mirror.mkdir()
        target = ShakyTarget(mirror, drops="", name=f"host-{deaths}")
        if not dies(partial(publish, release, [target], ledger), before=deaths + 1):
            break
        deaths += 1
        (record,) = publish(release, [target], ledger)

        assert names(mirror) == whole(VERSION), deaths
        assert files_of(mirror / VERSION) == release.files
        assert ledger.find_record(VERSION, target.name) == record
        assert ledger.faults() == []
    assert deaths > len(release.files)


def lay_anew(ledger: Ledger, trees: Mapping[str, tuple[Seal, Path]]) -> None:
    with ledger.relay() as laid:
        for each in laid:
            seal, root = trees[each.identity.version]
            ledger.add_release(seal, root, inputs=each.inputs, change=each.change)


def test_a_re_laying_killed_before_any_change_of_the_disk_is_undone_or_done(
    tmp_path: Path,
) -> None:
    versions = (VERSION, "2026-12-01")
    trees = {v: sealed(tmp_path / "anew", Identity(v), more=b"better") for v in versions}
    deaths = 0
    while True:
        ledger = Ledger(tmp_path / f"releases-{deaths}")
        ledger.reserve(Identity(VERSION))
        for version in versions:
            cut(ledger, tmp_path / f"dist-{deaths}", version)
        if not dies(partial(lay_anew, ledger, trees), before=deaths + 1):
            break
        deaths += 7  # every seventh moment; the next run of a cut is tried at each above
        ledger.write_index()
        assert ledger.faults() == [], deaths
        assert ledger.versions() == versions
        sizes = {len(ledger.seal(version).files) for version in versions}
        assert len(sizes) == 1, "all old or all new"

        lay_anew(ledger, trees)
        assert ledger.faults() == [], deaths
        assert {v: ledger.seal(v) for v in versions} == {v: trees[v][0] for v in versions}
        assert names(ledger.root) == sorted([*versions, "index.json", "ledger.jsonl"])
    assert deaths > len(versions)


PIECES = ("tree", "identity.json", "inputs.json", "change.json", "seal.json")


@pytest.mark.parametrize("kept", range(1, len(PIECES) + 1))
@pytest.mark.parametrize("line", ["no line", "half a line", "whole line, no index"])
def test_every_state_a_crash_can_leave_is_completed_by_the_same_cut(
    ledger: Ledger, tmp_path: Path, kept: int, line: str
) -> None:
    seal = cut(ledger, tmp_path / "dist")
    root = tmp_path / "dist" / VERSION
    after = {p: p.read_bytes() for p in ledger.root.rglob("*") if p.is_file()}
    path = ledger.root / "ledger.jsonl"
    (ledger.root / "index.json").unlink()
    if line != "whole line, no index":
        path.write_bytes(path.read_bytes()[:50] if line == "half a line" else b"")
        for name in PIECES[kept:] if line == "no line" else ():
            (ledger.root / VERSION / name).unlink()

    if line == "whole line, no index":
        with pytest.raises(SealedError):
            ledger.add_release(seal, root, **PAPERS)
    else:
        ledger.add_release(seal, root, **PAPERS)

    assert {p: p.read_bytes() for p in ledger.root.rglob("*") if p.is_file()} == after
    assert ledger.faults() == []


def test_a_cut_not_finished_is_not_finished_with_other_bytes(
    ledger: Ledger, tmp_path: Path
) -> None:
    cut(ledger, tmp_path / "dist")
    (ledger.root / "ledger.jsonl").unlink()
    (ledger.root / "index.json").unlink()
    before = {p: p.read_bytes() for p in ledger.root.rglob("*") if p.is_file()}

    with pytest.raises(IntegrityError, match="a cut that was not finished is another") as error:
        cut(ledger, tmp_path / "other", more=b"other")

    assert {p: p.read_bytes() for p in ledger.root.rglob("*") if p.is_file()} == before
    assert f"remove {ledger.root / VERSION / 'seal.json'}" in error.value.mend
    (ledger.root / VERSION / "seal.json").unlink()
    cut(ledger, tmp_path / "another", more=b"other")
    assert ledger.faults() == []


def test_a_full_disk_at_the_mirror_leaves_no_half_release(
    ledger: Ledger, mirror: Path, tmp_path: Path
) -> None:
    cut(ledger, tmp_path / "dist", large=bytes(300_000))
    release = ledger.release(VERSION)

    with room_for(100_000), pytest.raises(TargetError, match="cannot copy the release") as error:
        publish(release, [DirectoryTarget(mirror)], ledger)

    assert error.value.exit_code == 3
    assert names(mirror) == [f"{VERSION}.journal.jsonl"]
    publish(release, [DirectoryTarget(mirror)], ledger)
    assert names(mirror) == whole(VERSION)


def test_a_full_disk_at_the_releases_leaves_the_memory_as_it_was(
    ledger: Ledger, tmp_path: Path
) -> None:
    seal, root = sealed(tmp_path / "dist", Identity(VERSION), large=bytes(300_000))
    cut(ledger, tmp_path / "first", "2026-11-29")
    before = {p: p.read_bytes() for p in ledger.root.rglob("*") if p.is_file()}

    with room_for(100_000), pytest.raises(TargetError, match="cannot lay the release"):
        ledger.add_release(seal, root, **PAPERS)

    assert {p: p.read_bytes() for p in ledger.root.rglob("*") if p.is_file()} == before
    ledger.add_release(seal, root, **PAPERS)
    assert ledger.faults() == []


def test_a_line_the_disk_takes_half_of_is_taken_back(ledger: Ledger, tmp_path: Path) -> None:
    cut(ledger, tmp_path / "dist")
    path = ledger.root / "ledger.jsonl"
    before = path.read_bytes()

    with room_for(len(before) + 40), pytest.raises(TargetError, match="cannot write the ledger"):
        ledger.add_notice("erratum", VERSION, "row four is of another day")

    assert path.read_bytes() == before
    assert ledger.faults() == []


@pytest.mark.parametrize("place", ["a file", "gone"])
def test_a_mirror_that_is_no_folder_is_refused_before_anything_happens(
    release: Release, tmp_path: Path, ledger: Ledger, place: str
) -> None:
    root = tmp_path / "mirror"
    if place == "a file":
        root.write_text("mine")
    before = sorted(tmp_path.rglob("*"))

    for call in (
        lambda: plan(release, [DirectoryTarget(root)]),
        lambda: publish(release, [DirectoryTarget(root)], ledger),
    ):
        with pytest.raises(TargetError, match=r"no folder|no such folder") as error:
            call()
        assert error.value.mend
    assert sorted(tmp_path.rglob("*")) == before


@contextmanager
def as_nobody() -> Iterator[None]:
    """The rights of a user who owns nothing, where the tests run as root."""
    before = os.geteuid()
    if before == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(before)


@pytest.mark.parametrize(("mode", "said"), [(0o555, "cannot be written"), (0o000, "cannot")])
def test_a_mirror_that_may_not_be_written_is_refused_and_left_alone(
    release: Release, mode: int, said: str
) -> None:
    with TemporaryDirectory() as name:
        mirror = Path(name) / "mirror"
        mirror.mkdir()
        Path(name).chmod(0o755)
        mirror.chmod(mode)
        target = DirectoryTarget(mirror)

        with as_nobody(), pytest.raises(TargetError, match=said) as error:
            plan(release, [target])
        with as_nobody(), pytest.raises(TargetError):
            target.draft(release)

        mirror.chmod(0o755)
        assert "write permission" in error.value.mend
        assert names(mirror) == []


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.ENOSPC, "free space"),
        (errno.EROFS, "writable"),
        (errno.EACCES, "write permission"),
        (errno.EIO, "disk is there and sound"),
    ],
)
def test_what_the_system_refuses_is_told_with_the_way_out(
    release: Release, mirror: Path, ledger: Ledger, number: int, said: str
) -> None:
    class Refusing(DirectoryTarget):
        def draft(self, release: Release) -> Draft:
            with refused("copy the release", mirror):
                raise OSError(number, os.strerror(number), str(mirror))

    with pytest.raises(TargetError, match=os.strerror(number)) as error:
        publish(release, [Refusing(mirror)], ledger)
    assert said in error.value.mend
    assert error.value.where == str(mirror)


def test_of_two_runs_at_once_one_wins_and_the_other_says_so(
    release: Release, mirror: Path, ledger: Ledger
) -> None:
    target = DirectoryTarget(mirror)
    with (
        Ledger(ledger.root).alone(VERSION),
        pytest.raises(TargetError, match="another run is at work"),
    ):
        publish(release, [target], ledger)
    with (
        DirectoryTarget(mirror).alone(VERSION),
        pytest.raises(TargetError, match="another run is at work"),
    ):
        publish(release, [target], ledger)
    assert names(mirror) == []

    publish(release, [target], ledger)
    assert names(mirror) == whole(VERSION)


def test_a_run_on_what_was_never_sealed_is_refused(
    release: Release, mirror: Path, ledger: Ledger
) -> None:
    stranger = Release("2027-01-01", release.root, release.files, release.archive)

    with pytest.raises(TargetError, match="cannot use the release's folder"):
        publish(stranger, [DirectoryTarget(mirror)], ledger)
    assert names(mirror) == []
