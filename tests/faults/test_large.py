from tests.faults.large import MOST_MB, assert_sent_once, carry_in_three_runs
from tests.faults.one_publication import assert_one_true_publication
from tests.faults.road import Road


def test_a_large_release_is_streamed_and_resumed_file_by_file(road: Road) -> None:
    peak_mb = carry_in_three_runs(road)

    assert peak_mb < MOST_MB
    assert_one_true_publication(road)
    assert_sent_once(road)
