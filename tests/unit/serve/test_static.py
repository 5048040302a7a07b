"""A folder as a web site: media types, conditions, ranges, folders, and what is refused."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from packager.serve.static import LARGE_BYTES, Site, media_type
from tests.fakes.projects import ROOT
from tests.fakes.sites import FILES, HOSTILE, SECRET, Visitor, lay_site

CSV = "/api/v1/rain.csv"
BYTES = FILES["api/v1/rain.csv"]
TAG = f'"{hashlib.sha256(BYTES).hexdigest()}"'
OTHER = f'"{hashlib.sha256(b"other").hexdigest()}"'
WRITTEN = 1_000_000_000
DAY, DAY_BEFORE = "Sun, 09 Sep 2001 01:46:40 GMT", "Sat, 08 Sep 2001 01:46:40 GMT"


@pytest.fixture
def site(tmp_path: Path) -> Path:
    site = lay_site(tmp_path)
    os.utime(site / "api/v1/rain.csv", (WRITTEN, WRITTEN))
    return site


@pytest.fixture
def visitor(site: Path) -> Visitor:
    return Visitor(Site({"": site}))


def releases() -> list[Path]:
    return [path.parent for path in sorted(ROOT.glob("releases/*/tree/openapi.json"))]


@pytest.mark.parametrize("tree", releases(), ids=lambda tree: tree.parent.name)
def test_each_file_of_a_release_has_the_media_type_its_api_declares(tree: Path) -> None:
    paths = json.loads((tree / "openapi.json").read_text(encoding="utf-8"))["paths"]
    declared = {
        path[1:]: [*item["get"]["responses"]["200"]["content"]] for path, item in paths.items()
    }
    any_model = declared.pop("models/{slug}.json")
    files = {path.relative_to(tree).as_posix() for path in tree.rglob("*") if path.is_file()}

    assert {path: [media_type(path)] for path in declared} == declared
    assert {(media_type(path),) for path in files - declared.keys()} == {tuple(any_model)}


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/about/index.md", "text/markdown; charset=utf-8"),
        (CSV, "text/csv; charset=utf-8"),
        ("/api/v1/rain.json", "application/json"),
        ("/CITATION.cff", "application/yaml"),
        ("/plots/rain.svg", "image/svg+xml"),
        ("/empty.txt", "text/plain; charset=utf-8"),
    ],
)
def test_an_answer_is_the_file_with_its_media_type(visitor: Visitor, path: str, kind: str) -> None:
    answer = visitor.ask(path)
    content = FILES[path[1:] or "index.html"]

    assert (answer.status, answer.body) == (200, content)
    assert answer.headers["content-type"] == kind
    assert answer.headers["content-length"] == str(len(content))


def test_a_file_of_an_unknown_kind_is_plain_bytes_on_every_machine() -> None:
    assert media_type("a.csv/b.zzz") == media_type("LICENSE") == "application/octet-stream"


@pytest.mark.parametrize("path", ["/", CSV, "/about", "/nothing", "/empty.txt", "/.hidden"])
@pytest.mark.parametrize("asked", [{}, {"range": "bytes=1-2"}, {"if_none_match": TAG}])
def test_head_is_get_without_the_body(visitor: Visitor, path: str, asked: dict[str, str]) -> None:
    get, head = visitor.ask(path, **asked), visitor.ask(path, "HEAD", **asked)

    assert (head.status, head.headers) == (get.status, get.headers)


def test_head_of_a_file_has_no_body(visitor: Visitor) -> None:
    assert visitor.ask(CSV, "HEAD").body == b""


def test_the_tag_is_the_digest_and_the_time_is_that_of_the_file(visitor: Visitor) -> None:
    answer = visitor.ask(CSV)

    assert answer.headers["etag"] == TAG
    assert answer.headers["last-modified"] == DAY


@pytest.mark.parametrize(
    ("asked", "status"),
    [
        ({"if_none_match": TAG}, 304),
        ({"if_none_match": f"{OTHER}, {TAG}"}, 304),
        ({"if_none_match": f"W/{TAG}"}, 304),
        ({"if_none_match": "*"}, 304),
        ({"if_none_match": OTHER}, 200),
        ({"if_none_match": OTHER, "if_modified_since": DAY}, 200),
        ({"if_modified_since": DAY}, 304),
        ({"if_modified_since": DAY_BEFORE}, 200),
        ({"if_modified_since": "yesterday"}, 200),
        ({"if_match": TAG}, 200),
        ({"if_match": f"{OTHER},{TAG}"}, 200),
        ({"if_match": "*"}, 200),
        ({"if_match": OTHER}, 412),
        ({"if_match": f"W/{TAG}"}, 412),
        ({"if_match": OTHER, "if_none_match": TAG}, 412),
        ({"if_match": TAG, "if_unmodified_since": DAY_BEFORE}, 200),
        ({"if_unmodified_since": DAY}, 200),
        ({"if_unmodified_since": DAY_BEFORE}, 412),
        ({"if_unmodified_since": "yesterday"}, 200),
        ({"if_none_match": TAG, "range": "bytes=0-1"}, 304),
        ({"if_match": OTHER, "range": "bytes=0-1"}, 412),
    ],
)
def test_a_condition_is_kept(visitor: Visitor, asked: dict[str, str], status: int) -> None:
    answer = visitor.ask(CSV, **asked)

    assert answer.status == status
    assert (answer.body == BYTES) == (status == 200)
    assert status != 304 or (answer.body, answer.headers["etag"]) == (b"", TAG)


@pytest.mark.parametrize(
    ("asked", "first", "end"),
    [
        ("bytes=0-0", 0, 1),
        ("bytes=4-6", 4, 7),
        ("bytes=7-", 7, None),
        ("bytes=-3", -3, None),
        ("bytes=-9999", 0, None),
        ("bytes=5-9999", 5, None),
    ],
)
def test_a_part_is_sent_where_a_part_is_asked_for(
    visitor: Visitor, asked: str, first: int, end: int | None
) -> None:
    answer = visitor.ask(CSV, range=asked)
    part = BYTES[first:end]
    at = first % len(BYTES)

    assert (answer.status, answer.body) == (206, part)
    assert answer.headers["content-length"] == str(len(part))
    assert answer.headers["content-range"] == f"bytes {at}-{at + len(part) - 1}/{len(BYTES)}"


@pytest.mark.parametrize("path", [CSV, "/empty.txt"])
@pytest.mark.parametrize("asked", ["bytes=9999-", "bytes=-0", "bytes=20-20"])
def test_a_part_that_is_not_there_is_refused_with_the_size(
    visitor: Visitor, path: str, asked: str
) -> None:
    answer = visitor.ask(path, range=asked)

    assert answer.status == 416
    assert answer.headers["content-range"] == f"bytes */{len(FILES[path[1:]])}"


@pytest.mark.parametrize(
    "asked",
    [
        "items=0-1",
        "bytes=2-1",
        "bytes=",
        "bytes=-",
        "bytes=a-b",
        "bytes=0-1,4-5",
        "1-2",
        f"bytes=0-{'9' * 5000}",
    ],
)
def test_a_range_that_says_nothing_or_two_things_is_not_heard(visitor: Visitor, asked: str) -> None:
    answer = visitor.ask(CSV, range=asked)

    assert (answer.status, answer.body) == (200, BYTES)


@pytest.mark.parametrize(
    ("tag", "status"), [(TAG, 206), (DAY, 206), (OTHER, 200), (f"W/{TAG}", 200), (DAY_BEFORE, 200)]
)
def test_a_part_is_sent_only_of_the_file_that_was_meant(
    visitor: Visitor, tag: str, status: int
) -> None:
    assert visitor.ask(CSV, range="bytes=0-1", if_range=tag).status == status


def test_a_folder_without_its_slash_is_sent_there_with_its_query(visitor: Visitor) -> None:
    answer = visitor.ask("/%61bout?q=1")

    assert answer.status == 307
    assert answer.headers["location"] == "/%61bout/?q=1"


@pytest.mark.parametrize("path", ["/plots/", "/plots", "/api/", "/api"])
def test_a_folder_without_a_page_is_not_listed(visitor: Visitor, path: str) -> None:
    answer = visitor.ask(path)

    assert answer.status == 404
    assert b"rain" not in answer.body


def test_what_is_missing_is_answered_by_the_site_s_own_page(visitor: Visitor) -> None:
    answer = visitor.ask("/nothing", range="bytes=0-1", if_none_match="*")

    assert (answer.status, answer.body) == (404, FILES["404.html"])
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


def test_without_such_a_page_it_is_answered_in_words(site: Path, visitor: Visitor) -> None:
    (site / "404.html").unlink()

    answer = visitor.ask("/nothing")

    assert (answer.status, answer.body) == (404, b"There is no such file.\n")


@pytest.mark.parametrize("raw", HOSTILE)
def test_a_hostile_path_gets_the_page_for_what_is_missing(visitor: Visitor, raw: bytes) -> None:
    answer = visitor.ask(raw)

    assert (answer.status, answer.body) == (404, FILES["404.html"])
    assert SECRET not in answer.body


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "TRACE", "BREW", "get"])
def test_what_would_change_something_is_refused(visitor: Visitor, method: str) -> None:
    answer = visitor.ask(CSV, method)

    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD, OPTIONS"


@pytest.mark.parametrize("path", [CSV, "/nothing", "*"])
def test_a_browser_may_ask_before_it_asks(visitor: Visitor, path: str) -> None:
    answer = visitor.ask(
        path, "OPTIONS", origin="https://example.org", access_control_request_method="GET"
    )

    assert (answer.status, answer.body) == (204, b"")
    assert answer.headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS"
    assert answer.headers["access-control-allow-headers"] == "*"


@pytest.mark.parametrize(
    ("path", "method", "asked", "status"),
    [
        (CSV, "GET", {}, 200),
        (CSV, "GET", {"range": "bytes=0-1"}, 206),
        (CSV, "OPTIONS", {}, 204),
        (CSV, "GET", {"if_none_match": TAG}, 304),
        ("/about", "GET", {}, 307),
        ("/nothing", "GET", {}, 404),
        (CSV, "POST", {}, 405),
        (CSV, "GET", {"if_match": OTHER}, 412),
        (CSV, "GET", {"range": "bytes=99-"}, 416),
    ],
)
def test_every_answer_is_open_to_all_pages_and_lets_none_in(
    visitor: Visitor, path: str, method: str, asked: dict[str, str], status: int
) -> None:
    answer = visitor.ask(path, method, **asked)

    assert answer.status == status
    assert answer.headers["access-control-allow-origin"] == "*"
    assert "ETag" in answer.headers["access-control-expose-headers"]
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'self' 'unsafe-inline'; ")
    assert not any(word in policy for word in ("http", "*", "unsafe-eval"))


def test_a_file_replaced_while_it_is_sent_is_sent_whole_as_it_was(site: Path) -> None:
    old, new = b"old " * 50_000, b"new " * 60_000
    (site / "large.bin").write_bytes(old)
    (site / "next").write_bytes(new)
    application = Site({"": site})

    def replaced_once() -> None:
        if (site / "next").exists():
            (site / "next").replace(site / "large.bin")

    first = Visitor(application, replaced_once).ask("/large.bin")
    second = Visitor(application).ask("/large.bin", if_none_match=first.headers["etag"])

    assert first.body == old
    assert first.headers["etag"] == f'"{hashlib.sha256(old).hexdigest()}"'
    assert (second.status, second.body) == (200, new)


@pytest.mark.parametrize("size", [20, LARGE_BYTES])
def test_a_file_written_anew_in_its_place_has_another_tag(
    site: Path, visitor: Visitor, size: int
) -> None:
    place = site / "changing.bin"
    for content in (b"a" * size, b"b" * size):
        place.write_bytes(content)
        for _ in range(2):
            assert visitor.ask("/changing.bin").headers["etag"] == (
                f'"{hashlib.sha256(content).hexdigest()}"'
            )
