from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.faults.road import Hosts, Road, fake_hosts, without_pauses


@pytest.fixture
def quick() -> Iterator[None]:
    with without_pauses():
        yield


@pytest.fixture
def hosts(quick: None) -> Iterator[Hosts]:
    with fake_hosts() as hosts:
        yield hosts


@pytest.fixture
def road(hosts: Hosts, tmp_path: Path) -> Road:
    """The road of a first version, which begins a series and a repository."""
    return Road(hosts, tmp_path / "project", "alice/rain")
