from tests.faults.large import carry_in_three_runs
from tests.faults.road import Road


def test_a_large_release_is_streamed_and_resumed_file_by_file(road: Road) -> None:
    carry_in_three_runs(road)
