"""Faults that stay until the command gives up; then the same command again."""

import pytest

from tests.faults.kinds import FIRST_ROAD, LASTING, WRITES, names, planned, stale
from tests.faults.one_publication import assert_one_true_publication, assert_repeat_sends_nothing
from tests.faults.road import Road


@pytest.mark.parametrize("name", [*names(FIRST_ROAD & WRITES, LASTING), *stale(FIRST_ROAD)])
def test_a_first_publication_survives_a_fault_that_outlasts_the_command(
    road: Road, name: str
) -> None:
    fault = planned(road.hosts.plan, name, lasts=True)

    road.run_until_done()

    assert fault.acted
    assert_one_true_publication(road)
    assert_repeat_sends_nothing(road)
