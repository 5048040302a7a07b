"""What a record holds of a release, within the host's limits; and whose draft is whose."""

from pathlib import Path

import pytest

from packager.domain.errors import ConfigError, IntegrityError
from packager.domain.release import FileEntry, Identity, Release
from packager.publish.journal import Journal
from packager.publish.ledger import Ledger
from packager.publish.targets.zenodo_layout import Layout, bundled, payload_of, require_fits
from packager.publish.targets.zenodo_series import ids_in
from packager.publish.targets.zenodo_trail import DISCARD, OPEN, SWEEP, Trail, mark, nonce_in
from tests.fakes.deposits import cut_with_paper

IDENTITY = Identity("2026-11-30", "10.5072/zenodo.12")


@pytest.fixture
def release(tmp_path: Path) -> Release:
    ledger = Ledger(tmp_path / "releases")
    ledger.reserve(IDENTITY)
    return cut_with_paper(ledger, tmp_path / "dist", IDENTITY)


def entry(path: str, size: int = 1) -> FileEntry:
    return FileEntry(path, size, "0" * 64, "0" * 32, "0" * 40)


def test_the_payload_is_the_archive_and_the_faces_that_are_there(release: Release) -> None:
    paths = [file.path for file in payload_of(release, Layout())]

    assert paths == ["2026-11-30.zip", "README.md", "datapackage.json", "index.csv"]
    assert [file.path for file in payload_of(release, Layout(faces=()))] == ["2026-11-30.zip"]


def test_the_archive_is_made_anew_as_it_was_sealed(release: Release, tmp_path: Path) -> None:
    layout = Layout(scratch=tmp_path)
    with bundled(release, layout) as opened:
        for file in payload_of(release, layout):
            with opened(file) as stream:
                assert len(stream.read()) == file.bytes
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dist", "releases"]


def test_a_tree_that_no_longer_makes_the_sealed_archive_is_refused(release: Release) -> None:
    Path(release.root, "rain.csv").write_bytes(b"other\n")

    with pytest.raises(IntegrityError, match=r"rain\.csv"), bundled(release, Layout()) as opened:
        opened(release.archive)


@pytest.mark.parametrize(
    ("payload", "said"),
    [
        ([entry(f"{number}.csv") for number in range(101)], "101 files, of at most 100"),
        ([entry("a.zip", 50 * 10**9), entry("b.csv")], "50000000001 bytes"),
        ([entry("empty.csv", 0)], "empty.csv: it is empty"),
        *(
            ([entry(name)], "a name the host may not keep")
            for name in ("a b", "x?y", "a#b", "dir/a", "..", ".a", "ü", "back\\slash", "a" * 256)
        ),
        ([entry("a"), entry("a")], "the archive has the name of another file"),
    ],
)
def test_what_a_record_cannot_hold_is_refused_beforehand(
    payload: list[FileEntry], said: str
) -> None:
    with pytest.raises(ConfigError) as error:
        require_fits(payload, Layout(), where="x")
    assert said in error.value.what


def test_what_fits_to_the_last_file_and_byte_is_taken() -> None:
    largest = [entry("a.zip", 50 * 10**9 - 99), *(entry(f"{n}.csv") for n in range(99))]

    require_fits(largest, Layout(), where="x")
    with pytest.raises(ConfigError):
        require_fits([*largest, entry("b")], Layout(), where="x")


def test_a_paper_with_another_doi_is_refused(release: Release) -> None:
    assert Layout().metadata(release, IDENTITY)["version"] == "2026-11-30"
    with pytest.raises(IntegrityError, match=r"does not name the DOI 10\.5072/zenodo\.13"):
        Layout().metadata(release, Identity("2026-11-30", "10.5072/zenodo.13"))
    with pytest.raises(IntegrityError, match=r"has no other\.json"):
        Layout(paper="other.json").metadata(release, IDENTITY)


@pytest.mark.parametrize(
    ("doi", "ids"),
    [
        ("10.5281/zenodo.23478909", ["23478909"]),
        ("10.5072/kzbf0-yby79", ["kzbf0-yby79", "kzbf0-yby79"]),
        ("10.5281/zenodo.../../x", []),
        ("", []),
    ],
)
def test_ids_to_ask_a_host_for_are_safe_in_a_path(doi: str, ids: list[str]) -> None:
    assert list(ids_in(doi)) == ids


def test_the_trail_names_the_draft_until_it_is_discarded(tmp_path: Path) -> None:
    trail = Trail(Journal(tmp_path / "journal.jsonl"), "https://one.org/api")
    assert (trail.draft, trail.opening, trail.is_swept) == ("", {}, False)

    with trail.step(OPEN, nonce="n", base="1") as facts:
        assert (trail.draft, trail.opening["nonce"]) == ("", "n")
        facts["draft"] = "2"
    assert trail.draft == "2"
    seen = []
    with trail.step(SWEEP):
        seen.append(trail.is_swept)
    assert [*seen, trail.is_swept] == [False, True]
    with trail.step(DISCARD, draft="2"):
        pass
    assert (trail.draft, trail.opening) == ("", {})


def test_a_draft_on_another_host_is_not_taken_for_one_on_this(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.jsonl")
    with Trail(journal, "https://one.org/api").step(OPEN, nonce="n", base="") as facts:
        facts["draft"] = "2"

    with pytest.raises(ConfigError, match=r"was reserved on https://one\.org/api"):
        _ = Trail(journal, "https://two.org/api").draft


def test_a_mark_is_read_back_and_nothing_else_is_one() -> None:
    noted = {"additional_descriptions": [{"description": "A note."}, mark("maker", "run")]}

    assert nonce_in(noted) == ("maker", "run")
    assert nonce_in({"additional_descriptions": [mark("maker")]}) == ("maker", "")
    for odd in ({}, {"additional_descriptions": 1}, {"additional_descriptions": [1, {}]}):
        assert nonce_in(odd) == ("", "")
