"""Whole processes and plain functions, timed in turn with a peer."""

import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from statistics import median

ROUNDS = 5
KB_PER_MB = 1000
EVERY = 0.02


@dataclass(frozen=True, slots=True)
class Bar:
    """One row of the table.

    Attributes:
        what: what is measured.
        ours: median, in seconds unless `what` says otherwise.
        peer: what it is held against, in the same run.
        theirs: its median.
        bar: what is promised, in words.
        holds: whether the promise holds on this machine, now.
        peak_mb: largest memory of our process, MB; 0 where no process is measured.
    """

    what: str
    ours: float
    peer: str
    theirs: float
    bar: str
    holds: bool
    peak_mb: float = 0.0


@dataclass(frozen=True, slots=True)
class Process:
    """A command's median wall time in seconds, and its largest memory in MB."""

    seconds: float
    peak_mb: float


def processes(
    ours: Sequence[str], theirs: Sequence[str], *, cwd: Path, rounds: int = ROUNDS
) -> tuple[Process, Process]:
    """Run two commands in turn, after one warm-up each, so that a slow minute hits both."""
    runs: tuple[list[Process], list[Process]] = ([], [])
    for number in range(rounds + 1):
        for command, kept in zip((ours, theirs), runs, strict=True):
            done = run(command, cwd=cwd)
            if number:
                kept.append(done)
    first, second = (
        Process(median(r.seconds for r in kept), max(r.peak_mb for r in kept)) for kept in runs
    )
    return first, second


def offline() -> dict[str, str]:
    """This environment, as far as it has a bar."""
    without = ("PYTHONDONTWRITEBYTECODE", "PACKAGER_MLCROISSANT")  # its reader has none
    kept = {name: value for name, value in os.environ.items() if name not in without}
    return kept | {"HF_HUB_OFFLINE": "1"}


def run(
    command: Sequence[str],
    *,
    cwd: Path,
    environ: Mapping[str, str] | None = None,
    code: int = 0,
) -> Process:
    """Run one command to its end; it must end with this code."""
    with tempfile.TemporaryFile() as output, ThreadPoolExecutor(1) as beside:
        start = time.perf_counter()
        child = subprocess.Popen(
            command, cwd=cwd, env=environ or offline(), stdout=output, stderr=output
        )
        peak_mb = beside.submit(watched, child)
        child.wait()
        seconds = time.perf_counter() - start
        if child.returncode != code:
            output.seek(0)
            raise SystemExit(f"{' '.join(command)} failed:\n{output.read().decode()}")
        return Process(seconds, peak_mb.result())


def watched(child: "subprocess.Popen[bytes]") -> float:
    """Wait for the end of a process; the largest memory it had, in MB, seen by looking often.

    What the system tells at the end is never less than the starting process has itself.
    """
    peak_kb = 0
    while child.poll() is None:
        with suppress(OSError):
            status = Path(f"/proc/{child.pid}/status").read_text(encoding="ascii")
            told = re.search(r"VmHWM:\s*(\d+) kB", status)
            peak_kb = max(peak_kb, int(told[1]) if told else 0)
        time.sleep(EVERY)
    return peak_kb / KB_PER_MB


def functions(
    ours: Callable[[], object], theirs: Callable[[], object], *, rounds: int = ROUNDS
) -> tuple[float, float]:
    """Median seconds of two functions called in turn, after one warm-up each."""
    times: tuple[list[float], list[float]] = ([], [])
    for number in range(rounds + 1):
        for function, kept in zip((ours, theirs), times, strict=True):
            start = time.perf_counter()
            function()
            if number:
                kept.append(time.perf_counter() - start)
    return median(times[0]), median(times[1])


def packager(*words: str) -> list[str]:
    """The command line of this checkout."""
    return [sys.executable, "-P", "-m", "packager", *words]
