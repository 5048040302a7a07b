import hashlib
import json
import shutil
from pathlib import Path

import pytest

from packager.domain.errors import ConfigError, IntegrityError, SealedError
from packager.domain.release import Identity, Record
from packager.publish.chain import Event
from packager.publish.ledger import Ledger
from packager.publish.papers import read_identity, read_record
from tests.fakes.trees import FILES, PAPERS, VERSION, cut, sealed

LATER = "2026-12-24"
NAMED = Identity(VERSION, "10.5072/zenodo.10", "10.5072/zenodo.9")
RECORD = Record("zenodo", "10", VERSION, "https://zenodo.org/records/10", doi=NAMED.doi)


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    return Ledger(tmp_path / "releases")


@pytest.fixture
def full(ledger: Ledger, tmp_path: Path) -> Ledger:
    """A reservation, two releases, a record, an abandoned name and a notice: seven lines."""
    ledger.reserve(NAMED)
    cut(ledger, tmp_path / "dist")
    ledger.add_record(RECORD)
    ledger.reserve(Identity("2026-12-01"))
    ledger.abandon("2026-12-01", "the host lost the draft")
    cut(ledger, tmp_path / "dist", LATER, more=b"new")
    ledger.add_notice("erratum", VERSION, "row four is of another day")
    return ledger


def lines(ledger: Ledger) -> list[bytes]:
    return (ledger.root / "ledger.jsonl").read_bytes().splitlines(keepends=True)


def rewrite(ledger: Ledger, changed: list[bytes]) -> None:
    (ledger.root / "ledger.jsonl").write_bytes(b"".join(changed))


def everything(root: Path) -> dict[str, bytes]:
    files = (path for path in root.rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in files}


def test_each_line_names_the_sha256_of_the_line_before(full: Ledger) -> None:
    previous = "0" * 64
    for line in lines(full):
        assert json.loads(line)["previous"] == previous
        previous = hashlib.sha256(line).hexdigest()

    index = json.loads((full.root / "index.json").read_bytes())
    assert index["ledger_head"] == previous


def test_a_line_is_compact_json_with_sorted_keys_and_the_digests_of_its_files(
    full: Ledger,
) -> None:
    for line in lines(full):
        said = json.loads(line)
        assert line.decode() == (
            json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False) + "\n"
        )
        for path, digest in said["files"].items():
            assert hashlib.sha256((full.root / path).read_bytes()).hexdigest() == digest

    events = [json.loads(line)["event"] for line in lines(full)]
    assert events == [*("reserve", "seal", "record", "reserve", "abandon", "seal", "erratum")]


def test_a_healthy_memory_has_no_fault(full: Ledger) -> None:
    assert full.faults() == []
    full.verify()


def test_an_empty_memory_has_no_fault_and_no_releases(ledger: Ledger) -> None:
    assert ledger.faults() == []
    assert ledger.versions() == ()
    assert ledger.find_identity(VERSION) is None
    assert not ledger.root.exists()


def test_a_release_read_back_is_the_one_that_was_sealed(full: Ledger, tmp_path: Path) -> None:
    release = full.release(VERSION)

    assert {
        e.path: (full.root / VERSION / "tree" / e.path).read_bytes() for e in release.files
    } == (FILES)
    assert release.archive.sha256 == (
        hashlib.sha256((tmp_path / "dist" / f"{VERSION}.zip").read_bytes()).hexdigest()
    )
    assert full.seal(VERSION).identity == full.find_identity(VERSION) == NAMED
    assert full.paper(VERSION, "inputs.json") == PAPERS["inputs"]
    assert full.paper(VERSION, "change.json") == PAPERS["change"]
    assert full.versions() == (VERSION, LATER)
    assert full.find_record(VERSION, "zenodo") == RECORD
    assert full.find_record(LATER, "zenodo") is None


def test_the_list_of_releases_is_newest_first_and_names_hosts_and_sizes(full: Ledger) -> None:
    index = json.loads((full.root / "index.json").read_bytes())

    assert [release["version"] for release in index["versions"]] == [LATER, VERSION]
    first = index["versions"][1]
    assert (first["date"], first["doi"], first["concept_doi"]) == (
        *("2026-11-30", "10.5072/zenodo.10", "10.5072/zenodo.9"),
    )
    assert first["files"] == len(FILES)
    assert first["bytes"] == sum(len(content) for content in FILES.values())
    assert first["records"][0]["url"] == "https://zenodo.org/records/10"
    assert first["notices"] == [{"kind": "erratum", "note": "row four is of another day"}]


def test_no_host_means_no_version_doi_and_an_identity_all_the_same(
    ledger: Ledger, tmp_path: Path
) -> None:
    cut(ledger, tmp_path / "dist")

    assert ledger.find_identity(VERSION) == Identity(VERSION, "", "")


def test_a_version_is_cut_once(full: Ledger, tmp_path: Path) -> None:
    before = everything(full.root)

    with pytest.raises(SealedError, match=f"release {LATER} is already sealed") as error:
        cut(full, tmp_path / "again", LATER, other=b"bytes")

    assert error.value.exit_code == 4
    assert f"{LATER}.1" in error.value.mend
    assert everything(full.root) == before


@pytest.mark.parametrize("version", ["2026-12-23", "2026-12-23.5", "2025-01-01"])
def test_an_older_version_than_the_newest_is_refused_with_a_suggestion(
    full: Ledger, tmp_path: Path, version: str
) -> None:
    with pytest.raises(SealedError, match=f"older than {LATER}") as error:
        cut(full, tmp_path / "again", version)

    assert f"{LATER}.1" in error.value.mend
    assert not (full.root / version).exists()


def test_the_suggested_version_is_free(full: Ledger, tmp_path: Path) -> None:
    full.reserve(Identity(f"{LATER}.1"))
    full.abandon(f"{LATER}.1", "not needed")

    with pytest.raises(SealedError, match="abandoned") as error:
        cut(full, tmp_path / "again", f"{LATER}.1")
    assert f"{LATER}.2" in error.value.mend
    cut(full, tmp_path / "again", f"{LATER}.2")


def test_a_second_release_of_one_day_comes_after_the_first(full: Ledger, tmp_path: Path) -> None:
    for number in (1, 2, 10):
        cut(full, tmp_path / "again", f"{LATER}.{number}")

    assert full.versions() == (VERSION, LATER, f"{LATER}.1", f"{LATER}.2", f"{LATER}.10")
    assert full.faults() == []


def test_whether_a_version_can_be_cut_is_known_before_it_is_built(full: Ledger) -> None:
    full.require_free("2026-12-25")
    before = everything(full.root)

    for version in (LATER, VERSION, "2026-12-01", "2026-12-02"):
        with pytest.raises(SealedError, match=r"sealed|abandoned|older") as error:
            full.require_free(version)
        assert f"{LATER}.1" in error.value.mend
    assert everything(full.root) == before


def test_an_abandoned_version_is_not_used_again(full: Ledger) -> None:
    with pytest.raises(SealedError, match="abandoned"):
        full.reserve(Identity("2026-12-01"))


@pytest.mark.parametrize("version", ["2026-13-01", "tomorrow", "../x", ""])
def test_what_is_no_version_is_refused(ledger: Ledger, version: str) -> None:
    with pytest.raises(ConfigError, match="not a version"):
        ledger.reserve(Identity(version))
    assert not ledger.root.exists() or not any(ledger.root.iterdir())


def test_reserving_again_is_the_same_reservation(ledger: Ledger) -> None:
    assert ledger.reserve(NAMED) == ledger.reserve(NAMED)

    assert len(lines(ledger)) == 1
    with pytest.raises(SealedError, match="already reserved"):
        ledger.reserve(Identity(VERSION, "10.5072/zenodo.11"))


def test_a_sealed_version_is_not_reserved(full: Ledger) -> None:
    with pytest.raises(SealedError, match="already sealed"):
        full.reserve(NAMED)


def test_a_tree_built_under_another_identity_is_not_sealed(ledger: Ledger, tmp_path: Path) -> None:
    ledger.reserve(NAMED)
    seal, root = sealed(tmp_path / "dist", Identity(VERSION))

    with pytest.raises(IntegrityError, match="reserved under another identity"):
        ledger.add_release(seal, root, **PAPERS)
    assert ledger.versions() == ()


@pytest.mark.parametrize("change", ["content", "missing", "extra"])
def test_a_tree_that_is_not_what_its_seal_says_is_not_kept(
    ledger: Ledger, tmp_path: Path, change: str
) -> None:
    seal, root = sealed(tmp_path / "dist", Identity(VERSION))
    match change:
        case "content":
            (root / "rain.csv").write_text("other")
        case "missing":
            (root / "rain.csv").unlink()
        case "extra":
            (root / "more.csv").write_text("")

    with pytest.raises(IntegrityError, match=r"(rain|more)\.csv"):
        ledger.add_release(seal, root, **PAPERS)
    assert [path.name for path in ledger.root.iterdir()] == []


def test_a_record_is_kept_once_and_never_changed(full: Ledger) -> None:
    before = everything(full.root)

    full.add_record(RECORD)
    assert everything(full.root) == before
    with pytest.raises(SealedError, match="has a record of zenodo already"):
        full.add_record(Record("zenodo", "11", VERSION, "https://zenodo.org/records/11"))
    assert everything(full.root) == before


def test_what_is_not_sealed_has_no_record_and_no_notice(full: Ledger) -> None:
    with pytest.raises(SealedError, match="not sealed"):
        full.add_record(Record("zenodo", "11", "2027-01-01", "https://zenodo.org/records/11"))
    with pytest.raises(SealedError, match="not sealed"):
        full.add_notice("withdraw", "2027-01-01", "wrong")
    with pytest.raises(SealedError, match="waiting to be cut"):
        full.abandon(LATER, "wrong")
    with pytest.raises(SealedError, match="no sealed release 2027-01-01"):
        full.seal("2027-01-01")


def test_the_target_of_a_record_is_a_plain_word(full: Ledger) -> None:
    with pytest.raises(SealedError, match="no proper host"):
        full.add_record(Record("../x", "11", LATER, "https://example.org"))


@pytest.mark.parametrize("note", ["", "  ", "two\nlines", "bad\udcff"])
def test_a_note_is_a_line_of_words(full: Ledger, note: str) -> None:
    with pytest.raises(ConfigError, match="line of words"):
        full.add_notice("erratum", VERSION, note)


def test_a_notice_changes_no_sealed_byte_and_is_kept_once(full: Ledger) -> None:
    before = {p: c for p, c in everything(full.root).items() if "/" in p}

    full.add_notice("withdraw", VERSION, "measured wrongly")
    full.add_notice("withdraw", VERSION, "measured wrongly")

    assert {p: c for p, c in everything(full.root).items() if "/" in p} == before
    assert len(lines(full)) == 8


@pytest.mark.parametrize("number", range(7))
def test_an_edited_line_is_named(full: Ledger, number: int) -> None:
    changed = lines(full)
    changed[number] = changed[number].replace(b'"note":"', b'"note":"x')
    rewrite(full, changed)

    assert any(f"line {number + 1}: edited" in fault for fault in full.faults())
    with pytest.raises(IntegrityError, match=f"line {number + 1}: edited"):
        full.versions()
    with pytest.raises(IntegrityError, match=f"line {number + 1}: edited"):
        full.add_notice("erratum", VERSION, "more")


@pytest.mark.parametrize("number", range(7))
def test_a_missing_entry_is_named(full: Ledger, number: int) -> None:
    changed = lines(full)
    gone = json.loads(changed.pop(number))
    rewrite(full, changed)

    faults = "\n".join(full.faults())
    assert f"line {number}: edited, or the entry behind it is missing" in faults or (
        number == 0 and "line 1: the entry before it is missing" in faults
    )
    for path in gone["files"]:
        if not path.endswith("identity.json"):
            assert f"{path}: unrecorded" in faults


def test_a_moved_entry_is_named(full: Ledger) -> None:
    changed = lines(full)
    changed[2], changed[3] = changed[3], changed[2]
    rewrite(full, changed)

    faults = "\n".join(full.faults())
    assert "line 3: out of its place" in faults
    assert "line 4: out of its place: it was written behind line 2" in faults


def test_a_redated_entry_is_named(full: Ledger) -> None:
    changed = lines(full)
    changed[1] = changed[1].replace(VERSION.encode(), b"2026-11-29")
    rewrite(full, changed)

    faults = "\n".join(full.faults())
    assert "line 2: edited" in faults
    assert "2026-11-29/seal.json is missing" in faults


def test_a_line_written_by_hand_at_the_end_is_found(full: Ledger) -> None:
    changed = lines(full)
    said = json.loads(changed[-1]) | {
        "previous": hashlib.sha256(changed[-1]).hexdigest(),
        "event": "abandon",
    }
    changed.append(json.dumps(said, sort_keys=True, separators=(",", ":")).encode() + b"\n")
    rewrite(full, changed)

    assert any(
        "line 8: release 2026-11-30 is not waiting to be cut" in fault for fault in full.faults()
    )


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Event(event="reserve", version="2027-01-01", files={}), "names other files than its own"),
        (Event(event="abandon", version=VERSION, files={}), "not waiting to be cut"),
        (
            Event(
                event="reserve",
                version="2027-02-30",
                files={"2027-02-30/identity.json": "0" * 64},
            ),
            "not a version",
        ),
        (
            Event(event="erratum", version=VERSION, files={}, target="zenodo"),
            "names no proper host",
        ),
        (
            Event(
                event="record",
                version=VERSION,
                files={f"{VERSION}/record.zenodo.json": "0" * 64},
                target="zenodo",
            ),
            "has a record of zenodo already",
        ),
    ],
)
def test_a_well_chained_line_that_cannot_be_true_is_refused(
    full: Ledger, event: Event, said: str
) -> None:
    head = hashlib.sha256(lines(full)[-1]).hexdigest()
    rewrite(full, [*lines(full), event.after(head).line()])

    assert any("line 8: " in fault and said in fault for fault in full.faults())
    with pytest.raises(IntegrityError, match=said):
        full.versions()


def test_an_identity_or_record_written_by_hand_is_refused() -> None:
    content = b'{"version": "2026-11-30", "doi": "", "concept_doi": ""}'

    with pytest.raises(IntegrityError, match="not written as the tool writes it"):
        read_identity(content, "identity.json")
    with pytest.raises(IntegrityError, match="no id"):
        read_record(content, "record.json")


def test_a_ledger_that_is_gone_is_missed(full: Ledger) -> None:
    (full.root / "ledger.jsonl").unlink()

    assert any("all are gone" in fault for fault in full.faults())
    with pytest.raises(IntegrityError, match="all are gone"):
        full.versions()


@pytest.mark.parametrize(
    "path",
    [
        f"{VERSION}/identity.json",
        f"{VERSION}/inputs.json",
        f"{VERSION}/change.json",
        f"{VERSION}/seal.json",
        f"{VERSION}/record.zenodo.json",
        f"{LATER}/tree/rain.csv",
    ],
)
@pytest.mark.parametrize("change", ["altered", "missing", "a link"])
def test_a_file_that_changed_is_named(full: Ledger, tmp_path: Path, path: str, change: str) -> None:
    place = full.root / path
    content = place.read_bytes()
    place.unlink()
    if change == "altered":
        place.write_bytes(content + b" ")
    elif change == "a link":
        (tmp_path / "elsewhere").write_bytes(content)
        place.symlink_to(tmp_path / "elsewhere")

    faults = full.faults()
    assert faults
    assert any(path.rpartition("/")[2] in fault for fault in faults)
    with pytest.raises(IntegrityError):
        full.verify()


def test_a_release_whose_tree_changed_is_not_handed_out(full: Ledger) -> None:
    place = full.root / VERSION / "tree"
    (place / "rain.csv").write_text("other")
    (place / "README.md").unlink()
    (place / "new").write_text("")

    with pytest.raises(IntegrityError) as error:
        full.release(VERSION)

    assert "missing: README.md\nextra: new\nchanged: rain.csv" in error.value.what
    assert f"git checkout -- {full.root / VERSION}" in error.value.mend


def test_a_release_whose_tree_is_gone_says_how_to_get_it_back(full: Ledger) -> None:
    shutil.rmtree(full.root / VERSION / "tree")

    with pytest.raises(IntegrityError, match="no such folder") as error:
        full.release(VERSION)
    assert "git checkout" in error.value.mend


def test_a_folder_or_file_that_no_line_names_is_found(full: Ledger) -> None:
    shutil.copytree(full.root / VERSION, full.root / "2026-12-25")
    (full.root / VERSION / "notes.txt").write_text("")
    (full.root / "sources" / "rain").mkdir(parents=True)

    faults = full.faults()
    assert "2026-12-25/seal.json: unrecorded, or its entry in the ledger is missing" in faults
    assert "2026-12-25/tree: unrecorded, or its entry in the ledger is missing" in faults
    assert f"{VERSION}/notes.txt: nothing the tool puts there" in faults
    assert not [fault for fault in faults if "rain" in fault]


def test_a_journal_is_outside_the_chain(full: Ledger) -> None:
    full.journal(VERSION).intend("publish", id="10")
    full.journal("2027-01-01").intend("reserve", nonce="n")

    assert full.faults() == []
    assert full.journal(VERSION).entries()[0].step == "publish"


@pytest.mark.parametrize("change", ["stale", "missing", "edited"])
def test_an_index_that_disagrees_is_named_and_made_anew(full: Ledger, change: str) -> None:
    index = full.root / "index.json"
    good = index.read_bytes()
    match change:
        case "stale":
            head = json.loads(good)["ledger_head"]
            index.write_bytes(
                good.replace(head.encode(), hashlib.sha256(lines(full)[0]).hexdigest().encode())
            )
        case "missing":
            index.unlink()
        case "edited":
            index.write_bytes(good.replace(b'"files": 4', b'"files": 5'))

    (fault,) = full.faults()
    assert fault.startswith("index.json: ")
    assert full.versions() == (VERSION, LATER)

    full.write_index()
    assert index.read_bytes() == good
    assert full.faults() == []


@pytest.fixture
def torn(full: Ledger) -> Ledger:
    """The memory after a crash in the middle of writing the eighth line."""
    index = (full.root / "index.json").read_bytes()
    full.add_notice("erratum", LATER, "row five is of another day")
    (full.root / "index.json").write_bytes(index)
    changed = lines(full)
    rewrite(full, [*changed[:-1], changed[-1][:-9]])
    return full


def test_a_torn_line_has_not_happened_and_is_told_with_the_way_out(torn: Ledger) -> None:
    whole = b"".join(lines(torn)[:-1])

    assert len(torn.events()) == 7
    assert "ledger.jsonl, line 8: torn, its writing was cut short" in torn.faults()
    with pytest.raises(IntegrityError, match="line 8 is torn") as error:
        torn.add_notice("erratum", LATER, "something else")
    assert f"truncate -s {len(whole)} {torn.root / 'ledger.jsonl'}" in error.value.mend


def test_a_line_cut_off_after_it_was_written_is_not_taken_for_a_torn_one(full: Ledger) -> None:
    changed = lines(full)
    rewrite(full, [*changed[:-1], changed[-1][:-9]])

    with pytest.raises(IntegrityError, match="line 6: edited, or the entry behind it is missing"):
        full.versions()


@pytest.mark.parametrize("kept", [1, 30, -1])
def test_the_command_that_was_cut_short_completes_its_line(full: Ledger, kept: int) -> None:
    index = (full.root / "index.json").read_bytes()
    full.add_notice("erratum", LATER, "row five is of another day")
    after = everything(full.root)
    (full.root / "index.json").write_bytes(index)
    changed = lines(full)
    rewrite(full, [*changed[:-1], changed[-1][:kept]])

    full.add_notice("erratum", LATER, "row five is of another day")

    assert everything(full.root) == after
    assert full.faults() == []
