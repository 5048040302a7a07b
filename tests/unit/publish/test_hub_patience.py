from collections.abc import Callable
from pathlib import Path

import pytest

from packager.domain.errors import IntegrityError
from packager.publish.journal import Entry, Journal
from packager.publish.targets.hub_answers import HubAnswerError, HubRefusalError
from packager.publish.targets.hub_patience import Patience


def failing(status: int, told: float | None = None) -> HubAnswerError:
    return HubAnswerError("failed", where="x", mend="wait", status=status, told=told)


def script(*answers: str | Exception) -> Callable[[], str]:
    """A call that answers these, one after the other; calling it more often is a mistake."""
    left = list(answers)

    def call() -> str:
        answer = left.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    return call


@pytest.fixture
def waits() -> list[float]:
    return []


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "journal.jsonl")


def test_a_read_is_made_again_with_longer_and_longer_waits(waits: list[float]) -> None:
    call = script(failing(0), failing(500), failing(503), failing(429), "here")

    assert Patience(waits.append).read(call) == "here"
    assert waits == [1, 2, 4, 8]


def test_a_read_that_goes_on_failing_ends(waits: list[float]) -> None:
    with pytest.raises(HubAnswerError):
        Patience(waits.append).read(script(*[failing(504)] * 5))
    assert waits == [1, 2, 4, 8]


@pytest.mark.parametrize("status", [404, 416, 501])
def test_what_will_not_pass_is_not_waited_for(waits: list[float], status: int) -> None:
    with pytest.raises(HubAnswerError):
        Patience(waits.append).read(script(failing(status)))
    assert waits == []


def test_a_refusal_is_not_waited_for(waits: list[float]) -> None:
    with pytest.raises(HubRefusalError):
        Patience(waits.append).read(script(HubRefusalError("no", where="x", mend="ask")))
    assert waits == []


def test_the_hub_says_how_long_and_all_waits_together_are_bounded(waits: list[float]) -> None:
    patience = Patience(waits.append, longest=100)

    with pytest.raises(HubAnswerError):
        patience.read(script(failing(429, 60), failing(429, 39), failing(429, 2)))
    assert waits == [60, 39]


def test_an_effect_has_a_line_before_and_after(journal: Journal, waits: list[float]) -> None:
    seen = Patience(waits.append).carry_out(
        "tag", script("done"), lambda answer: f"{answer} and seen", journal=journal, tag="v"
    )

    assert seen == "done and seen"
    assert journal.entries() == (
        Entry("tag", "intend", {"tag": "v"}),
        Entry("tag", "done", {"tag": "v", "result": "done and seen"}),
    )


def test_a_doubtful_answer_is_settled_by_looking_and_nothing_is_sent_twice(
    journal: Journal, waits: list[float]
) -> None:
    seen = Patience(waits.append).carry_out(
        "tag", script(failing(504)), lambda answer: "there" if not answer else "", journal=journal
    )

    assert (seen, waits) == ("there", [])


def test_what_is_not_there_is_sent_again_and_each_time_announced(
    journal: Journal, waits: list[float]
) -> None:
    looks = iter(["", "", "there"])

    Patience(waits.append).carry_out(
        "tag",
        script(failing(0), failing(429, 3), "done"),
        lambda _: next(looks),
        journal=journal,
    )

    assert waits == [1, 3]
    assert [entry.state for entry in journal.entries()] == ["intend"] * 3 + ["done"]


def test_a_call_that_was_refused_is_not_repeated_and_stays_open_in_the_journal(
    journal: Journal, waits: list[float]
) -> None:
    with pytest.raises(HubRefusalError):
        Patience(waits.append).carry_out(
            "tag",
            script(HubRefusalError("no", where="x", mend="ask")),
            lambda _: "",
            journal=journal,
        )
    assert [entry.step for entry in journal.unfinished()] == ["tag"]
    assert waits == []


def test_something_else_in_its_place_stops_it(journal: Journal, waits: list[float]) -> None:
    def found(answer: str) -> str:
        raise IntegrityError(f"another is there {answer}", where="x", mend="look")

    with pytest.raises(IntegrityError):
        Patience(waits.append).carry_out("tag", script(failing(409)), found, journal=journal)
    assert waits == []


def test_a_hub_that_says_done_and_shows_nothing_ends_as_an_error(
    journal: Journal, waits: list[float]
) -> None:
    with pytest.raises(HubAnswerError, match="does not show it"):
        Patience(waits.append).carry_out(
            "tag", script(*["done"] * 5), lambda _: "", journal=journal
        )
    assert waits == [1, 2, 4, 8]
