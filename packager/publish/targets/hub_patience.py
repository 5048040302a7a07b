"""Trying again, within bounds: reads freely, effects only after reading what is there."""

import logging
from collections.abc import Callable
from typing import TypeVar

from packager.domain.errors import TargetError
from packager.publish.journal import Journal
from packager.publish.targets.hub_answers import HubAnswerError

LOG = logging.getLogger(__name__)
TRIES = 5
LONGEST = 300.0
ABSENT = "the Hub said it was done, and does not show it"

Answer = TypeVar("Answer")


class Patience:
    """How long a failing host is borne.

    Args:
        wait: sleeps for a number of seconds; a test hands in its own.
        tries: calls of one kind, the first included.
        longest: seconds spent waiting for one call, at most.
    """

    def __init__(
        self, wait: Callable[[float], None], *, tries: int = TRIES, longest: float = LONGEST
    ) -> None:
        self._wait, self._tries, self._longest = wait, tries, longest

    def read(self, call: Callable[[], Answer]) -> Answer:
        """Make a call that changes nothing, again if it fails in a way that passes."""
        left = self._longest
        for number in range(1, self._tries):
            try:
                return call()
            except HubAnswerError as error:
                if not error.is_passing:
                    raise
                left = self._pause(number, error, left)
        return call()

    def carry_out(
        self,
        step: str,
        call: Callable[[], str],
        found: Callable[[str], str],
        *,
        journal: Journal,
        **facts: str,
    ) -> str:
        """Make a call with an effect until `found` sees the effect; what it saw.

        Args:
            step: its name in the journal.
            call: makes it, once; what the host answered.
            found: reads what is there, patiently, given the answer or "" if none could be read;
                "" for nothing yet. It raises when something else is there.
            journal: gets a line before each call, and one when the effect was seen.
            facts: what the journal says of it.
        """
        left = self._longest
        for number in range(1, self._tries + 1):
            answer, failure = "", None
            LOG.info("%s", step)
            journal.intend(step, **facts)
            try:
                answer = call()
            except HubAnswerError as error:
                failure = error
                LOG.info("%s: %s; looking what is there", step, error.what)
            if seen := found(answer):
                journal.done(step, **facts | {"result": seen})
                return seen
            failure = failure or HubAnswerError(ABSENT, where=step, mend="run it again")
            if number == self._tries or not failure.is_passing:
                raise failure
            left = self._pause(number, failure, left)
        raise TargetError(ABSENT, where=step, mend="run the same command again")

    def _pause(self, number: int, error: HubAnswerError, left: float) -> float:
        seconds = float(2 ** (number - 1)) if error.told is None else error.told
        if seconds > left:
            raise error
        LOG.info("%s; waiting %.0f s, then trying again", error.what, seconds)
        self._wait(seconds)
        return left - seconds
