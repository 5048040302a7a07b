"""Which folder and which Hub, when the call names none."""

from pathlib import Path

import pytest

from packager.loading.places import cache_folder, hub_address

NAMES = ("PACKAGER_CACHE", "XDG_CACHE_HOME", "HF_ENDPOINT")


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in NAMES:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))


def test_the_cache_is_in_the_home_folder(tmp_path: Path) -> None:
    assert cache_folder() == tmp_path / ".cache" / "leadgreen-packager"


def test_the_cache_is_where_all_caches_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/mnt/caches")

    assert cache_folder() == Path("/mnt/caches/leadgreen-packager")


def test_a_relative_folder_of_caches_is_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The XDG base directory specification: a relative path is to be ignored."""
    monkeypatch.setenv("XDG_CACHE_HOME", "caches")

    assert cache_folder() == tmp_path / ".cache" / "leadgreen-packager"


def test_a_cache_of_its_own_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/mnt/caches")
    monkeypatch.setenv("PACKAGER_CACHE", "/mnt/own")

    assert cache_folder() == Path("/mnt/own")


def test_the_hub_is_the_one_its_client_would_ask(monkeypatch: pytest.MonkeyPatch) -> None:
    assert hub_address() == "https://huggingface.co"

    monkeypatch.setenv("HF_ENDPOINT", "https://hub.example")

    assert hub_address() == "https://hub.example"
