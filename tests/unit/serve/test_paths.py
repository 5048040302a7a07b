"""Which file a request means."""

from pathlib import Path

import pytest

from packager.serve.paths import Folders, find_path
from tests.fakes.sites import FILES, HOSTILE, lay_site


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_site(tmp_path_factory.mktemp("served"))


def read(folders: Folders, path: str | None) -> bytes | None:
    file = None if path is None else folders.find_file(path)
    if file is None:
        return None
    with file:
        return file.read()


@pytest.mark.parametrize(
    ("raw", "path"),
    [
        (b"/", "index.html"),
        (b"/about/", "about/index.html"),
        (b"/about", "about"),
        (b"/api/v1/rain.csv", "api/v1/rain.csv"),
        (b"/%61pi/v1/rain%2Ecsv", "api/v1/rain.csv"),
        (b"/caf%C3%A9/", "café/index.html"),
    ],
)
def test_a_request_means_one_path(raw: bytes, path: str) -> None:
    assert find_path(raw) == path


@pytest.mark.parametrize(
    "raw", [b"", b"*", b"index.html", b"http://localhost/index.html", "/café".encode()]
)
def test_what_is_no_path_in_ascii_means_nothing(raw: bytes) -> None:
    assert find_path(raw) is None


@pytest.mark.parametrize("path", FILES)
def test_every_file_of_the_site_is_found(site: Path, path: str) -> None:
    assert read(Folders({"": site}), find_path(f"/{path}".encode())) == FILES[path]


@pytest.mark.parametrize("raw", HOSTILE)
def test_nothing_is_found_that_is_not_of_the_site(site: Path, raw: bytes) -> None:
    assert read(Folders({"": site}), find_path(raw)) is None


def test_a_link_that_stays_inside_is_followed(site: Path) -> None:
    assert read(Folders({"": site}), "again/index.md") == FILES["about/index.md"]


def test_the_inner_of_two_folders_is_meant_and_the_outer_one_does_not_stand_in(
    site: Path, tmp_path: Path
) -> None:
    (tmp_path / "rain.csv").write_bytes(b"day,mm\n")
    folders = Folders({"": site, "api/v1": tmp_path})

    assert read(folders, "api/v1/rain.csv") == b"day,mm\n"
    assert read(folders, "api/v1/rain.json") is None
    assert read(folders, "about/index.md") == FILES["about/index.md"]


def test_a_folder_that_is_a_link_itself_is_served(site: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(site)

    assert read(Folders({"": tmp_path / "link"}), "about/index.md") == FILES["about/index.md"]
