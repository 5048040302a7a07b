"""What stands behind a connection: who answers, who keeps the log."""

from dataclasses import dataclass
from typing import Protocol

from packager.rehearse.faults import FaultPlan
from packager.rehearse.messages import Answer, Request


@dataclass(frozen=True, slots=True)
class Logged:
    """One request as the log keeps it; `status` is 0 where no answer went out.

    Attributes:
        received: bytes of the body that came.
        sent: bytes of the body that went.
        fault: the action that was planned for it, "" without.
        authorized: whether it carried any credentials; which, the log never says.
    """

    number: int
    method: str
    path: str
    query: str
    status: int
    received: int
    sent: int
    fault: str
    authorized: bool
    agent: str


class Answering(Protocol):
    """Whoever stands behind a server: a host in miniature, or the way to a real one."""

    def answer(self, request: Request) -> Answer: ...

    def stale(self, request: Request) -> Answer:
        """The answer from before the last write."""
        ...

    def interfere(self, request: Request) -> None:
        """Let somebody else write to what this request is about to touch."""
        ...


class Desk(Protocol):
    """What a connection needs of its server."""

    plan: FaultPlan
    answering: Answering

    def control(self, request: Request) -> Answer: ...

    def note(self, logged: Logged) -> None: ...

    def refuse_for(self, seconds: float) -> None: ...
