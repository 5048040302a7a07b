"""A host in miniature: a state in memory, a table of routes, the state before the last write."""

import logging
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from threading import RLock
from typing import Final, Generic, Protocol, Self, TypeVar
from urllib.parse import unquote

from packager.rehearse.blobs import Blobs
from packager.rehearse.messages import Answer, Refused, Request

log = logging.getLogger(__name__)
READS: Final = {"GET", "HEAD", "OPTIONS"}


class Copied(Protocol):
    def copy(self) -> Self:
        """A state that later writes to this one leave alone."""
        ...


S = TypeVar("S", bound=Copied)


@dataclass(frozen=True, slots=True)
class Route:
    """A method, a pattern of the whole raw path, and who answers.

    The handler is given the state, the request, and each group of the pattern, decoded. A body is
    read into memory for it, or onto disk if the route `stores`.
    """

    method: str
    pattern: str
    handler: Callable[..., Answer]
    stores: bool = False


@dataclass(frozen=True, slots=True)
class Manners(Generic[S]):
    """How a host greets, dresses its answers, and says what it does not have.

    Attributes:
        greet: looks at a request before its handler does, and may raise Refused.
        dress: adds what every answer of the host carries.
        interfere: somebody else writes to what the request is about to touch.
        broken: the answer to a request so odd that a handler stumbles over it.
    """

    greet: Callable[[S, Request], None]
    dress: Callable[[Request, Answer], Answer]
    no_route: Callable[[Request], Answer]
    no_method: Callable[[Request], Answer]
    interfere: Callable[[S, Request], None]
    broken: Answer


class Host(Generic[S]):
    """Answers one request at a time; bodies are received side by side."""

    def __init__(
        self, state: S, routes: Sequence[Route], manners: Manners[S], blobs: Blobs
    ) -> None:
        self.state, self.blobs = state, blobs
        self._before = state.copy()
        self._manners = manners
        self._routes = [(each, re.compile(each.pattern)) for each in routes]
        self._lock = RLock()

    def answer(self, request: Request) -> Answer:
        return self._dressed(request, stale=False)

    def stale(self, request: Request) -> Answer:
        return self._dressed(request, stale=True)

    def interfere(self, request: Request) -> None:
        with self._lock:
            self._manners.interfere(self.state, request)

    def _dressed(self, request: Request, *, stale: bool) -> Answer:
        route, groups = self._route(request)
        try:
            answer = self._handled(route, groups, request, stale=stale)
        except Refused as refused:
            answer = refused.answer
        except (KeyError, TypeError, ValueError):
            log.debug("%s %s", request.method, request.path, exc_info=True)
            answer = self._manners.broken
        return self._manners.dress(request, answer)

    def _handled(self, route: Route, groups: list[str], request: Request, *, stale: bool) -> Answer:
        if route.stores:
            request = replace(request, blob=self.blobs.receive(request.chunks))
        else:
            request = replace(request, content=b"".join(request.chunks))
        with self._lock:
            if request.method in READS:
                return self._called(self._before if stale else self.state, route, request, groups)
            before = self.state.copy()
            answer = self._called(self.state, route, request, groups)
            self._before = before
            return answer

    def _called(self, state: S, route: Route, request: Request, groups: list[str]) -> Answer:
        self._manners.greet(state, request)
        return route.handler(state, request, *groups)

    def _route(self, request: Request) -> tuple[Route, list[str]]:
        method = "GET" if request.method == "HEAD" else request.method
        others = False
        for route, pattern in self._routes:
            if found := pattern.fullmatch(request.raw_path):
                if route.method == method:
                    return route, [unquote(group or "") for group in found.groups()]
                others = True
        raise Refused((self._manners.no_method if others else self._manners.no_route)(request))
