import json
from pathlib import Path

import pytest

from packager.domain.errors import IntegrityError, TargetError
from packager.publish.journal import Entry, Journal


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "v" / "journal.jsonl"


def test_a_journal_says_what_was_meant_and_what_was_done(path: Path) -> None:
    journal = Journal(path)

    journal.intend("create draft", nonce="n1")
    journal.done("create draft", id="10")
    journal.intend("publish", id="10")

    assert journal.entries() == (
        Entry("create draft", "intend", {"nonce": "n1"}),
        Entry("create draft", "done", {"id": "10"}),
        Entry("publish", "intend", {"id": "10"}),
    )
    assert journal.unfinished() == (Entry("publish", "intend", {"id": "10"}),)
    assert [json.loads(line)["state"] for line in path.read_text().splitlines()] == [
        *("intend", "done", "intend")
    ]


def test_a_journal_that_was_never_written_is_empty(path: Path) -> None:
    assert Journal(path).entries() == ()
    assert not path.exists()


@pytest.mark.parametrize("kept", [0, 1, 20, 40])
def test_a_torn_last_line_is_not_read_and_not_built_upon(path: Path, kept: int) -> None:
    journal = Journal(path)
    journal.intend("one")
    whole = path.read_bytes()
    journal.done("one")
    torn = path.read_bytes()[len(whole) :][:kept]
    path.write_bytes(whole + torn)

    assert [entry.state for entry in journal.entries()] == ["intend"]
    journal.done("one", again="yes")

    assert journal.entries()[-1] == Entry("one", "done", {"again": "yes"})
    assert len(journal.entries()) == 2
    assert path.read_bytes().startswith(whole)


def test_a_line_that_was_changed_is_not_taken_for_a_torn_one(path: Path) -> None:
    Journal(path).intend("one")
    path.write_bytes(path.read_bytes().replace(b'"step"', b'"stop"'))

    with pytest.raises(IntegrityError, match="unknown 'stop'"):
        Journal(path).entries()


def test_a_journal_that_cannot_be_written_stops_the_call_it_announces(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(TargetError, match="cannot write the journal"):
        Journal(tmp_path / "file" / "journal.jsonl").intend("publish")


def test_whoever_reads_may_read_it(path: Path) -> None:
    Journal(path).intend("one")

    assert path.stat().st_mode & 0o777 == 0o644
