import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packager.domain.errors import IntegrityError
from packager.domain.release import Identity, Record
from packager.publish.ledger import Ledger
from tests.fakes.trees import VERSION, cut


@pytest.fixture(scope="module")
def good() -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as name:
        ledger = Ledger(Path(name) / "releases")
        ledger.reserve(Identity(VERSION, "10.5072/zenodo.10"))
        cut(ledger, Path(name) / "dist")
        ledger.add_record(Record("zenodo", "10", VERSION, "https://zenodo.org/records/10"))
        cut(ledger, Path(name) / "dist", "2026-12-24")
        ledger.add_notice("erratum", VERSION, "row four is of another day")
        yield ledger.root


def with_lines(good: Path, place: Path, content: bytes) -> Ledger:
    shutil.copytree(good, place)
    (place / "ledger.jsonl").write_bytes(content)
    return Ledger(place)


@given(st.data())
@settings(max_examples=250, deadline=None)
def test_any_single_byte_changed_in_any_line_is_found(good: Path, data: st.DataObject) -> None:
    content = bytearray((good / "ledger.jsonl").read_bytes())
    place = data.draw(st.integers(0, len(content) - 1))
    content[place] ^= data.draw(st.integers(1, 255))

    with tempfile.TemporaryDirectory() as name:
        ledger = with_lines(good, Path(name) / "releases", bytes(content))
        assert ledger.faults() != []
        with pytest.raises(IntegrityError):
            ledger.versions()


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_lines_taken_out_put_in_twice_or_moved_are_found(good: Path, data: st.DataObject) -> None:
    lines = (good / "ledger.jsonl").read_bytes().splitlines(keepends=True)
    picked = data.draw(
        st.lists(st.sampled_from(range(len(lines))), max_size=7).filter(
            lambda order: order != list(range(len(lines)))
        )
    )

    with tempfile.TemporaryDirectory() as name:
        content = b"".join(lines[number] for number in picked)
        ledger = with_lines(good, Path(name) / "releases", content)
        assert ledger.faults() != []


@given(st.data())
@settings(max_examples=150, deadline=None)
def test_bytes_put_in_or_taken_out_are_found(good: Path, data: st.DataObject) -> None:
    content = (good / "ledger.jsonl").read_bytes()
    start = data.draw(st.integers(0, len(content)))
    end = data.draw(st.integers(start, min(len(content), start + 30)))
    changed = content[:start] + data.draw(st.binary(max_size=5)) + content[end:]

    with tempfile.TemporaryDirectory() as name:
        ledger = with_lines(good, Path(name) / "releases", changed)
        assert (ledger.faults() == []) is (changed == content)


@given(st.data())
@settings(max_examples=100, deadline=None)
def test_any_byte_changed_in_any_sealed_file_is_found(good: Path, data: st.DataObject) -> None:
    kept = {"ledger.jsonl", "index.json"}
    files = sorted(p for p in good.rglob("*") if p.is_file() and p.name not in kept)
    path = data.draw(st.sampled_from(files)).relative_to(good)

    with tempfile.TemporaryDirectory() as name:
        shutil.copytree(good, Path(name) / "releases")
        content = bytearray((good / path).read_bytes())
        content[data.draw(st.integers(0, len(content) - 1))] ^= data.draw(st.integers(1, 255))
        (Path(name) / "releases" / path).write_bytes(content)

        faults = Ledger(Path(name) / "releases").faults()
        assert any(path.name in fault for fault in faults)
