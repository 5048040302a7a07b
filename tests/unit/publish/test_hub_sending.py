"""What has left for a Hub: each byte once, whoever sends it, and however often."""

from functools import partial
from threading import Thread
from types import ModuleType, SimpleNamespace

import pytest

from packager.publish.targets.hub_client import xet_bars
from packager.publish.targets.hub_sending import Sending, told_by_xet


class Told(list[tuple[int, int]]):
    def __call__(self, done: int, whole: int) -> None:
        self.append((done, whole))


def test_pieces_add_up_and_the_end_of_a_part_is_its_end() -> None:
    told = Told()
    sending = Sending(30, told)

    with sending.part(20):
        sending.add(5)
        sending.add(5)
    with sending.part(30):
        sending.add(4)

    assert told == [(5, 30), (10, 30), (20, 30), (24, 30), (30, 30)]


def test_what_is_sent_twice_counts_once() -> None:
    told = Told()
    sending = Sending(30, told)

    with sending.part(20):
        for _ in range(4):
            sending.add(15)

    assert told == [(15, 30), (20, 30), (20, 30), (20, 30), (20, 30)]


def test_no_piece_is_lost_between_threads() -> None:
    told = Told()
    sending = Sending(8_000, told)

    def send() -> None:
        for _ in range(1_000):
            sending.add(1)

    threads = [Thread(target=send) for _ in range(8)]
    with sending.part(8_000):
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert told[-1] == (8_000, 8_000)

    assert [done for done, _ in told] == sorted(done for done, _ in told)


def test_reports_of_xet_begin_anew_with_each_part() -> None:
    told = Told()
    sending = Sending(30, told)

    for end, reports in ((20, (5, 20)), (30, (3, 10))):
        with sending.part(end):
            for count in reports:
                sending.update_progress(SimpleNamespace(total_bytes_completed=count))
            sending.close()

    assert [done for done, _ in told] == [5, 20, 20, 23, 30, 30]


def library(*, off: bool = False) -> tuple[ModuleType, list[str]]:
    """A library of the same shape as the Hub's, and how its bars were switched."""
    switched: list[str] = []
    made = ModuleType("library")
    vars(made)["utils"] = SimpleNamespace(
        enable_progress_bars=partial(switched.append, "on"),
        disable_progress_bars=partial(switched.append, "off"),
    )
    vars(made)["constants"] = SimpleNamespace(HF_HUB_DISABLE_XET=off)
    return made, switched


def bars() -> ModuleType:
    made = ModuleType("bars")
    vars(made)["XetUploadProgressReporter"] = "theirs"
    return made


def test_xet_reports_to_us_while_we_send_and_to_nobody_afterwards() -> None:
    made, switched = library()
    theirs, sending = bars(), Sending(1, Told())

    with told_by_xet(made, theirs, sending):
        assert vars(theirs)["XetUploadProgressReporter"]() is sending
        assert switched == ["on"]

    assert vars(theirs)["XetUploadProgressReporter"] == "theirs"
    assert switched == ["on", "off"]


@pytest.mark.parametrize(
    ("theirs", "off"), [(None, False), (ModuleType("bars"), False), (bars(), True)]
)
def test_a_library_that_reports_elsewhere_is_let_be(
    theirs: ModuleType | None, *, off: bool
) -> None:
    made, switched = library(off=off)

    with told_by_xet(made, theirs, Sending(1, Told())):
        assert switched == []


def test_the_hubs_client_still_has_the_bars_that_are_taken_over() -> None:
    theirs = xet_bars()

    assert theirs is not None
    assert callable(vars(theirs)["XetUploadProgressReporter"])
