import pytest

from packager.cli.progress import Progress, spell
from packager.cli.world import World
from tests.unit.cli.streams import Stage, Terminal

MB = 1_000_000


def sent(stage: Stage, world: World, *steps: tuple[float, int], path: str = "all.zip") -> None:
    """Of a file of 1000 MB, so many at so many seconds."""
    progress = Progress(world, stage.clock)
    for seconds, done in steps:
        stage.clock.seconds = seconds
        progress.of_file(path, done * MB, 1000 * MB)


def test_a_line_every_ten_seconds_says_how_far_how_fast_and_how_long_still() -> None:
    stage = Stage()

    sent(stage, stage.world(), (0, 0), (5, 50), (10, 100), (12, 120), (20, 500), (30, 1000))

    assert stage.lines() == [
        "all.zip: 100 MB of 1 GB, 10 MB/s, 1 min 30 s left",
        "all.zip: 500 MB of 1 GB, 25 MB/s, 20 s left",
        "all.zip: 1 GB of 1 GB, 33.3 MB/s",
    ]


def test_of_a_file_that_is_sent_at_once_nothing_is_told() -> None:
    stage = Stage()

    sent(stage, stage.world(), (0, 0), (0, 500), (2, 1000))

    assert stage.lines() == []


def test_the_end_is_told_once() -> None:
    stage = Stage()

    sent(stage, stage.world(), (0, 0), (10, 500), (20, 1000), (20, 1000), (40, 1000))

    assert stage.lines() == [
        "all.zip: 500 MB of 1 GB, 50 MB/s, 10 s left",
        "all.zip: 1 GB of 1 GB, 50 MB/s",
    ]


def test_less_under_the_same_name_begins_anew() -> None:
    stage = Stage()
    progress = Progress(stage.world(), stage.clock)

    for seconds, done, whole in [(0, 0, 2), (10, 2, 2), (50, 0, 1), (60, 1, 1)]:
        stage.clock.seconds = seconds
        progress.of_all(done * MB, whole * MB)

    assert stage.lines() == [
        "release: 2 MB of 2 MB, 200 kB/s",
        "release: 1 MB of 1 MB, 100 kB/s",
    ]


def test_the_next_file_begins_anew() -> None:
    stage = Stage()
    progress = Progress(stage.world(), stage.clock)

    for path, seconds, done in [("a", 0, 0), ("a", 10, MB), ("b", 12, 0), ("b", 22, MB)]:
        stage.clock.seconds = seconds
        progress.of_file(path, done, 2 * MB)

    assert stage.lines() == [
        "a: 1 MB of 2 MB, 100 kB/s, 10 s left",
        "b: 1 MB of 2 MB, 100 kB/s, 10 s left",
    ]


def test_on_a_terminal_one_line_moves_five_times_a_second() -> None:
    stage = Stage(err=Terminal())

    sent(stage, stage.world(), (0, 0), (0.1, 10), (0.2, 20), (0.3, 30), (0.4, 40))

    said = stage.err.getvalue()
    assert said.count("\r\033[K") == 2
    assert "\n" not in said
    assert "all.zip: 40 MB of 1 GB, 100 MB/s, 10 s left" in said


def test_as_json_each_line_is_an_event_with_units_in_its_names() -> None:
    stage = Stage(err=Terminal())

    sent(stage, stage.world(as_json=True), (0, 0), (10, 100), (11, 200))

    assert stage.events() == [
        {
            "event": "sent",
            "file": "all.zip",
            "bytes": 100 * MB,
            "of_bytes": 1000 * MB,
            "bytes_per_second": 10 * MB,
            "seconds_left": 90,
        }
    ]


def test_quiet_is_silent() -> None:
    stage = Stage(err=Terminal())

    sent(stage, stage.world(quiet=True), (0, 0), (20, 100))
    sent(stage, stage.world(quiet=True, as_json=True), (0, 0), (20, 100))

    assert stage.lines() == []


def test_where_nothing_moves_no_time_is_promised() -> None:
    stage = Stage()

    sent(stage, stage.world(), (0, 0), (15, 0))

    assert stage.lines() == ["all.zip: 0 bytes of 1 GB, 0 bytes/s"]


@pytest.mark.parametrize(
    ("seconds", "text"),
    [
        (59, "59 s"),
        (60, "1 min 0 s"),
        (3599, "59 min 59 s"),
        (3600, "1 h 0 min"),
        (7325, "2 h 2 min"),
    ],
)
def test_times_are_spelled_as_people_say_them(seconds: int, text: str) -> None:
    assert spell(seconds) == text
