"""Who draws is another process: the same pictures, the same errors, and an end."""

import io
import json
import os
import signal
from collections.abc import Iterator

import pytest

from packager.assemble.artist import Artist
from packager.assemble.drawing import draw_all
from packager.assemble.plotting import png, svg
from packager.domain.errors import RuleError
from tests.unit.test_plotting import plot


@pytest.fixture
def artist() -> Iterator[Artist]:
    one = Artist()
    yield one
    one.close()


def test_pictures_are_those_that_this_process_would_draw(artist: Artist) -> None:
    for each in (plot(), plot(text="another"), plot()):
        drawn = artist.draw(each)

        assert drawn.svg == svg(each)
        assert drawn.png == png(drawn.svg)


def test_what_cannot_be_drawn_is_told_and_the_next_is_drawn(artist: Artist) -> None:
    odd = plot(text="通义")
    with pytest.raises(RuleError) as here:
        svg(odd)

    with pytest.raises(RuleError) as there:
        artist.draw(odd)

    assert str(there.value) == str(here.value)
    assert artist.draw(plot()).svg == svg(plot())


def test_one_that_is_gone_is_an_error_with_a_way_out(artist: Artist) -> None:
    artist.draw(plot())
    os.kill(artist.process_id, signal.SIGKILL)

    with pytest.raises(RuleError, match="small was not drawn: who draws ended") as error:
        artist.draw(plot())

    assert error.value.mend.startswith("run the same command again")


def test_it_ends_when_nobody_asks_any_more() -> None:
    one = Artist()

    one.close()

    with pytest.raises(ProcessLookupError):
        os.kill(one.process_id, 0)


def test_each_answer_says_how_long_its_pictures_are() -> None:
    asked = {"name": "a", "title": "A", "alt": "b", "spec": dict(plot().spec)}
    answers = io.BytesIO()

    draw_all(io.BytesIO(f"{json.dumps(asked)}\n".encode()), answers)

    line, _, pictures = answers.getvalue().partition(b"\n")
    told = json.loads(line)
    assert len(pictures) == told["svg"] + told["png"]
    assert pictures[: told["svg"]].startswith(b"<svg")
    assert pictures[told["svg"] :].startswith(b"\x89PNG")
