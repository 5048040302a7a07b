"""The tool is killed at a request, or another one is at work at the same moment."""

import os
import shutil
import signal
import subprocess
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import pytest

from packager.domain.errors import PackagerError
from packager.rehearse.catalogue import CALLS
from packager.rehearse.faults import Fault
from tests.faults.commands import ended, start
from tests.faults.one_publication import (
    assert_on_disk,
    assert_one_true_publication,
    assert_repeat_sends_nothing,
)
from tests.faults.road import FIRST, SECOND, Road

RESERVING = ("create-draft", "reserve-doi")
PUBLISHING = (
    *("save-draft", "start-files", "send-file", "finish-file", "publish", "create-repo"),
    *("create-branch", "lfs-send", "commit", "commit-main", "create-tag", "repo-settings"),
    "delete-branch",
)
IN_CI = {
    *("create-draft:after", "reserve-doi:after", "send-file:before", "publish:before"),
    *("publish:after", "create-repo:after", "commit:after", "commit-main:after"),
    *("create-tag:after", "delete-branch:before"),
}
MOMENTS = [f"{call}:{when}" for call in (*RESERVING, *PUBLISHING) for when in ("before", "after")]
EVERYWHERE = "PACKAGER_KILL_EVERYWHERE"


def at(action: str, call: str, when: str) -> Fault:
    """A fault that calls back at a kind of request."""
    where = CALLS[call]
    return Fault(action, method=where.method, path=where.path, after=when == "after")


def reserved(road: Road) -> Road:
    road.reserve()
    road.cut()
    return road


@pytest.mark.parametrize(
    "moment", [one for one in MOMENTS if one in IN_CI or os.environ.get(EVERYWHERE)]
)
def test_a_command_killed_at_a_request_is_completed_by_the_same_command(
    road: Road, moment: str
) -> None:
    call, _, when = moment.partition(":")
    verb = "reserve" if call in RESERVING else "publish"
    if verb == "publish":
        reserved(road)
    victims: list[subprocess.Popen[str]] = []

    def kill() -> None:
        victims[0].send_signal(signal.SIGKILL)
        victims[0].wait()

    fault = road.hosts.plan.add(at("kill", call, when), kill)
    victims.append(start(road, verb))

    assert ended(victims[0]).code == -signal.SIGKILL
    assert fault.acted == 1
    road.hosts.plan.clear()
    assert road.run_until_done() == []
    assert_one_true_publication(road)
    assert_repeat_sends_nothing(road)


def test_the_command_itself_completes_what_a_killed_one_began(road: Road) -> None:
    reserved(road)
    victims: list[subprocess.Popen[str]] = []
    road.hosts.plan.add(at("kill", "commit-main", "after"), lambda: victims[0].kill())  # noqa: PLW0108 -- it has yet to begin
    victims.append(start(road, "publish"))
    assert ended(victims[0]).code == -signal.SIGKILL

    again = ended(start(road, "publish"))

    assert (again.code, again.err.count("git tag")) == (0, 1)
    road.verify()
    assert_one_true_publication(road)


@pytest.mark.parametrize("call", ["save-draft", "commit-main"])
def test_a_second_command_at_the_same_time_stops_saying_so(road: Road, call: str) -> None:
    reserved(road)
    others: list[subprocess.Popen[str]] = []

    def start_another() -> None:
        others.append(start(road, "publish"))
        others[0].wait()

    road.hosts.plan.add(at("call", call, "before"), start_another)

    first = ended(start(road, "publish"))
    second = ended(others[0])

    assert first.code == 0, first.err
    assert second.code == 3
    assert "another run is at work here" in second.err
    assert f"packager publish {FIRST} --to zenodo --to huggingface" in second.err
    road.verify()
    assert_one_true_publication(road)


def test_two_commands_started_together_end_in_one_publication(road: Road) -> None:
    reserved(road)

    runs = [ended(one) for one in [start(road, "publish"), start(road, "publish")]]

    assert {run.code for run in runs} in ({0}, {0, 3}), [run.err for run in runs]
    assert all("another run is at work" in run.err for run in runs if run.code)
    road.verify()
    assert_one_true_publication(road)


@pytest.fixture
def elsewhere(road: Road, tmp_path: Path) -> Road:
    """The same reserved release on another machine, which knows nothing of this one."""
    reserved(road)
    other = replace(road, root=tmp_path / "elsewhere" / "project")
    shutil.copytree(road.root, other.root)
    return other


@pytest.mark.parametrize(
    "moment", [f"{call}:{when}" for call in PUBLISHING for when in ("before", "after")]
)
def test_a_run_on_another_machine_in_the_middle_of_this_one_makes_no_second_publication(
    road: Road, elsewhere: Road, moment: str
) -> None:
    call, _, when = moment.partition(":")
    said: list[str] = []

    def go() -> None:
        with suppress(PackagerError):
            elsewhere.run()
            said.append("done")

    fault = road.hosts.plan.add(at("call", call, when), go)

    road.run_until_done()
    elsewhere.run_until_done()

    assert fault.acted == 1
    assert_one_true_publication(road)
    assert_one_true_publication(elsewhere)
    assert said or road.told


@pytest.mark.parametrize(
    "moment", ["next-version:before", "next-version:after", "save-draft:before", "save-draft:after"]
)
def test_of_two_machines_that_reserve_the_same_version_one_wins_and_the_other_is_told(
    road: Road, tmp_path: Path, moment: str
) -> None:
    zenodo, _ = road.run()
    mine = replace(road, version=SECOND, concept_doi=zenodo.concept_doi)
    theirs = replace(mine, root=tmp_path / "elsewhere" / "project")
    shutil.copytree(road.root, theirs.root)
    call, _, when = moment.partition(":")
    won: list[Road] = []

    def go() -> None:
        with suppress(PackagerError):
            theirs.reserve()
            won.append(theirs)

    fault = road.hosts.plan.add(at("call", call, when), go)

    said = ""
    try:
        mine.reserve()
    except PackagerError as error:
        said = str(error)
    else:
        won.append(mine)

    assert fault.acted == 1
    assert ("somebody else's draft" in said) is (won == [theirs])
    assert len(won) == 1
    won[0].run()
    assert_one_true_publication(won[0])
    assert_on_disk(won[0], won[0].ledger.release(SECOND))
