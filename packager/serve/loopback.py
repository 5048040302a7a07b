"""A port of this machine that no other machine reaches."""

import errno
import socket
from collections.abc import Awaitable, Callable
from typing import Literal

import uvicorn

from packager.domain.errors import ConfigError

LOOPBACK = "127.0.0.1"
LAST_PORT = 65535
GRACE_SECONDS = 1


def listener(port: int) -> socket.socket:
    """A socket that takes connections from this machine; port 0 is one that is free.

    Raises:
        ConfigError: the port is in use, or not one that may be taken.
    """
    if not 0 <= port <= LAST_PORT:
        raise ConfigError(
            f"{port} is no port", where="--port", mend=f"take one of 0 to {LAST_PORT}"
        )
    # With the protocol named, asyncio sends small answers at once, not 40 ms later.
    taken = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        taken.bind((LOOPBACK, port))
        taken.listen()
    except OSError as error:
        taken.close()
        in_use = error.errno == errno.EADDRINUSE
        raise ConfigError(
            f"port {port} is in use" if in_use else f"port {port} cannot be taken: {error}",
            where=f"{LOOPBACK}:{port}",
            mend="take another with --port, or any free one with --port 0",
        ) from error
    return taken


def address(taken: socket.socket) -> str:
    """Where a browser finds it, with a slash at the end."""
    return f"http://{LOOPBACK}:{taken.getsockname()[1]}/"


def run(
    site: Callable[..., Awaitable[None]],
    taken: socket.socket,
    *,
    lifespan: Literal["on", "off"] = "off",
) -> None:
    """Answer requests until somebody stops it.

    Raises:
        KeyboardInterrupt: a person did; what is being sent has a moment to end.
    """
    # Its errors are answers cut off, by us or because a file lost bytes; the line itself tells.
    config = uvicorn.Config(
        site,
        http="h11",
        ws="none",
        loop="asyncio",
        lifespan=lifespan,
        log_config=None,
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_SECONDS,
    )
    uvicorn.Server(config).run(sockets=[taken])
