"""A small HTTP server on loopback: threads, keep-alive, a log, a plan of faults, a clean stop."""

import logging
import socket
import sys
from collections.abc import Callable
from dataclasses import asdict, replace
from functools import partial
from http.server import ThreadingHTTPServer
from threading import Event, Lock, Thread
from typing import Any, Final, Self

from packager.rehearse.connection import Connection
from packager.rehearse.desk import Answering, Logged
from packager.rehearse.faults import FaultPlan, fault_of
from packager.rehearse.messages import Answer, Request, json_answer

LOOPBACK: Final = "127.0.0.1"
POLL_SECONDS: Final = 0.01
log = logging.getLogger(__name__)


class Server:
    """Whatever answers, behind a port of this machine alone.

    Besides the host's own paths it knows `/__fault` (GET the plan, POST a fault or a list of them,
    DELETE all) and `/__log` (GET, DELETE).
    """

    def __init__(
        self, answering: Answering, *, plan: FaultPlan | None = None, port: int = 0
    ) -> None:
        self.answering = answering
        self.plan = plan if plan is not None else FaultPlan()
        self._logged: list[Logged] = []
        self._count = 0
        self._lock = Lock()
        self._is_open = Event()
        self._stopped = Event()
        self._reopening: list[Thread] = []
        self._listener = _Listener(self, port)
        self.port: int = self._listener.server_address[1]
        self.url = f"http://{LOOPBACK}:{self.port}"

    def start(self) -> Self:
        self._listener.serve()
        self._is_open.set()
        return self

    def stop(self) -> None:
        self._stopped.set()
        for thread in self._reopening:
            thread.join()
        self._listener.stop()
        self._is_open.clear()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()

    @property
    def log(self) -> list[Logged]:
        """Every request so far, control paths left out, in the order they ended."""
        with self._lock:
            return list(self._logged)

    def forget(self) -> None:
        """Empty the log."""
        with self._lock:
            self._logged.clear()

    def wait_until_open(self, seconds: float = 10.0) -> bool:
        """Wait out a fault that refuses connections; False if it takes longer."""
        return self._is_open.wait(seconds)

    def note(self, logged: Logged) -> None:
        with self._lock:
            self._count += 1
            self._logged.append(replace(logged, number=self._count))

    def refuse_for(self, seconds: float) -> None:
        """Close the port, and open it again later."""
        if seconds > 0:
            self._is_open.clear()
            thread = Thread(target=self._reopen, args=(seconds,), daemon=True)
            self._reopening.append(thread)
            thread.start()

    def _reopen(self, seconds: float) -> None:
        self._listener.stop()
        self._stopped.wait(seconds)
        self._listener = _Listener(self, self.port)
        self._listener.serve()
        self._is_open.set()

    def control(self, request: Request) -> Answer:
        """Answer what a test in another process asks of the server itself."""
        match request.method, request.path:
            case "GET", "/__log":
                return json_answer([asdict(each) for each in self.log])
            case "DELETE", "/__log":
                self.forget()
            case "GET", "/__fault":
                pass
            case "DELETE", "/__fault":
                self.plan.clear()
            case "POST", "/__fault":
                return self._add_faults(request)
            case _:
                return json_answer({"error": "there are /__fault and /__log"}, 404)
        return json_answer(self.plan.told())

    def _add_faults(self, request: Request) -> Answer:
        try:
            told = request.json()
            faults = [fault_of(each) for each in (told if isinstance(told, list) else [told])]
        except ValueError as error:
            return json_answer({"error": str(error)}, 400)
        for fault in faults:
            self.plan.add(fault)
        return json_answer(self.plan.told())


class _Listener(ThreadingHTTPServer):
    """The port itself, and the connections that came through it."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, desk: Server, port: int) -> None:
        handler: Callable[..., Connection] = partial(Connection, desk)
        self._open = set[socket.socket]()
        self._guard = Lock()
        self._thread: Thread | None = None
        super().__init__((LOOPBACK, port), handler)

    def serve(self) -> None:
        self._thread = Thread(target=self.serve_forever, args=(POLL_SECONDS,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Close the port and every connection; no thread is left waiting for a request."""
        if self._thread is not None:
            self.shutdown()
            self._thread.join()
            self._thread = None
        self.server_close()
        with self._guard:
            for connection in self._open:
                _hang_up(connection)

    def process_request(self, request: Any, client_address: Any) -> None:  # noqa: ANN401 -- as socketserver has it
        with self._guard:
            self._open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:  # noqa: ANN401 -- as socketserver has it
        with self._guard:
            self._open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:  # noqa: ANN401, ARG002 -- as socketserver has it
        error = sys.exc_info()[1]
        if not isinstance(error, (ConnectionError, TimeoutError)):
            log.error("a rehearsal host failed to answer", exc_info=error)


def _hang_up(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        log.debug("the connection was closed already")
