"""One host over HTTP, honest, broken and hostile."""

import io
import logging
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packager.domain.errors import ConfigError, TargetError
from packager.publish.targets.answers import Answer, DoubtfulError, RefusedError, Said
from packager.publish.targets.calls import Call, Patience
from packager.publish.targets.http import AGENT, Host, told_pause
from packager.publish.targets.wire import LONGEST_ANSWER
from tests.fakes.hostile import Connection, Hostile, Reply, hostile, nobody

TOKEN = "secret-token-0123456789"
GET = Call("GET", "/records/1")
ONCE = Call("POST", "/records/1/publish", once=True)


class Waits(list[float]):
    """Pauses instead of sleep, and what was told of them."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []


@pytest.fixture
def waits() -> Waits:
    return Waits()


@pytest.fixture
def at(waits: Waits) -> Callable[..., Host]:
    def at(server: Hostile, **limits: Any) -> Host:
        quick = {"connect": 9.0, "silence": 9.0, "answer": 9.0, "grace": 9.0, "tries": 3}
        patience = Patience(wait=waits.append, tell=waits.told.append, **quick | limits)
        return Host(server.url, token=TOKEN, patience=patience)

    return at


def saying(status: int = 200, body: bytes = b'{"ok": true}', **headers: str) -> Reply:
    return lambda connection: connection.answer(status, body, **headers)


def gone(connection: Connection) -> None:
    """Close without a word."""
    connection.socket.close()


PAGE = saying(502, b"<html><h1>Bad gateway</h1></html>", content_type="text/html")


def test_a_call_says_who_asks_and_shows_the_token_in_a_header_only(
    at: Callable[..., Host],
) -> None:
    with hostile(saying()) as server:
        answer = at(server).call(Call("POST", "/x", body={"ü": 1}, query={"q": "a b"}))

    (asked,) = server.asked
    assert answer.said().flag("ok") is True
    assert asked.headers["user-agent"] == AGENT
    assert AGENT.startswith("leadgreen-packager/")
    assert asked.headers["authorization"] == f"Bearer {TOKEN}"
    assert asked.headers["content-type"] == "application/json"
    assert asked.headers["accept-encoding"] == "identity"
    assert asked.path == "/api/x?q=a+b"
    assert asked.body == '{"ü": 1}'.encode()


def test_the_token_that_publishes_is_shown_for_publishing_alone() -> None:
    with hostile(saying()) as server:
        host = Host(server.url, token=TOKEN, final_token="another-token-0123")
        host.call(Call("GET", "/x"))
        host.call(Call("POST", "/x", once=True, final=True))
        host.call(Call("GET", "/x", public=True))

    shown = [asked.headers.get("authorization") for asked in server.asked]
    assert shown == [f"Bearer {TOKEN}", "Bearer another-token-0123", None]


def test_neither_token_is_told_when_a_host_repeats_it() -> None:
    reply = saying(403, b'{"message": "no right: another-token-0123, secret-token-0123456789"}')
    with hostile(reply) as server, pytest.raises(RefusedError) as refused:
        Host(server.url, token=TOKEN, final_token="another-token-0123").call(GET)

    assert "no right" in refused.value.what
    assert "0123" not in str(refused.value)


def test_what_everybody_may_see_is_asked_without_the_token(at: Callable[..., Host]) -> None:
    with hostile(saying()) as server:
        at(server).call(Call("GET", "/x", public=True))

    assert "authorization" not in server.asked[0].headers


def test_a_netrc_does_not_replace_the_token(
    at: Callable[..., Host], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / ".netrc"
    netrc.write_text("machine 127.0.0.1 login other password other\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))

    with hostile(saying()) as server:
        at(server).call(GET)
        at(server).call(Call("GET", "/x", public=True))

    assert server.asked[0].headers["authorization"] == f"Bearer {TOKEN}"
    assert "authorization" not in server.asked[1].headers


@pytest.mark.parametrize(
    "address",
    [
        *("http://zenodo.org/api", "ftp://127.0.0.1/api", "https://user:word@zenodo.org/api"),
        *("http://127.0.0.1.example.org/api", "zenodo.org", "http://localhost.example/api"),
    ],
)
def test_an_address_that_is_not_safe_is_refused(address: str) -> None:
    with pytest.raises(ConfigError, match="not safe"):
        Host(address, token=TOKEN)


@pytest.mark.parametrize("token", ["two words", "line\nbreak", "tökén", "tab\t"])
def test_a_token_that_no_header_can_carry_is_refused_unprinted(token: str) -> None:
    with pytest.raises(ConfigError) as error:
        Host("https://example.org/api", token=token)
    assert token not in str(error.value)


def test_the_token_is_nowhere_to_be_read(
    at: Callable[..., Host], waits: Waits, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    echo = b'{"message": "no %s here"}' % TOKEN.encode()
    with hostile(saying(503, echo), saying(400, echo)) as server:
        host = at(server)
        with pytest.raises(RefusedError) as error:
            host.call(GET)

    assert "***" in str(error.value)
    for text in (str(error.value), repr(host), caplog.text, *waits.told):
        assert TOKEN not in text


def test_reads_are_tried_again_and_waits_are_told(at: Callable[..., Host], waits: Waits) -> None:
    with hostile(gone, PAGE, saying()) as server:
        answer = at(server).call(GET)

    assert answer.status == 200
    assert waits == [1.0, 2.0]
    assert "502: a web page; waiting 2 s" in waits.told[1]
    assert "<" not in "".join(waits.told)


def test_tries_come_to_an_end(at: Callable[..., Host], waits: Waits) -> None:
    with hostile(PAGE) as server, pytest.raises(TargetError, match="again and again") as error:
        at(server).call(GET)

    assert len(server.asked) == 3
    assert error.value.exit_code == 3
    assert "same command again" in error.value.mend


@pytest.mark.parametrize("status", [400, 401, 403, 404, 409, 410, 412, 413])
def test_a_refusal_is_never_repeated(at: Callable[..., Host], waits: Waits, status: int) -> None:
    body = b'{"message": "A validation error", "errors": [{"field": "a.b", "messages": ["no"]}]}'
    with (
        hostile(saying(status, body)) as server,
        pytest.raises(RefusedError, match=f"{status}: A validation error; a.b: no"),
    ):
        at(server).call(GET)

    assert (len(server.asked), waits) == (1, [])


def test_a_status_that_is_an_answer_is_returned(at: Callable[..., Host]) -> None:
    with hostile(saying(404)) as server:
        assert at(server).call(Call("GET", "/x", also={404})).status == 404


@pytest.mark.parametrize("reply", [gone, PAGE, saying(503), saying(504), saying(500)])
def test_what_is_sent_once_is_in_doubt_and_not_sent_again(
    at: Callable[..., Host], reply: Reply
) -> None:
    with hostile(reply) as server, pytest.raises(DoubtfulError):
        at(server).call(ONCE)

    assert len(server.asked) == 1


def test_half_an_answer_leaves_doubt(at: Callable[..., Host]) -> None:
    def half(connection: Connection) -> None:
        connection.head(200, content_length="100")
        connection.send(b'{"a": ')

    with hostile(half) as server, pytest.raises(DoubtfulError):
        at(server).call(ONCE)
    with hostile(half, saying()) as server:
        assert at(server).call(GET).said().flag("ok")


def test_what_a_limiter_turned_away_was_not_done_and_is_sent_again(
    at: Callable[..., Host], waits: Waits
) -> None:
    with hostile(saying(429, retry_after="7"), saying(429), saying(202)) as server:
        assert at(server).call(ONCE).status == 202

    assert waits == [7.0, 2.0]


def test_a_host_that_cannot_be_reached_leaves_no_doubt(
    at: Callable[..., Host], waits: Waits
) -> None:
    with nobody() as server, pytest.raises(TargetError, match="no connection") as error:
        at(server).call(ONCE)
    assert not isinstance(error.value, DoubtfulError)
    assert waits == [1.0, 2.0]


def test_only_429_and_503_tell_how_long_to_wait(at: Callable[..., Host], waits: Waits) -> None:
    with hostile(
        saying(500, retry_after="60"), saying(503, retry_after="60"), saying(retry_after="60")
    ) as server:
        at(server).call(GET)

    assert waits == [1.0, 60.0]


def test_a_host_that_asks_to_wait_for_ever_is_left(at: Callable[..., Host], waits: Waits) -> None:
    with (
        hostile(saying(429, retry_after="999999999999")) as server,
        pytest.raises(TargetError, match="asks to wait"),
    ):
        at(server).call(GET)
    assert (len(server.asked), waits) == (1, [])


def test_a_date_to_wait_for_counts_from_the_hosts_own_date() -> None:
    said = {
        "date": "Mon, 30 Nov 2026 23:59:50 GMT",
        "retry-after": "Tue, 01 Dec 2026 00:00:05 GMT",
    }

    assert told_pause(said) == 15.0
    assert told_pause(said | {"date": "no date"}) is None
    assert told_pause({"retry-after": "-5"}) is None
    assert told_pause({}) is None


def test_redirects_within_the_host_are_followed_with_the_token(at: Callable[..., Host]) -> None:
    with hostile(saying(302, location="/api/records/2"), saying()) as server:
        answer = at(server).call(GET)

    assert [asked.path for asked in server.asked] == ["/api/records/1", "/api/records/2"]
    assert server.asked[1].headers["authorization"] == f"Bearer {TOKEN}"
    assert answer.where.endswith("/api/records/2")


def test_redirects_in_a_circle_come_to_an_end(at: Callable[..., Host]) -> None:
    with (
        hostile(saying(301, location="/api/records/1")) as server,
        pytest.raises(TargetError, match="more than 5 redirects"),
    ):
        at(server).call(GET)
    assert len(server.asked) == 6


@pytest.mark.parametrize(
    "location", ["http://example.org/x", "ftp://127.0.0.1/x", "//example.org/x", "http://[bad/"]
)
def test_a_redirect_to_an_unsafe_place_is_not_followed(
    at: Callable[..., Host], location: str
) -> None:
    with (
        hostile(saying(302, location=location)) as server,
        pytest.raises(TargetError, match="redirects"),
    ):
        at(server).call(GET)
    assert len(server.asked) == 1


def test_another_host_is_neither_called_nor_shown_the_token(at: Callable[..., Host]) -> None:
    with (
        hostile(saying()) as other,
        hostile(saying(302, location=other.url)) as server,
        pytest.raises(TargetError, match="redirects"),
    ):
        at(server).call(GET)
    assert other.asked == []


def test_a_write_is_never_redirected(at: Callable[..., Host]) -> None:
    with (
        hostile(saying(307, location="/api/records/2")) as server,
        pytest.raises(TargetError, match="redirects"),
    ):
        at(server).call(Call("PUT", "/records/1", body={}))
    assert len(server.asked) == 1


def test_a_download_may_come_from_elsewhere_without_the_token(at: Callable[..., Host]) -> None:
    content = b"rain" * 1000
    sink = io.BytesIO(b"older and longer" * 1000)
    with (
        hostile(saying(200, content)) as other,
        hostile(saying(302, location=other.url + "/f")) as server,
    ):
        at(server).fetch("/f", sink, len(content))

    assert sink.getvalue() == content
    assert "authorization" not in server.asked[0].headers | other.asked[0].headers


@pytest.mark.parametrize(("status", "sent"), [(206, b"efgh"), (200, b"abcdefgh")])
def test_a_download_goes_on_behind_what_is_there_where_the_host_can(
    at: Callable[..., Host], status: int, sent: bytes
) -> None:
    sink, seen = io.BytesIO(b"abcd"), list[int]()

    with hostile(saying(status, sent)) as server:
        at(server).fetch("/f", sink, 8, seen.append, keep=True)

    assert server.asked[0].headers["range"] == "bytes=4-"
    assert sink.getvalue() == b"abcdefgh"
    assert seen[-1] == 8


def test_a_loss_within_a_download_is_made_good_from_where_it_broke_off(
    at: Callable[..., Host],
) -> None:
    def half(connection: Connection) -> None:
        connection.head(200, content_length="8")
        connection.send(b"abcd")

    sink = io.BytesIO()
    with hostile(half, saying(206, b"efgh")) as server:
        at(server).fetch("/f", sink, 8, keep=True)

    assert [one.headers.get("range", "") for one in server.asked] == ["", "bytes=4-"]
    assert sink.getvalue() == b"abcdefgh"


@pytest.mark.parametrize("told", ["100000000000", ""])
def test_a_huge_answer_is_left_unread(at: Callable[..., Host], told: str) -> None:
    def flood(connection: Connection) -> None:
        connection.head(200, content_type="application/json", content_length=told)
        for _ in range(1 + 2 * LONGEST_ANSWER // 1_000_000):
            connection.send(b" " * 1_000_000)

    with hostile(flood) as server, pytest.raises(TargetError, match="larger than"):
        at(server, answer=20.0).call(GET)
    assert len(server.asked) == 1


def test_the_huge_body_of_a_redirect_is_left_unread(at: Callable[..., Host]) -> None:
    sent: list[int] = []

    def flood(connection: Connection) -> None:
        connection.head(302, location="/api/records/2")
        for _ in range(100):
            connection.send(b" " * 1_000_000)
            sent.append(1)

    with hostile(flood, saying()) as server:
        assert at(server).call(GET).status == 200
    assert len(sent) < 50


def test_a_download_is_never_larger_or_smaller_than_promised(at: Callable[..., Host]) -> None:
    with hostile(saying(200, b"12345")) as server:
        with pytest.raises(TargetError, match="larger than 4"):
            at(server).fetch("/f", io.BytesIO(), 4)
        with pytest.raises(TargetError, match="5 bytes came, not 6"):
            at(server).fetch("/f", io.BytesIO(), 6)


def test_a_page_is_not_saved_as_a_file(at: Callable[..., Host]) -> None:
    sink = io.BytesIO()
    with (
        hostile(saying(403, b"<html>no</html>", content_type="text/html")) as server,
        pytest.raises(RefusedError, match="403: a web page"),
    ):
        at(server).fetch("/f", sink, 15)
    assert sink.getvalue() == b""


@pytest.mark.parametrize("part", ["head", "body", "chunk"])
def test_a_slow_drip_ends(at: Callable[..., Host], part: str) -> None:
    with hostile() as server:

        def drip(connection: Connection) -> None:
            if part == "head":
                server.drip(connection, b"HTTP/1.1 200 OK\r\n" + b"X: y\r\n" * 5000)
            elif part == "body":
                connection.head(200)
                server.drip(connection, b" " * 5000)
            else:
                connection.head(200, transfer_encoding="chunked")
                server.drip(connection, b"1;" + b"x" * 5000)

        server.replies.append(drip)
        began = time.monotonic()
        with pytest.raises(TargetError, match="again and again"):
            at(server, tries=2, answer=0.4).call(GET)
        with pytest.raises(TargetError):
            at(server, tries=1, answer=0.4, grace=0.4).fetch("/f", io.BytesIO(), 5000)

    assert time.monotonic() - began < 10


def test_a_silent_host_is_left(at: Callable[..., Host]) -> None:
    with hostile(lambda _: time.sleep(3)) as server, pytest.raises(DoubtfulError):
        at(server, silence=0.2).call(ONCE)


@pytest.mark.parametrize(
    "body", [b"[]", b"1", b"", b"<html>", b'{"a": 1, "a": 2}', b'{"a": NaN}', b"\xff", b"[" * 9999]
)
def test_an_answer_that_is_no_json_object_is_told_without_its_text(
    at: Callable[..., Host], body: bytes
) -> None:
    with hostile(saying(200, body)) as server:
        answer = at(server).call(GET)
        with pytest.raises(TargetError, match="the host answered 200 with") as error:
            answer.said()
    assert "html>" not in str(error.value)


def test_a_compressed_answer_is_not_unpacked(at: Callable[..., Host]) -> None:
    with (
        hostile(saying(200, b"\x1f\x8b", content_encoding="gzip")) as server,
        pytest.raises(TargetError, match="compressed"),
    ):
        at(server).call(GET)


def test_parts_of_the_wrong_type_are_refused_by_name() -> None:
    said = Said({"text": 1, "number": "1", "flag": "true", "inner": [], "inners": {}}, "GET x")
    for ask in ("text", "number", "flag", "inner", "inners"):
        with pytest.raises(TargetError, match=f"no {ask} that is"):
            getattr(said, ask)(ask)
    with pytest.raises(TargetError, match="no number"):
        Said({"number": True}, "x").number("number")
    with pytest.raises(TargetError, match="no inners"):
        Said({"inners": [1]}, "x").inners("inners")
    assert said.find_text("absent") == ""
    assert said.find_inner("absent").content == {}


def test_words_of_a_host_are_cut_and_kept_on_one_line() -> None:
    body = b'{"message": "a\\u001b[31m\\nb%s", "errors": [{"field": 1}, 2]}' % (b"c" * 5000)
    words = Answer(400, {}, body, "x").complaint()

    assert words.isprintable()
    assert len(words) < 400


def test_cookies_are_not_kept(at: Callable[..., Host]) -> None:
    with hostile(saying(set_cookie="session=1; Path=/")) as server:
        host = at(server)
        host.call(GET)
        host.call(GET)
    assert "cookie" not in server.asked[1].headers


def test_an_upload_streams_with_its_length_and_progress(at: Callable[..., Host]) -> None:
    content = b"0123456789" * 300_000
    seen: list[int] = []
    with hostile(saying()) as server:
        at(server, grace=20.0).send("/f", io.BytesIO(content), len(content), seen.append)

    (asked,) = server.asked
    assert asked.headers["content-length"] == str(len(content))
    assert asked.headers["content-type"] == "application/octet-stream"
    assert asked.body == content
    assert seen == sorted(seen)
    assert seen[-1] == len(content)


def test_an_upload_turned_away_by_a_limiter_starts_over(at: Callable[..., Host]) -> None:
    stream = io.BytesIO(b"head-rain")
    stream.seek(5)
    with hostile(saying(429), saying()) as server:
        at(server).send("/f", stream, 4)
    assert [asked.body for asked in server.asked] == [b"rain", b"rain"]


def test_an_upload_that_breaks_off_is_in_doubt_and_not_repeated(at: Callable[..., Host]) -> None:
    with hostile(gone) as server, pytest.raises(DoubtfulError):
        at(server).send("/f", io.BytesIO(b"rain"), 4)
    assert len(server.asked) == 1
