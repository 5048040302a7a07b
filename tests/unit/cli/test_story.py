import logging

import pytest

from packager.cli.main import main
from packager.cli.story import told
from tests.unit.cli.streams import Stage, Terminal

LOG = logging.getLogger("packager.publish.anything")


def test_what_is_logged_for_people_is_told_and_what_is_for_us_is_not() -> None:
    stage = Stage()

    with told(stage.world()):
        LOG.info("zenodo: sending %s", "all.zip")
        LOG.debug("GET /records")
    LOG.info("nobody waits any more")

    assert stage.lines() == ["zenodo: sending all.zip"]


def test_no_secret_is_told() -> None:
    stage = Stage()

    with told(stage.world()):
        LOG.info("the host says secret-token is well")

    assert stage.lines() == ["the host says [ZENODO_TOKEN] is well"]


def test_a_line_takes_the_place_of_one_that_moves() -> None:
    stage = Stage(err=Terminal())
    world = stage.world()

    world.step("carrying")
    world.tell("done")

    assert stage.err.getvalue() == "\r\033[Kcarrying …\r\033[Kdone\n"


def test_as_json_a_line_is_an_event_and_nothing_moves() -> None:
    stage = Stage(err=Terminal())
    world = stage.world(as_json=True)

    world.step("carrying")
    world.tell("see `packager status`")

    assert stage.events() == [{"event": "told", "text": "see `packager status`"}]


@pytest.mark.parametrize("quiet", [(), ("--quiet",)])
def test_as_json_an_error_is_an_event_of_one_line(quiet: tuple[str, ...]) -> None:
    stage = Stage()

    code = main(["build", "tomorrow", "--json", *quiet], stage.world())

    (event,) = stage.events()
    assert isinstance(event, dict)
    assert (code, event["event"], event["exit_code"]) == (1, "error", 1)
    assert all(event[part] for part in ("what", "where", "mend"))
