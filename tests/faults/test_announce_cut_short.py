"""Every kind of request of an announcement, under every fault; then the same command again."""

import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from packager.rehearse.catalogue import CALLS
from packager.rehearse.faults import Fault
from packager.rehearse.repos.state import MAIN
from tests.fakes.watched import NEWEST, VERSIONS, Watched, watched
from tests.faults.commands import ended, start
from tests.faults.kinds import FAULTS, NO_EFFECT, kinds, names, planned, stale
from tests.faults.road import PAGE, REPEATS

NOTED = VERSIONS[1]
NOTE = "May has 31 days."
SENTENCE = f"Version {NOTED} has an erratum: {NOTE}"
WRITES = {"edit-record", "save-draft", "publish", "commit-main"}
READS = {
    *("read-record", "list-files", "own-records", "repo-refs", "repo-tree"),
    *("preupload", "auth-check", "validate-card"),
}
KILLED = [f"{call}:{when}" for call in sorted(WRITES) for when in ("before", "after")]


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    with watched(tmp_path_factory.mktemp("told") / "project", withdrawn="") as world:
        yield world


@pytest.fixture
def noted(world: Watched) -> Iterator[Watched]:
    with world.unharmed():
        assert world.run("erratum", NOTED, "--note", NOTE).code == 0
        for server in world.road(NOTED).hosts.servers:
            server.forget()
        yield world


def announce_until_done(place: Watched) -> list[str]:
    """The same command until it succeeds; what each failure said."""
    failures: list[str] = []
    for _ in range(REPEATS):
        said = place.run("announce")
        if said.code == 0:
            return failures
        failures.append(said.err)
        place.plan.clear()
        assert all(one.wait_until_open() for one in (place.zenodo, place.hub))
    raise AssertionError("\n".join(["it does not come to an end", *failures]))


def assert_told_once(place: Watched, head: str) -> None:
    """One commit more on main, one edit of one record, and nothing left over."""
    page = Path(place.ledger.release(NOTED).root, PAGE).read_text().strip()
    public = place.public(NOTED)
    assert public.metadata["description"] == f"<p><strong>{SENTENCE}</strong></p>{page}"
    assert public.doi == place.record(NOTED, "zenodo").doi
    assert place.deposit(NOTED).draft is None
    assert place.card.count(SENTENCE) == 1
    assert place.hub.state.objects.commits[place.repo.refs[MAIN]].parent == head
    for version in (NOTED, NEWEST):
        assert place.ledger.journal(version).unfinished() == ()
    assert place.ledger.faults() == []
    assert place.watch()[1]["findings"] == []


def test_the_kinds_of_requests_of_an_announcement_are_those_tried_here(noted: Watched) -> None:
    head = noted.repo.refs[MAIN]

    assert announce_until_done(noted) == []

    assert kinds(noted.road(NOTED).hosts) == WRITES | READS
    assert_told_once(noted, head)


@pytest.mark.parametrize("name", [*names(WRITES, FAULTS), *names(READS, NO_EFFECT), *stale(READS)])
def test_an_announcement_survives_a_fault(noted: Watched, name: str) -> None:
    head, fault = noted.repo.refs[MAIN], planned(noted.plan, name)

    announce_until_done(noted)

    assert fault.acted == 1
    assert_told_once(noted, head)


@pytest.mark.parametrize("moment", KILLED)
def test_an_announcement_killed_at_a_request_is_ended_by_the_next(
    noted: Watched, moment: str
) -> None:
    call, _, when = moment.partition(":")
    where, head, victims = CALLS[call], noted.repo.refs[MAIN], list[subprocess.Popen[str]]()

    def kill() -> None:
        victims[0].send_signal(signal.SIGKILL)
        victims[0].wait()

    told = Fault("kill", method=where.method, path=where.path, after=when == "after")
    fault = noted.plan.add(told, kill)
    victims.append(start(noted.road(NEWEST), "announce"))
    assert ended(victims[0]).code == -signal.SIGKILL
    assert fault.acted == 1
    noted.plan.clear()

    assert announce_until_done(noted) == []

    assert_told_once(noted, head)
    assert noted.run("announce").out == ""
