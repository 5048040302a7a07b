"""A port of this machine alone."""

import socket

import pytest

from packager.domain.errors import ConfigError
from packager.serve.loopback import address, listener


def test_port_0_is_a_free_one_and_its_address_is_told() -> None:
    with listener(0) as taken:
        host, port = taken.getsockname()

        assert host == "127.0.0.1"
        assert address(taken) == f"http://127.0.0.1:{port}/"
        with socket.create_connection((host, port), timeout=5) as line:
            assert line.getpeername() == (host, port)


def test_other_addresses_of_this_machine_do_not_reach_it() -> None:
    with listener(0) as taken, pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.2", taken.getsockname()[1]), timeout=5)


def test_a_port_in_use_is_told_with_the_way_out() -> None:
    with listener(0) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError) as raised:
            listener(port)

    assert raised.value.what == f"port {port} is in use"
    assert raised.value.where == f"127.0.0.1:{port}"
    assert "--port 0" in raised.value.mend


@pytest.mark.parametrize("port", [-1, 65536])
def test_what_is_no_port_is_refused(port: int) -> None:
    with pytest.raises(ConfigError, match="is no port"):
        listener(port)


def test_small_answers_are_not_held_back() -> None:
    """Asyncio switches the delay off only where the socket names its protocol."""
    with listener(0) as taken:
        assert taken.proto == socket.IPPROTO_TCP
