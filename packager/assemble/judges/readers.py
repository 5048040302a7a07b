"""Readers of others: each judges the tree in a process of its own, without network or memory.

A reader is a module with a function from a folder or archive to findings. It runs in a child
because libraries read the environment once, when they are imported, and because several run
at a time. The child is told by its input what to judge, so it can be there before the tree is.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import NoReturn, Self

from packager.domain.finding import Finding
from packager.domain.statement import document

KEPT = ("PATH", "SYSTEMROOT", "COVERAGE_PROCESS_CONFIG", "COVERAGE_PROCESS_START")
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


class Child:
    """A process of readers: it imports its libraries at once, and judges what it is shown.

    So the imports, which take longest, go on while a tree is still being built. Use it as a
    context; a child that was never shown anything ends with it.
    """

    def __init__(self, readers: Sequence[Reader], environ: Mapping[str, str]) -> None:
        self.readers, self._environ = tuple(readers), environ
        doors = {one.module for one in readers}
        program = doors.pop() if len(doors) == 1 else readers[0].program
        self._home = tempfile.TemporaryDirectory(prefix="packager-")
        self._answers = Path(self._home.name) / "findings.json"
        words = ["-P", "-W", "ignore", "-m", program, str(self._answers)]
        self._process = subprocess.Popen(
            [readers[0].python(environ), *words, *(one.library for one in readers)],
            cwd=self._home.name,
            env=surroundings(environ, self._home.name),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.communicate()
        self._home.cleanup()

    def show(self, place: Path) -> dict[str, list[Finding]]:
        """What its readers say of a folder or archive, once; one that breaks is a finding.

        Where a process of several breaks off, each of them is asked again alone, so that one
        library cannot take the verdict of the others with it.
        """
        names = [one.library for one in self.readers]
        said = self._judged(place)
        if isinstance(said, BrokenOff):
            if len(names) == 1:
                return {names[0]: [broken(names[0], said.why)]}
            alone = [ask([one], place, self._environ) for one in self.readers]
            return {name: found for one in alone for name, found in one.items()}
        return {name: [one for one in said if one.judge == name] for name in names}

    def _judged(self, place: Path) -> "Sequence[Finding] | BrokenOff":
        """What the process says; nothing where it ended without an answer, or did not end."""
        try:
            _, said = self._process.communicate(os.fsencode(place), timeout=LONGEST_SECONDS)
        except subprocess.TimeoutExpired:
            return BrokenOff(f"no answer in {LONGEST_SECONDS} seconds")
        if self._process.returncode or not self._answers.is_file():
            return BrokenOff(last_words(said) or f"code {self._process.returncode}")
        return [Finding(**one) for one in json.loads(self._answers.read_bytes())]


@dataclass(frozen=True, slots=True)
class BrokenOff:
    """A child gave no answer: the last thing it said."""

    why: str


def ask(
    readers: Sequence[Reader], place: Path, environ: Mapping[str, str]
) -> dict[str, list[Finding]]:
    """Let readers of one process judge a folder or archive that is there."""
    with Child(readers, environ) as child:
        return child.show(place)


def surroundings(environ: Mapping[str, str], home: str) -> dict[str, str]:
    """A child's environment: no secrets, no caches, no network, our own code.

    What its libraries leave in temporary folders goes with its home.
    """
    kept = {name: environ[name] for name in KEPT if name in environ}
    own = Path(__file__).resolve().parents[3]
    places = {"HOME": home, "TMPDIR": home, "TEMP": home, "HF_HOME": f"{home}/hub"}
    return kept | OFFLINE | places | {"PYTHONPATH": str(own)}


def last_words(said: bytes) -> str:
    """The last thing that a child said before it broke off."""
    lines = said.decode(errors="replace").splitlines()
    return next((line for line in reversed(lines) if line and not line.startswith(" ")), "")


def broken(library: str, why: str) -> Finding:
    """A reader that gave no answer."""
    what = f"{library} broke off: {why}"
    return Finding(judge=library, path="", what=what[:500], mend=MEND)


def answer(read: Read, arguments: Sequence[str]) -> None:
    """The child's side: judge the place that its input names, write the findings to a file, end.

    It ends at once, because threads of pyarrow that `datasets` leaves behind after a stream abort
    the process now and then while Python takes itself down (huggingface/datasets issue 7566).
    """
    sys.addaudithook(refuse_network)
    place = Path(os.fsdecode(sys.stdin.buffer.read()))
    Path(arguments[0]).write_bytes(document([asdict(one) for one in read(place)]))
    os._exit(0)


def refuse_network(event: str, arguments: object) -> None:
    """Raise ConnectionRefusedError before anything leaves the machine."""
    if event in NETWORK:
        refuse(event, arguments)


def refuse(event: str, arguments: object) -> NoReturn:
    raise ConnectionRefusedError(f"a reader wanted the network: {event} {arguments}")
