"""Whatever bit of a copy is flipped, no table comes from it; a cache gives the true one or none."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import packager
from packager.assemble.tree import paths_of
from packager.domain.errors import PackagerError
from packager.loading.load import Place, load
from packager.loading.loaded import Loaded
from tests.fakes.copies import NEWEST, FakeHost, copied_tree, flip, sealed_tree

PATHS = paths_of(sealed_tree(NEWEST))


@given(st.sampled_from(PATHS), st.floats(0, 1, exclude_max=True), st.integers(0, 7))
@settings(max_examples=60, deadline=None)
def test_any_flipped_bit_in_any_file_of_a_mirror_is_found(path: str, part: float, bit: int) -> None:
    with tempfile.TemporaryDirectory() as name:
        place = copied_tree(Path(name) / "mirror" / NEWEST) / path
        flip(place, int(part * place.stat().st_size), bit)

        with pytest.raises(PackagerError):
            packager.load("index", version=NEWEST, source=Path(name) / "mirror")


@pytest.fixture(scope="module")
def warm(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache that holds a table."""
    cache = tmp_path_factory.mktemp("warm") / "cache"
    from_host(FakeHost(), cache)
    return cache


def from_host(host: FakeHost, cache: Path) -> Loaded:
    host.add(NEWEST, sealed_tree(NEWEST))
    place = Place(source="", repo_id="acme/rain", hub="https://hub.example", cache=str(cache))
    return load("index", NEWEST, "", place, host.connect)


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_any_damage_of_a_cache_ends_in_the_true_table_or_an_error(
    warm: Path, data: st.DataObject
) -> None:
    with tempfile.TemporaryDirectory() as name:
        cache = Path(shutil.copytree(warm, Path(name) / "cache"))
        path = data.draw(
            st.sampled_from([one for one in sorted(cache.rglob("*")) if one.is_file()])
        )
        content = path.read_bytes()
        start = data.draw(st.integers(0, len(content) - 1))
        other = data.draw(st.binary(max_size=8))
        path.write_bytes(content[:start] + other + content[start + data.draw(st.integers(0, 8)) :])
        true = packager.load("index", version=NEWEST, source=sealed_tree(NEWEST))
        try:
            found = from_host(FakeHost(), cache)
        except PackagerError:
            return

        assert found.sha256 == true.sha256
        assert found.arrow.equals(true.arrow)
