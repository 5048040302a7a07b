"""Set the project up and run every chore by name, with nothing but the standard library.

Any Python can read this file as far as the version check; the work needs Python 3.11 or newer. The
first run makes ``.venv`` from ``requirements.lock``, later ones only compare one digest. Messages
go to stderr, so what a command prints on stdout can be piped.
"""

import contextlib
import hashlib
import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

if sys.platform != "win32":  # there two set-ups at the same time are not kept apart
    import fcntl

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from typing import NoReturn, TextIO

    Run = Callable[..., None]
    Chore = Callable[["Environment", "list[str]"], int]

ROOT = Path(__file__).resolve().parent
OLDEST = (3, 11)
TAIL_LINES = 15
USAGE = """\
usage: python3 dev.py CHORE [arguments]

  release     cut a release; arguments go to `packager release`
  test        format, lint, types and all tests (--keep-going: every stage, whatever fails);
              with other arguments pytest alone, with these arguments
  check       format, lint, types and the architecture tests
  bench       measure speed and memory, each beside a peer in the same run
  chaos       every request of a publication under every fault (--seconds 300, --seed N)
  golden      write the golden files anew; read the difference before you commit it
  fix         mend what the formatter and the linter can mend
  lock        resolve requirements.lock anew (needs uv)
  setup       make .venv and stop
  packager    the tool itself: `python3 dev.py packager --help`

PACKAGER_VENV names another folder than .venv, to try another Python.
"""
INSTALL = ("--require-hashes", "--no-deps", "--only-binary", ":all:", "-r")
RESOLVE = (
    *("pip", "compile", "--universal", "--generate-hashes", "--no-header", "--quiet"),
    *("--python-version", "3.11", "--extra", "mcp", "--extra", "mirror"),
    *("--extra", "scale", "--group", "dev"),
    *("pyproject.toml", "--output-file", "requirements.lock"),
)
STAGES = {
    "format": ("ruff", "format", "--check"),
    "lint": ("ruff", "check"),
    "types": ("mypy",),
    "architecture": ("pytest", "-q", "tests/architecture"),
    "tests": ("pytest", "-n", "2", "--dist", "loadfile", "-m", "not live and not browser"),
    # One process: its tests share one site and one Chromium; what is not there is left out by name.
    "browser": ("pytest", "-q", "-m", "browser", "tests/browser"),
    # One process: the tests share each host, and the faults they tell it to have.
    "hosts": ("pytest", "-q", "-m", "live"),
    "xet": ("pytest", "-q", "-m", "live", "tests/live/test_hub_live.py"),
}
# A Hub that keeps content by Xet, where there is one: the tests of a Hub run on it once more.
XET = "PACKAGER_LIVE_HUB_XET_URL"
# What a failing installer prints, what that means, how to mend it, and the exit code for it.
FAULTS = (
    (
        ("no space left", "errno 28", "os error 28", "disk quota"),
        "the disk is full",
        "free about 1.5 GB and run the same command again",
        1,
    ),
    (
        ("ensurepip is not", "no module named venv", "no module named ensurepip"),
        "this Python came without its venv module",
        "install python3-venv (Debian and Ubuntu) or put uv on PATH, then run it again",
        1,
    ),
    (
        ("do not match the hashes", "hash mismatch"),
        "a downloaded package is not the one the lock names",
        "empty the installer's cache and run it again; if it stays, ask who changed the lock",
        1,
    ),
    (
        ("permission denied", "read-only file system"),
        "the folder cannot be written",
        "make it writable, or name another one in PACKAGER_VENV",
        1,
    ),
    (
        (
            *("resolve host", "name resolution", "name or service not known", "connect error"),
            *("connection", "network is unreachable", "timed out", "dns error"),
            *("failed to fetch", "no matching distribution", "proxy"),
        ),
        "the package index did not answer",
        "check the network (or the proxy and index settings of pip) and run it again",
        3,
    ),
)


class Trouble(Exception):  # noqa: N818 - it is what the person reads, not a programming error
    """A set-up that cannot go on: what is wrong, where, and how to mend it."""

    def __init__(self, what: str, *, where: str, mend: str, exit_code: int = 1) -> None:
        super().__init__(what)
        self.what, self.where, self.mend, self.exit_code = what, where, mend, exit_code

    def __str__(self) -> str:
        return "dev.py: {}\n  where: {}\n  mend:  {}".format(self.what, self.where, self.mend)


def say(text: str) -> None:
    """Tell the story on stderr, at once."""
    sys.stderr.write(text + "\n")
    sys.stderr.flush()


def require_python(version: "tuple[int, ...]", executable: str) -> None:
    """Refuse a Python older than the project needs, before anything else can go wrong."""
    if tuple(version[:2]) < OLDEST:
        raise Trouble(
            "Python {}.{} or newer is needed; this is {}".format(
                *OLDEST, ".".join(str(part) for part in version)
            ),
            where=executable,
            mend="install a newer Python and name it, for example: python3.12 dev.py test",
        )


def diagnose(command: "Sequence[str]", output: str) -> Trouble:
    """Find what a failed installer meant; its own last lines are kept for the rest."""
    lines = [line for line in output.strip().splitlines() if not line.startswith("WARNING")]
    tail = "\n".join("  | " + line for line in lines[-TAIL_LINES:])
    said = output.lower()
    for signs, what, mend, code in FAULTS:
        if any(sign in said for sign in signs):
            return Trouble(what, where=" ".join(command) + "\n" + tail, mend=mend, exit_code=code)
    return Trouble(
        "a step of the set-up failed",
        where=" ".join(command) + "\n" + tail,
        mend="read the lines above; the next run starts over by itself",
    )


def run_quietly(command: "Sequence[str]", *, holding: "TextIO") -> None:
    """Run one step of the set-up; its output is shown only if it fails.

    The step inherits the lock, so that a set-up whose parent was killed still keeps others out
    until its own installer has ended.
    """
    kept = () if sys.platform == "win32" else (holding.fileno(),)
    try:
        done = subprocess.run(
            command,
            cwd=str(ROOT),
            env=environment_of_steps(os.environ),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            pass_fds=kept,
            check=False,
        )
    except OSError as error:
        raise diagnose(command, str(error)) from error
    if done.returncode:
        raise diagnose(command, done.stdout.decode("utf-8", "replace"))


def environment_of_steps(environ: "Mapping[str, str]") -> "dict[str, str]":
    """The environment of all we start: nothing is imported from the working directory or outside.

    One library imports every top-level module of a certain prefix that it finds on the path.
    """
    kept = {key: environ[key] for key in environ if key not in ("PYTHONHOME", "PYTHONPATH")}
    kept["PYTHONSAFEPATH"] = "1"
    return kept


class Environment:
    """The folder with the project's own Python and its locked libraries.

    It is complete when its stamp holds the digest of lock, Python and place. The stamp is written
    last and removed first, so what a killed run leaves behind is never taken for complete.
    """

    def __init__(self, root: Path, folder: Path) -> None:
        self.root, self.folder = root, folder
        self.lock = root / "requirements.lock"
        self.stamp = folder / "complete.sha256"
        self.scripts = folder / ("Scripts" if sys.platform == "win32" else "bin")
        self.python = self.scripts / ("python.exe" if sys.platform == "win32" else "python")

    def wanted(self) -> str:
        """The digest of all that an environment depends on."""
        try:
            locked = self.lock.read_bytes()
        except OSError as error:
            raise Trouble(
                "the lock cannot be read", where=str(self.lock), mend="take it from version control"
            ) from error
        about = "\n".join((sys.version, str(self.root), str(self.folder)))
        return hashlib.sha256(locked + about.encode("utf-8", "surrogateescape")).hexdigest()

    def is_complete(self) -> bool:
        """Whether nothing has to be done; one small file is read."""
        try:
            return self.stamp.read_text(encoding="ascii") == self.wanted() and self.python.exists()
        except (OSError, ValueError):
            return False

    def ensure(self, run: "Run" = run_quietly) -> None:
        """Make the folder unless it is complete; at most one process at a time does so."""
        if self.is_complete():
            return
        with self.alone() as holding:
            if not self.is_complete():
                self.make(lambda *command: run(command, holding=holding))

    @contextlib.contextmanager
    def alone(self) -> "Iterator[TextIO]":
        """Hold the lock beside the folder; says so when it has to wait for another set-up."""
        beside = self.folder.with_name(self.folder.name + ".lock")
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
            holding = beside.open("a", encoding="ascii")
        except OSError as error:
            raise diagnose([str(beside)], str(error)) from error
        with holding:
            if sys.platform != "win32":
                try:
                    fcntl.flock(holding, fcntl.LOCK_EX | fcntl.LOCK_NB)
                except OSError:
                    say("another set-up of {} is running; waiting for it".format(self.folder.name))
                    fcntl.flock(holding, fcntl.LOCK_EX)
            yield holding

    def make(self, run: "Callable[..., None]") -> None:
        """Build the folder from nothing; the stamp comes last."""
        started, uv = time.monotonic(), shutil.which("uv")
        self.announce(uv)
        try:
            self.clear()
            (self.with_uv if uv else self.with_pip)(run)
            self.put_project_on_path()
            put_text(self.stamp, self.wanted())
        except OSError as error:
            raise diagnose([str(self.folder)], str(error)) from error
        say("{} is ready ({:.0f} s)".format(self.folder.name, time.monotonic() - started))

    def announce(self, uv: "str | None") -> None:
        """Say what begins and how long it takes."""
        if self.stamp.exists():
            say("the lock, the Python or the place has changed")
        elif self.folder.exists():
            say("the last set-up of {} was cut short; starting over".format(self.folder.name))
        lines = self.lock.read_text(encoding="utf-8").splitlines()
        count = sum("==" in line and line[0] not in " #" for line in lines if line)
        took = "with uv, about ten seconds" if uv else "with pip, about a minute"
        say("setting up {}: {} packages {}".format(self.folder.name, count, took))

    def clear(self) -> None:
        """Remove what is there, the stamp first."""
        if self.stamp.exists():
            self.stamp.unlink()
        if self.folder.exists():
            shutil.rmtree(str(self.folder))

    def with_uv(self, run: "Callable[..., None]") -> None:
        """Make and fill the folder with uv; modules are compiled, which uv leaves out unasked."""
        uv, python = shutil.which("uv") or "uv", str(self.python)
        run(uv, "venv", "--quiet", "--python", sys.executable, str(self.folder))
        install = (uv, "pip", "install", "--quiet", "--python", python, "--compile-bytecode")
        run(*install, *INSTALL, str(self.lock))

    def with_pip(self, run: "Callable[..., None]") -> None:
        """Make and fill the folder with what every Python brings."""
        run(sys.executable, "-m", "venv", str(self.folder))
        pip = (str(self.python), "-m", "pip", "--disable-pip-version-check", "--no-input")
        quiet = ("--quiet", "--progress-bar", "off", "--no-compile")
        run(*pip, "install", *quiet, *INSTALL, str(self.lock))
        run(str(self.python), "-c", COMPILE_MODULES, str(self.folder))

    def put_project_on_path(self) -> None:
        """Let ``import packager`` work in this folder from anywhere, and give it its command."""
        version = "python{}.{}".format(*sys.version_info[:2])
        libraries = ("Lib",) if sys.platform == "win32" else ("lib", version)
        place = self.folder.joinpath(*libraries, "site-packages", "packager-project.pth")
        put_text(place, str(self.root) + "\n")
        if sys.platform != "win32":
            command = self.scripts / "packager"
            put_text(command, LAUNCHER.format(python=self.python))
            command.chmod(0o755)


# On every core, where pip takes one; a file of some library that does not compile is no fault.
COMPILE_MODULES = "import compileall, sys; compileall.compile_dir(sys.argv[1], quiet=2, workers=0)"
LAUNCHER = """\
#!/bin/sh
exec "{python}" -P -m packager "$@"
"""


def put_text(path: Path, text: str) -> None:
    """Write a small file so that it is there whole or not at all."""
    unfinished = path.with_name(path.name + ".part")
    with unfinished.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    unfinished.replace(path)


def become(environment: Environment, *arguments: str) -> "NoReturn":
    """Turn this process into the project's Python; nothing of this file stays in memory."""
    command = [str(environment.python), *arguments]
    if sys.platform == "win32":  # there exec would return to the shell before the work is done
        sys.exit(subprocess.call(command, env=environment_of_steps(os.environ)))
    os.execve(command[0], command, environment_of_steps(os.environ))  # noqa: S606 - no shell wanted


def run_stage(environment: Environment, name: str, *more: str) -> bool:
    """Run one stage in the project's folder; says its name before and how it ended after."""
    say("\n=== {}".format(name))
    started = time.monotonic()
    environ = environment_of_steps(os.environ)
    if name == "xet":
        environ.update(PACKAGER_LIVE_HUB_URL=os.environ[XET], PACKAGER_LIVE_HUB_XET="1")
    code = subprocess.call(
        [str(environment.python), "-m", *STAGES[name], *more],
        cwd=str(ROOT),
        env=environ,
    )
    took = time.monotonic() - started
    say("--- {} {} ({:.1f} s)".format(name, "failed" if code else "in order", took))
    return code == 0


def run_stages(
    environment: Environment,
    names: "Sequence[str]",
    *,
    keep_going: bool,
    more: "Sequence[str]" = (),
) -> int:
    """Run stages in their order, up to the first that fails; ``more`` goes to the last one."""
    outcome = {}  # type: dict[str, str]
    for name in names:
        ended = run_stage(environment, name, *(more if name == "tests" else ()))
        outcome[name] = "in order" if ended else "FAILED"
        if not ended and not keep_going:
            break
    say("\n=== summary")
    for name in names:
        say("{:<13} {}".format(name, outcome.get(name, "not run")))
    return int(any(ended == "FAILED" for ended in outcome.values()))


def test(environment: Environment, arguments: "list[str]") -> int:
    """All stages; or pytest alone, if there is anything to tell it."""
    keep_going = "--keep-going" in arguments
    arguments = [argument for argument in arguments if argument != "--keep-going"]
    environment.ensure()
    if arguments:
        os.chdir(str(ROOT))
        become(environment, "-m", "pytest", *arguments)
    more = ()  # type: Sequence[str]
    if os.environ.get("CI") == "true":
        subprocess.call([str(environment.python), "-c", VERSIONS])
        more = ("--cov", "--cov-report=term:skip-covered")
    xet = ["xet"] if os.environ.get(XET) else []
    names = ("format", "lint", "types", "tests", "browser", "hosts", *xet)
    return run_stages(environment, names, keep_going=keep_going, more=more)


VERSIONS = """\
import importlib.metadata, os, platform
print("python", platform.python_version(), "on", platform.platform(), os.cpu_count(), "cores")
names = "cffconvert datasets frictionless huggingface_hub jsonschema mypy pyarrow pytest ruff"
print(*(f"{name}=={importlib.metadata.version(name)}" for name in names.split()), flush=True)
"""


def check(environment: Environment, arguments: "list[str]") -> int:
    """The quick stages, for before every commit."""
    environment.ensure()
    names = ("format", "lint", "types", "architecture")
    return run_stages(environment, names, keep_going="--keep-going" in arguments)


def release(environment: Environment, arguments: "list[str]") -> int:
    """The whole road, by the tool itself."""
    environment.ensure()
    become(environment, "-m", "packager", "release", *arguments)


def packager(environment: Environment, arguments: "list[str]") -> int:
    """The tool itself, with whatever follows."""
    environment.ensure()
    become(environment, "-m", "packager", *arguments)


# Our tests, not those that some library left beside itself under the same name.
RUN_OF_TESTS = """\
import runpy, sys
del sys.argv[0]
sys.path.insert(0, sys.argv.pop(0))
runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""


def bench(environment: Environment, arguments: "list[str]") -> int:
    """Measurements; never part of the tests."""
    environment.ensure()
    become(environment, "-c", RUN_OF_TESTS, str(ROOT), "tests.bench", *arguments)


def chaos(environment: Environment, arguments: "list[str]") -> int:
    """Publications that everything happens to, for as long as told."""
    environment.ensure()
    os.chdir(str(ROOT))
    become(environment, "-c", RUN_OF_TESTS, str(ROOT), "tests.faults.chaos", *arguments)


def golden(environment: Environment, arguments: "list[str]") -> int:
    """Let the golden tests write what they would otherwise compare with."""
    environment.ensure()
    os.chdir(str(ROOT))
    os.environ["PACKAGER_GOLDEN"] = "write"
    become(environment, "-m", "pytest", *(arguments or ["tests/golden"]))


def fix(environment: Environment, arguments: "list[str]") -> int:
    """Everything that a machine can mend, in the order that leaves nothing to mend."""
    environment.ensure()
    where = arguments or [str(ROOT)]
    ruff = [str(environment.python), "-m", "ruff"]
    env = environment_of_steps(os.environ)
    left = subprocess.call([*ruff, "check", "--fix", *where], env=env)
    return subprocess.call([*ruff, "format", *where], env=env) or left


def lock(environment: Environment, arguments: "list[str]") -> int:
    """Resolve the lock anew; arguments go to uv, such as ``--upgrade``."""
    uv = shutil.which("uv")
    if uv is None:
        raise Trouble(
            "the lock is made by uv, which is not on PATH",
            where=str(environment.lock),
            mend="install uv (`pip install uv` in an environment of its own) and run it again",
        )
    with environment.alone() as holding:
        run_quietly([uv, *RESOLVE, *arguments], holding=holding)
    say("requirements.lock is resolved; the next chore sets up from it")
    return 0


def setup(environment: Environment, arguments: "list[str]") -> int:
    """Make the environment and nothing else."""
    if arguments:
        raise Trouble("setup takes no arguments", where=" ".join(arguments), mend="leave them out")
    environment.ensure()
    say("{} is complete".format(environment.folder.name))
    return 0


CHORES = {
    chore.__name__: chore
    for chore in (release, test, check, bench, chaos, golden, fix, lock, setup, packager)
}  # type: dict[str, Chore]


def main(arguments: "list[str]") -> int:
    """Do the chore named first; everything after it is the chore's."""
    require_python(tuple(sys.version_info[:3]), sys.executable)
    if not arguments or arguments[0] in ("-h", "--help", "help"):
        sys.stdout.write(USAGE)
        return 0 if arguments else 2
    name, rest = arguments[0], arguments[1:]
    if name not in CHORES:
        known = "use one of {}; for the tool itself: python3 dev.py packager {}"
        raise Trouble(
            "no chore is called {!r}".format(name),
            where="the command line",
            mend=known.format(", ".join(CHORES), name),
            exit_code=2,
        )
    folder = Path(os.environ.get("PACKAGER_VENV") or ROOT / ".venv").absolute()
    return CHORES[name](Environment(ROOT, folder), rest)


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Trouble as trouble:
        say(str(trouble))
        sys.exit(trouble.exit_code)
    except KeyboardInterrupt:
        say("stopped; a set-up that was under way starts over next time")
        sys.exit(130)
