"""Whatever a request says of conditions and parts, the answer is one that it may get."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from packager.serve.static import Site
from tests.fakes.sites import FILES, Visitor, lay_site

CONTENT = FILES["api/v1/rain.csv"]
PIECES = ("bytes", "=", "-", ",", "0", "3", "99", '"', "W/", "*", " ", "GMT", "Sun, 09 Sep 2001")
NAMES = ("range", "if_range", "if_match", "if_none_match")
TIMES = ("if_modified_since", "if_unmodified_since")
SAID = st.one_of(
    st.lists(st.sampled_from(PIECES)).map("".join),
    st.text(st.sampled_from([*map(chr, range(ord(" "), ord("~") + 1)), "é", "²"])),
)


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Visitor:
    return Visitor(Site({"": lay_site(tmp_path_factory.mktemp("served"))}))


@given(asked=st.dictionaries(st.sampled_from((*NAMES, *TIMES)), SAID))
def test_no_header_breaks_an_answer(visitor: Visitor, asked: dict[str, str]) -> None:
    answer = visitor.ask("/api/v1/rain.csv", **asked)

    assert answer.status in {200, 206, 304, 412, 416}
    assert answer.status != 200 or answer.body == CONTENT
    assert answer.status != 206 or answer.body in CONTENT


@given(first=st.integers(0, 30), last=st.integers(0, 30))
def test_a_part_is_what_a_slice_of_the_file_is(visitor: Visitor, first: int, last: int) -> None:
    answer = visitor.ask("/api/v1/rain.csv", range=f"bytes={first}-{last}")

    if last < first:
        assert (answer.status, answer.body) == (200, CONTENT)
    elif first >= len(CONTENT):
        assert answer.status == 416
    else:
        assert (answer.status, answer.body) == (206, CONTENT[first : last + 1])
