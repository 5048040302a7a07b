"""A release of a hundred files, one of them larger than the memory there is, and its road."""

import hashlib
import signal
import subprocess
from collections import Counter
from dataclasses import replace
from functools import partial
from pathlib import Path

from packager.rehearse.catalogue import CALLS
from packager.rehearse.faults import Fault
from tests.bench.measure import watched
from tests.faults.commands import surroundings_of, words_of
from tests.faults.road import Hosts, Road

MIB = 1 << 20
LARGE = "large.parquet"
SMALL_FILES, LARGE_BYTES = 93, 300 * MIB
FILES = SMALL_FILES + 7
AT_ONCE = 5
"""Uploads that the Hub's client has under way at a time."""
MOST_MB = 200


def write_many(tree: Path, *, files: int, large_bytes: int) -> None:
    """So many small files, and one that is large; all kept beside git, no byte told twice."""
    for number in range(files):
        (tree / f"part-{number:03}.parquet").write_bytes(block(f"part {number}", 10_000))
    write_large(tree / LARGE, large_bytes)


def write_large(path: Path, size: int) -> None:
    """A file of whole MiB, none like another."""
    with path.open("wb") as file:
        for number in range(size // MIB):
            file.write(block(f"{path.name} {number}", MIB))


def block(name: str, size: int) -> bytes:
    """Bytes that nothing makes smaller, the same for the same name; the first is NUL."""
    return b"\0" + hashlib.shake_256(name.encode()).digest(size - 1)


def large(road: Road) -> Road:
    """The road of that release, reserved and cut."""
    road = replace(road, more=partial(write_many, files=SMALL_FILES, large_bytes=LARGE_BYTES))
    road.reserve()
    assert len(road.cut().files) == FILES
    return road


def killed_at(road: Road, call: str, nth: int) -> float:
    """Publish, and kill the tool at the nth request of a kind; the memory it had by then, in MB."""
    started: list[subprocess.Popen[bytes]] = []
    where = CALLS[call]
    fault = Fault("kill", method=where.method, path=where.path, nth=nth)
    planned = road.hosts.plan.add(fault, lambda: started.pop().kill())
    words, environ = words_of(road, "publish"), surroundings_of(road)
    command = subprocess.Popen(words, cwd=road.root, env=environ, stderr=subprocess.DEVNULL)
    started.append(command)
    peak_mb = watched(command)
    assert (command.returncode, planned.acted) == (-signal.SIGKILL, 1)
    road.hosts.heal()
    return peak_mb


def completed(road: Road) -> float:
    """Publish to the end; the most memory it had, in MB."""
    words, environ = words_of(road, "publish"), surroundings_of(road)
    command = subprocess.Popen(words, cwd=road.root, env=environ, stdout=subprocess.DEVNULL)
    peak_mb = watched(command)
    assert command.returncode == 0
    return peak_mb


def sent(hosts: Hosts) -> Counter[str]:
    """How often each file's content was begun to be sent."""
    to_zenodo = [one.path for one in hosts.zenodo.log if one.method == "PUT"]
    contents = [path for path in to_zenodo if path.endswith("/content")]
    return Counter([*contents, *(one.path for one in hosts.storage.log if one.method == "PUT")])


def carry_in_three_runs(road: Road) -> float:
    """Killed on Zenodo at the archive, killed on the Hub among many files, then completed.

    Returns:
        The most memory a run had, in MB.
    """
    road = large(road)
    for server in road.hosts.servers:
        server.forget()
    peaks_mb = [killed_at(road, "send-file", 2), killed_at(road, "lfs-send", SMALL_FILES // 2)]
    return max(*peaks_mb, completed(road))


def assert_sent_once(road: Road) -> None:
    """No file again that had arrived; of those under way at a kill, once more."""
    times = sent(road.hosts)
    assert sum(times.values()) <= FILES + AT_ONCE
    assert max(times.values()) <= 2
