"""Readers of others: each judges the tree in a process of its own, without network or memory.

A reader is a module with a function from a folder or archive to findings. It runs in a child
because libraries read the environment once, when they are imported, and because several run
at a time.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn

from packager.domain.finding import Finding
from packager.domain.statement import document

KEPT = ("PATH", "SYSTEMROOT", "TMPDIR", "TEMP", "COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START")
OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_DATASETS_DISABLE_PROGRESS_BARS": "1",
    "PYTHONDONTWRITEBYTECODE": "1",
}
NETWORK = frozenset({"socket.connect", "socket.getaddrinfo", "socket.sendto"})
LONGEST_SECONDS = 900
MEND = "look at what it says; the tree, or the library's version, does not suit it"

Read = Callable[[Path], Iterable[Finding]]


@dataclass(frozen=True, slots=True)
class Reader:
    """One library that people read a release with.

    Attributes:
        library: name it is imported by.
        module: our door to it, run as a program.
        archives: whether it reads the archive itself as well.
        beside: environment variable that names a Python of its own; "" for ours.
        program: what runs it in one process with readers of other doors; "" for none.
    """

    library: str
    module: str
    archives: bool = False
    beside: str = ""
    program: str = ""

    @property
    def process(self) -> str:
        """What the readers that share a process have in common."""
        return self.program or self.module

    def python(self, environ: Mapping[str, str]) -> str:
        """The Python that runs it; "" where there is none."""
        return environ.get(self.beside, "") if self.beside else sys.executable

    def is_installed(self, environ: Mapping[str, str]) -> bool:
        """Whether its library is there, or a Python that is said to have it."""
        if self.beside:
            return shutil.which(self.python(environ)) is not None
        return find_spec(self.library) is not None


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """A child gave no answer: the last thing it said."""

    why: str


def ask(
    readers: Sequence[Reader], place: Path, environ: Mapping[str, str]
) -> dict[str, list[Finding]]:
    """Let readers of one process judge a folder or archive; one that breaks is a finding.

    Where a process of several breaks off, each of them is asked again alone, so that one library
    cannot take the verdict of the others with it.
    """
    names = [one.library for one in readers]
    said = answer_of(readers, place, environ)
    if isinstance(said, BrokenOff):
        if len(readers) == 1:
            return {names[0]: [broken(names[0], said.why)]}
        return {one.library: ask([one], place, environ)[one.library] for one in readers}
    return {name: [one for one in said if one.judge == name] for name in names}


def answer_of(
    readers: Sequence[Reader], place: Path, environ: Mapping[str, str]
) -> Sequence[Finding] | BrokenOff:
    """What one child says; nothing where it ended without an answer, or did not end."""
    doors = {one.module for one in readers}
    program = doors.pop() if len(doors) == 1 else readers[0].program
    with tempfile.TemporaryDirectory(prefix="packager-") as home:
        said = Path(home) / "findings.json"
        words = ["-P", "-W", "ignore", "-m", program, str(place), str(said)]
        try:
            ended = subprocess.run(
                [readers[0].python(environ), *words, *(one.library for one in readers)],
                cwd=home,
                env=surroundings(environ, home),
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                timeout=LONGEST_SECONDS,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return BrokenOff(f"no answer in {LONGEST_SECONDS} seconds")
        if ended.returncode or not said.is_file():
            return BrokenOff(last_words(ended))
        return [Finding(**one) for one in json.loads(said.read_bytes())]


def surroundings(environ: Mapping[str, str], home: str) -> dict[str, str]:
    """A child's environment: no secrets, no caches, no network, our own code."""
    kept = {name: environ[name] for name in KEPT if name in environ}
    own = Path(__file__).resolve().parents[3]
    return kept | OFFLINE | {"HOME": home, "HF_HOME": f"{home}/hub", "PYTHONPATH": str(own)}


def last_words(ended: "subprocess.CompletedProcess[str]") -> str:
    """The last thing that a child said before it broke off."""
    said = [line for line in ended.stderr.splitlines() if line and not line.startswith(" ")]
    return said[-1] if said else f"code {ended.returncode}"


def broken(library: str, why: str) -> Finding:
    """A reader that gave no answer."""
    what = f"{library} broke off: {why}"
    return Finding(judge=library, path="", what=what[:500], mend=MEND)


def answer(read: Read, arguments: Sequence[str]) -> None:
    """The child's side: judge the first argument, write the findings to the second."""
    sys.addaudithook(refuse_network)
    place, answers = map(Path, arguments[:2])
    answers.write_bytes(document([asdict(one) for one in read(place)]))


def refuse_network(event: str, arguments: object) -> None:
    """Raise ConnectionRefusedError before anything leaves the machine."""
    if event in NETWORK:
        refuse(event, arguments)


def refuse(event: str, arguments: object) -> NoReturn:
    raise ConnectionRefusedError(f"a reader wanted the network: {event} {arguments}")
