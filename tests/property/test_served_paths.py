"""Whatever is asked for, what is opened lies in the folder that is served."""

import os
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from packager.serve.paths import Folders, find_path
from tests.fakes.sites import FILES, HOSTILE, lay_site

PIECES = (
    *("/", "//", "..", ".", "%2e", "%2E%2E", "%2f", "%5c", "\\", "%00", "%", "%25", "~"),
    *("secret.txt", "site", "outside", "out.txt", "round", "again", "about", "index.html", "api"),
    *(".hidden", ".git", "config", "pipe", "etc", "passwd", "é", "%C3%A9", "%ff", " ", "a" * 300),
)
ASKED = st.one_of(
    st.lists(st.sampled_from(PIECES)).map(lambda pieces: f"/{''.join(pieces)}".encode()),
    st.lists(st.sampled_from(PIECES)).map(lambda pieces: f"/{'/'.join(pieces)}".encode()),
    st.lists(st.sampled_from(("..", *FILES))).map(lambda names: f"/{'/'.join(names)}".encode()),
    st.binary(),
)


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return lay_site(tmp_path_factory.mktemp("served"))


@given(raw=ASKED)
@example(raw=HOSTILE[0])
@example(raw=b"/outside/site/index.html")
def test_no_request_opens_a_file_outside_the_folder(site: Path, raw: bytes) -> None:
    own = {(site / path).stat()[1:3] for path in FILES}  # inode and device
    path = find_path(raw)
    file = None if path is None else Folders({"": site}).find_file(path)

    if file is not None:
        with file:
            assert os.fstat(file.fileno())[1:3] in own


@given(raw=ASKED)
def test_a_path_that_is_meant_has_neither_dots_nor_escapes_that_lead_away(raw: bytes) -> None:
    parts = (find_path(raw) or "index.html").split("/")

    assert not any(part in {"", ".", ".."} or part.startswith(".") for part in parts)
    assert not any(char in part for part in parts for char in "\\\0\r\n")


@given(names=st.lists(st.sampled_from(sorted({n for path in FILES for n in path.split("/")}))))
def test_what_is_found_is_what_lies_there(site: Path, names: list[str]) -> None:
    path = "/".join(names)
    file = Folders({"": site}).find_file(path)
    found = None
    if file is not None:
        with file:
            found = file.read()

    assert found == FILES.get(path)
