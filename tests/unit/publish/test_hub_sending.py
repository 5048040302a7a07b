"""What has left for a Hub: each byte once, whoever sends it, and however often."""

import sys
from functools import partial
from threading import Thread
from types import ModuleType, SimpleNamespace

import pytest

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


@pytest.fixture
def bars(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Where a library of the same shape as the Hub's keeps its bars."""
    bars = ModuleType("library.utils._xet_progress_reporting")
    vars(bars)["XetUploadProgressReporter"] = "theirs"
    monkeypatch.setitem(sys.modules, "library", ModuleType("library"))
    monkeypatch.setitem(sys.modules, "library.utils", ModuleType("library.utils"))
    monkeypatch.setitem(sys.modules, bars.__name__, bars)
    return bars


def library(name: str = "library", *, off: bool = False) -> tuple[ModuleType, list[str]]:
    """The library, and how its bars were switched."""
    switched: list[str] = []
    made = ModuleType(name)
    vars(made)["utils"] = SimpleNamespace(
        enable_progress_bars=partial(switched.append, "on"),
        disable_progress_bars=partial(switched.append, "off"),
    )
    vars(made)["constants"] = SimpleNamespace(HF_HUB_DISABLE_XET=off)
    return made, switched


def test_xet_reports_to_us_while_we_send_and_to_nobody_afterwards(bars: ModuleType) -> None:
    made, switched = library()
    sending = Sending(1, Told())

    with told_by_xet(made, sending):
        assert vars(bars)["XetUploadProgressReporter"]() is sending
        assert switched == ["on"]

    assert vars(bars)["XetUploadProgressReporter"] == "theirs"
    assert switched == ["on", "off"]


@pytest.mark.usefixtures("bars")
@pytest.mark.parametrize(("name", "off"), [("another", False), ("library", True)])
def test_a_library_that_reports_elsewhere_is_let_be(name: str, *, off: bool) -> None:
    made, switched = library(name, off=off)

    with told_by_xet(made, Sending(1, Told())):
        assert switched == []
