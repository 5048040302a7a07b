import os
import tempfile
from contextlib import suppress
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from packager.assemble.archive import archive, entries_of
from packager.assemble.names import name_faults
from packager.assemble.tree import files_of, write_tree
from packager.domain.errors import IntegrityError
from tests.fakes.trees import FILES

NAMES = st.text("abcé_-/.", min_size=1, max_size=12)
TREES = st.dictionaries(NAMES, st.binary(max_size=200), min_size=1, max_size=6).filter(
    lambda files: not name_faults(files)
)


@given(TREES, st.randoms(use_true_random=False), st.sampled_from([0o000, 0o022, 0o077]))
@settings(max_examples=60, deadline=None)
def test_archive_bytes_know_neither_order_nor_umask_nor_time(
    files: dict[str, bytes], chance: object, umask: int
) -> None:
    assert hasattr(chance, "shuffle")
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        write_tree(files.items(), place / "one")
        shuffled = list(files.items())
        chance.shuffle(shuffled)
        before = os.umask(umask)
        try:
            write_tree(shuffled, place / "two")
            for path in (place / "two").rglob("*"):
                os.utime(path, (1, 1))
            first = archive(place / "one", files_of(place / "one"), place / "b.zip")
            second = archive(place / "two", files_of(place / "two")[::-1], place / "in" / "b.zip")
        finally:
            os.umask(before)

        assert first == second
        assert (place / "b.zip").read_bytes() == (place / "in" / "b.zip").read_bytes()
        assert entries_of(place / "b.zip") == files_of(place / "one")


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_damaged_archive_is_refused_in_words_or_read_as_other_files(data: st.DataObject) -> None:
    with tempfile.TemporaryDirectory() as name:
        root = Path(name) / "tree"
        write_tree({**FILES, "é.txt": b"x"}.items(), root)
        path = Path(name) / "b.zip"
        archive(root, files_of(root), path)
        content = bytearray(path.read_bytes())
        for _ in range(data.draw(st.integers(1, 3))):
            start = data.draw(st.integers(0, len(content) - 1))
            gone = data.draw(st.integers(0, 4))
            content[start : start + gone] = data.draw(st.binary(max_size=4))
        path.write_bytes(content)

        sizes = [0]
        with suppress(IntegrityError):
            sizes += [entry.bytes for entry in entries_of(path)]

        assert sum(sizes) <= len(content)
