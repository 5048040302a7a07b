"""Every single request of a publication under every fault, and kills at random, for a while.

`python3 dev.py chaos --seconds 300 --seed 7`; the same seed walks in the same order.
"""

import argparse
import random
import secrets
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from packager.rehearse.catalogue import KINDS
from packager.rehearse.faults import Fault, Planned
from tests.faults.commands import ended, start
from tests.faults.one_publication import assert_one_true_publication, assert_repeat_sends_nothing
from tests.faults.road import SECOND, Road, fake_hosts, without_pauses

NOT_WALKED = {"slow", "overtaken"}
PLAIN = [kind for kind in KINDS if kind not in NOT_WALKED]
RECOVERING = 30
KILLS_IN = 8
REPEATS = 8


@dataclass(frozen=True, slots=True)
class Trial:
    """What goes wrong, and where: the n-th request of the road, maybe another one after it.

    Attributes:
        is_next: whether the version follows another one, or begins the series.
        faults: kind and number of the request, counted from the first.
        lasts: whether the first fault stays until the command gives up.
        kills: whether the command is a process, killed at that request.
    """

    is_next: bool
    faults: tuple[tuple[str, int], ...]
    lasts: bool = False
    kills: bool = False

    def __str__(self) -> str:
        road = "next" if self.is_next else "first"
        words = ", ".join(f"{kind} at request {number}" for kind, number in self.faults)
        return f"{road} publication: {words}{' for good' * self.lasts}{' (killed)' * self.kills}"


def main(arguments: Sequence[str]) -> int:
    """Walk; 1 if anything did not end in one true publication."""
    parser = argparse.ArgumentParser(prog="python3 dev.py chaos", description=__doc__)
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(10**6))
    args = parser.parse_args(arguments)
    end = time.monotonic() + args.seconds
    print(f"chaos: seed {args.seed}, {args.seconds:.0f} s", flush=True)
    failed = count = 0
    with without_pauses():
        for trial in trials(random.Random(args.seed)):  # noqa: S311 -- nothing here is secret
            if time.monotonic() > end:
                break
            count += 1
            failed += not went_well(trial)
    print(f"chaos: {count} publications, {failed} not as they should be; seed {args.seed}")
    return 1 if failed or not count else 0


def trials(chance: random.Random) -> Iterator[Trial]:
    """Every request with every fault, in an order of chance, then pairs of faults for ever."""
    lengths = {is_next: length_of_road(is_next=is_next) for is_next in (False, True)}
    print(f"chaos: {lengths[False]} requests of a first publication, {lengths[True]} of a next one")
    walk = [
        Trial(is_next, ((kind, number),), lasts=lasts)
        for is_next, length in lengths.items()
        for number in range(1, length + 1)
        for kind in PLAIN
        for lasts in (False, True)
        if not (lasts and kind in {"refused", "corrupted"})
    ]
    chance.shuffle(walk)
    for number, trial in enumerate(walk):
        yield trial
        if number % KILLS_IN == 0:
            yield Trial(trial.is_next, (("kill", trial.faults[0][1]),), kills=True)
    while True:
        is_next = chance.random() < 1 / 2
        first = chance.randint(1, lengths[is_next])
        second = first + chance.randint(1, RECOVERING)
        faults = ((chance.choice(PLAIN), first), (chance.choice(PLAIN), second))
        yield Trial(is_next, faults)


def length_of_road(*, is_next: bool) -> int:
    """How many requests a run makes that nothing happens to."""
    with prepared(is_next=is_next) as road:
        before = len(road.hosts.log)
        road.run()
        return len(road.hosts.log) - before


@contextmanager
def prepared(*, is_next: bool) -> Iterator[Road]:
    """A road on hosts of its own; an earlier version is published if it `is_next`."""
    with tempfile.TemporaryDirectory(prefix="chaos-") as place, fake_hosts() as hosts:
        road = Road(hosts, Path(place, "project"), "alice/rain")
        if is_next:
            zenodo, _ = road.run()
            road = replace(road, version=SECOND, concept_doi=zenodo.concept_doi)
        yield road


def went_well(trial: Trial) -> bool:
    """Whether it ended in one true publication; if not, the reason is printed."""
    try:
        with prepared(is_next=trial.is_next) as road:
            (killed if trial.kills else struck)(road, trial)
            assert_one_true_publication(road)
            assert_repeat_sends_nothing(road)
    except Exception:  # noqa: BLE001 -- whatever it is, it is told, and the walk goes on
        print(f"chaos: FAILED, {trial}\n{traceback.format_exc()}", flush=True)
        return False
    return True


def struck(road: Road, trial: Trial) -> None:
    """Run with the faults, until it succeeds."""
    for kind, number in trial.faults:
        times = -1 if trial.lasts else 1
        road.hosts.plan.add(replace(KINDS[kind], nth=number, times=times))
    road.run_until_done(REPEATS, heals=trial.lasts)
    road.hosts.heal()


def killed(road: Road, trial: Trial) -> None:
    """Run the commands as processes, and kill the one that makes the n-th request."""
    ((_, number),) = trial.faults
    running: list[subprocess.Popen[str]] = []
    after = bool(number % 2)
    fault = road.hosts.plan.add(
        Fault("kill", nth=number, after=after), lambda: running[-1].send_signal(signal.SIGKILL)
    )
    running.append(start(road, "reserve"))
    code = ended(running[-1]).code
    if not code:
        road.cut()
        running.append(start(road, "publish"))
        code = ended(running[-1]).code
    require_killed(fault, code)
    road.hosts.heal()
    road.run_until_done()


def require_killed(fault: Planned, code: int) -> None:
    """The command ended by the kill, or the request belongs to reading back and was not made."""
    assert code == (-signal.SIGKILL if fault.acted else 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
