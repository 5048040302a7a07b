import threading
import time
from collections.abc import Callable

import pytest

from packager.domain.errors import IntegrityError, TargetError
from packager.publish.lanes import Lanes


def wrong(name: str) -> Callable[[], None]:
    def task() -> None:
        raise IntegrityError(f"{name} is wrong", where="there", mend="look")

    return task


def test_results_come_in_the_order_of_the_tasks_however_long_each_takes() -> None:
    def task(number: int) -> Callable[[], int]:
        def work() -> int:
            time.sleep((4 - number) / 100)
            return number

        return work

    assert Lanes(4).run(map(task, range(4))) == [0, 1, 2, 3]


def test_no_more_are_at_work_than_were_asked_for() -> None:
    at_work, most, lock = 0, 0, threading.Lock()

    def task() -> None:
        nonlocal at_work, most
        with lock:
            at_work += 1
            most = max(most, at_work)
        time.sleep(0.01)
        with lock:
            at_work -= 1

    Lanes(3).run([task] * 20)

    assert most == 3


def test_wrong_bytes_of_several_files_are_told_together() -> None:
    done: list[int] = []
    tasks = [wrong("b"), lambda: done.append(1), wrong("a")]

    with pytest.raises(IntegrityError) as told:
        Lanes(1).run(tasks)

    assert told.value.what == "a is wrong\nb is wrong"
    assert done == [1]


def test_what_fails_otherwise_ends_the_rest_and_is_what_is_told() -> None:
    done: list[int] = []

    def fail() -> None:
        raise TargetError("gone", where="there", mend="wait")

    def work() -> None:
        time.sleep(0.02)
        done.append(1)

    with pytest.raises(TargetError, match="gone"):
        Lanes(1).run([wrong("a"), fail, *[work] * 50])

    assert len(done) < 5


def test_progress_is_the_total_of_all_lanes() -> None:
    seen: list[tuple[int, int]] = []
    lanes = Lanes(4, lambda done, whole: seen.append((done, whole)))

    lanes.expect(100)
    lanes.run([lambda: lanes.moved(10)] * 10)

    assert seen == [(done, 100) for done in range(10, 101, 10)]


def test_what_is_under_way_ends_soon_when_the_person_stops_the_run() -> None:
    lanes, began = Lanes(2), time.monotonic()

    def endless() -> None:
        while True:
            time.sleep(0.005)
            lanes.moved(1)

    def stop() -> None:
        time.sleep(0.02)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        lanes.run([endless, stop])

    assert time.monotonic() - began < 5


def test_stopping_a_run_stops_the_lanes_that_its_work_uses() -> None:
    inner, began = Lanes(2), time.monotonic()
    outer = inner.above(2)

    def endless() -> None:
        while True:
            time.sleep(0.005)
            inner.moved(1)

    def stop() -> None:
        time.sleep(0.02)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outer.run([lambda: inner.run([endless]), stop])

    assert time.monotonic() - began < 5
