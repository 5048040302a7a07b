"""What can go wrong between a tool and a host, and when: the plan that both hosts follow."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from threading import Lock
from typing import Final

ACTIONS: Final = {
    "refuse": "reset the connection, and refuse new ones for `seconds`",
    "drop": "close the connection without an answer",
    "status": "answer `status` with `body`, or with a gateway's page",
    "truncate": "announce the whole answer, send half of it, close the connection",
    "drip": "send the answer byte by byte, with `seconds` between them",
    "flood": "announce a terabyte, and send zeros until the client hangs up",
    "stale": "answer from the state before the last write",
    "delay": "wait `seconds`, then go on",
    "corrupt": "flip one bit of the body that is sent up; of the answer, where none is",
    "race": "let somebody else write first, then go on",
    "call": "call back into the test's own process, then go on",
    "kill": "call back into the test's own process, then close the connection without an answer",
}


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: which requests it matches, on which of them it acts, and what it does.

    Attributes:
        action: a key of ACTIONS.
        method: regular expression for the whole method.
        path: regular expression searched in the decoded path, without the query.
        nth: the first matching request it acts on, from 1.
        times: how many it acts on; -1 for ever.
        after: act when the work is done, and the client is told otherwise.
    """

    action: str
    method: str = ".*"
    path: str = ".*"
    nth: int = 1
    times: int = 1
    after: bool = False
    status: int = 500
    headers: Mapping[str, str] = field(default_factory=dict)
    body: str = ""
    seconds: float = 0.0

    def __post_init__(self) -> None:
        if self.action not in ACTIONS:
            raise ValueError(f"no fault {self.action!r}; there are {', '.join(ACTIONS)}")
        re.compile(self.method)
        re.compile(self.path)

    def is_for(self, method: str, path: str) -> bool:
        return bool(re.fullmatch(self.method, method) and re.search(self.path, path))


class Planned:
    """A fault on the plan: how often it was met, how often it acted."""

    def __init__(self, fault: Fault, call: Callable[[], None]) -> None:
        self.fault, self.call = fault, call
        self.met = self.acted = 0

    def is_due(self) -> bool:
        """Count one more matching request; True if the fault acts on it."""
        self.met += 1
        last = self.fault.nth + self.fault.times
        due = self.met >= self.fault.nth and (self.fault.times < 0 or self.met < last)
        self.acted += due
        return due

    def told(self) -> dict[str, object]:
        return {**asdict(self.fault), "met": self.met, "acted": self.acted}


class FaultPlan:
    """The faults to come. Several servers and threads may follow one plan."""

    def __init__(self, faults: Iterable[Fault] = ()) -> None:
        self._lock = Lock()
        self._planned = [Planned(fault, _nothing) for fault in faults]

    def add(self, fault: Fault, call: Callable[[], None] | None = None) -> Planned:
        """Plan one more fault.

        Args:
            fault: what, where and when.
            call: called when a fault "call" or "kill" acts, in the server's thread.
        """
        planned = Planned(fault, call or _nothing)
        with self._lock:
            self._planned.append(planned)
        return planned

    def clear(self) -> None:
        with self._lock:
            self._planned.clear()

    def find(self, method: str, path: str) -> Planned | None:
        """The fault that acts on this request; every planned one counts it."""
        with self._lock:
            matching = [each for each in self._planned if each.fault.is_for(method, path)]
            due = [each for each in matching if each.is_due()]
        return due[0] if due else None

    def told(self) -> list[dict[str, object]]:
        with self._lock:
            return [each.told() for each in self._planned]


def fault_of(told: object) -> Fault:
    """A fault as JSON names it.

    Raises:
        ValueError: an unknown key or action, a wrong type.
    """
    if not isinstance(told, dict):
        raise ValueError("a fault is a JSON object")  # noqa: TRY004 -- one error for all bad input
    known = {each.name for each in fields(Fault)}
    if unknown := sorted(set(told) - known):
        raise ValueError(f"a fault has no {', '.join(unknown)}; it has {', '.join(sorted(known))}")
    try:
        return Fault(**told)
    except (TypeError, re.error) as error:
        raise ValueError(f"no fault: {error}") from error


def _nothing() -> None:
    pass
