import ast
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

import dev

HERE = Path(dev.__file__)


class Steps:
    """Stands in for the installers: notes what it is asked, makes a folder, fails on demand."""

    def __init__(self, environment: dev.Environment) -> None:
        self.environment = environment
        self.commands: list[Sequence[str]] = []
        self.fails_at: str | None = None

    def __call__(self, command: Sequence[str], **_: object) -> None:
        self.commands.append(command)
        if self.fails_at and self.fails_at in command:
            raise KeyboardInterrupt
        if "venv" in command:
            site = f"lib/python{sys.version_info[0]}.{sys.version_info[1]}/site-packages"
            self.environment.folder.joinpath(site).mkdir(parents=True)
            self.environment.scripts.mkdir(exist_ok=True)
            self.environment.python.touch()


@pytest.fixture
def environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dev.Environment:
    monkeypatch.setattr("shutil.which", lambda _: None)
    (tmp_path / "requirements.lock").write_text("a==1 \\\n    --hash=sha256:0\nb==2\n")
    return dev.Environment(tmp_path, tmp_path / ".venv")


@pytest.fixture
def steps(environment: dev.Environment) -> Steps:
    return Steps(environment)


@pytest.fixture
def no_subprocess(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    started: list[object] = []
    for name in ("Popen", "run", "call", "check_call", "check_output"):
        monkeypatch.setattr(subprocess, name, lambda *given, **_: started.append(given))
    yield started
    assert started == []


def test_python_3_6_can_read_the_file() -> None:
    tree = ast.parse(HERE.read_text(encoding="utf-8"), feature_version=(3, 6))

    assert ast.get_docstring(tree)


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 13)])
def test_an_old_python_is_told_what_is_wrong_where_and_how_to_mend_it(
    version: tuple[int, int, int],
) -> None:
    with pytest.raises(dev.Trouble) as caught:
        dev.require_python(version, "old/python")

    told = str(caught.value)
    assert f"Python 3.11 or newer is needed; this is {'.'.join(map(str, version))}" in told
    assert "where: old/python" in told
    assert "mend:  install a newer Python" in told


@pytest.mark.parametrize("version", [(3, 11, 0), (3, 13, 1), (4, 0, 0)])
def test_a_python_that_is_new_enough_passes(version: tuple[int, int, int]) -> None:
    dev.require_python(version, "python")

    assert version >= dev.OLDEST


def test_a_new_environment_is_complete_and_made_once(
    environment: dev.Environment, steps: Steps
) -> None:
    environment.ensure(steps)
    asked = len(steps.commands)
    environment.ensure(steps)

    assert environment.is_complete()
    assert len(steps.commands) == asked


def test_pip_is_told_to_take_only_what_the_lock_names(
    environment: dev.Environment, steps: Steps
) -> None:
    environment.ensure(steps)

    installs = [command for command in steps.commands if "install" in command]
    assert len(installs) == 1
    assert {"--require-hashes", "--no-deps", "--only-binary", ":all:"} < set(installs[0])


def test_uv_is_used_when_it_is_there_and_compiles_modules(
    environment: dev.Environment, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: f"bin/{name}")

    environment.ensure(steps)

    assert {command[0] for command in steps.commands} == {"bin/uv"}
    assert "--compile-bytecode" in steps.commands[-1]


def test_the_project_is_on_the_path_and_has_its_command(
    environment: dev.Environment, steps: Steps
) -> None:
    environment.ensure(steps)

    (place,) = environment.folder.rglob("packager-project.pth")
    command = environment.scripts / "packager"
    assert place.read_text() == f"{environment.root}\n"
    assert os.access(command, os.X_OK)
    assert f'exec "{environment.python}" -P -m packager' in command.read_text()


def test_what_a_killed_run_left_is_noticed_and_made_anew(
    environment: dev.Environment, steps: Steps, capsys: pytest.CaptureFixture[str]
) -> None:
    steps.fails_at = "install"
    with pytest.raises(KeyboardInterrupt):
        environment.ensure(steps)
    half_made = environment.folder / "left-over"
    half_made.touch()
    assert not environment.is_complete()

    steps.fails_at = None
    environment.ensure(steps)

    assert environment.is_complete()
    assert not half_made.exists()
    assert "cut short; starting over" in capsys.readouterr().err


def change_lock(environment: dev.Environment) -> None:
    environment.lock.write_text("a==2\n")


def change_stamp(environment: dev.Environment) -> None:
    environment.stamp.write_bytes(b"\xff")


def remove_python(environment: dev.Environment) -> None:
    environment.python.unlink()


@pytest.mark.parametrize("change", [change_lock, change_stamp, remove_python])
def test_an_environment_that_no_longer_fits_is_made_anew(
    environment: dev.Environment, steps: Steps, change: Callable[[dev.Environment], None]
) -> None:
    environment.ensure(steps)
    change(environment)
    assert not environment.is_complete()

    environment.ensure(steps)

    assert environment.is_complete()


def test_a_folder_that_was_moved_is_made_anew(environment: dev.Environment, steps: Steps) -> None:
    environment.ensure(steps)
    moved = environment.folder.rename(environment.root / "elsewhere")

    assert not dev.Environment(environment.root, moved).is_complete()


def test_the_stamp_goes_first_so_a_half_removed_folder_is_never_complete(
    environment: dev.Environment, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment.ensure(steps)

    def cut_short(_: str) -> None:
        assert not environment.stamp.exists()
        raise KeyboardInterrupt

    monkeypatch.setattr("shutil.rmtree", cut_short)
    with pytest.raises(KeyboardInterrupt):
        environment.clear()

    assert not environment.is_complete()


def test_a_set_up_that_waited_for_another_one_does_not_repeat_it(
    environment: dev.Environment, steps: Steps, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = iter([False, True])
    monkeypatch.setattr(environment, "is_complete", lambda: next(answers))

    environment.ensure(steps)

    assert steps.commands == []


@pytest.mark.parametrize(
    ("said", "what", "exit_code"),
    [
        ("ERROR: [Errno 28] No space left on device", "the disk is full", 1),
        ("Temporary failure in name resolution", "the package index did not answer", 3),
        ("No matching distribution found for a==1", "the package index did not answer", 3),
        ("/usr/bin/python3: No module named venv", "this Python came without its venv module", 1),
        ("ensurepip is not available", "this Python came without its venv module", 1),
        ("THESE PACKAGES DO NOT MATCH THE HASHES", "a downloaded package is not the one", 1),
        ("PermissionError: [Errno 13] Permission denied", "the folder cannot be written", 1),
        ("something else", "a step of the set-up failed", 1),
    ],
)
def test_a_failed_installer_is_explained_and_quoted(said: str, what: str, exit_code: int) -> None:
    trouble = dev.diagnose(["pip", "install"], f"first line\n{said}\n")

    assert trouble.what.startswith(what)
    assert trouble.exit_code == exit_code
    assert f"| {said}" in str(trouble)
    assert "mend:  " in str(trouble)


@pytest.mark.parametrize(
    ("chore", "module"),
    [("release", "packager"), ("packager", "packager"), ("bench", "tests.bench")],
)
def test_a_warm_start_starts_no_process_but_becomes_the_tool(
    no_subprocess: list[object], monkeypatch: pytest.MonkeyPatch, chore: str, module: str
) -> None:
    became: list[list[str]] = []
    monkeypatch.setattr(dev.Environment, "is_complete", lambda _: True)
    monkeypatch.setattr(os, "execve", lambda _, command, env: became.append([*command, *env]))

    dev.main([chore, "--flag"])

    assert module in became[0][1:]
    assert "--flag" in became[0]
    assert "PYTHONSAFEPATH" in became[0]
    assert no_subprocess == []


def test_what_runs_in_the_environment_imports_nothing_from_outside_it() -> None:
    given = {"PYTHONPATH": "elsewhere", "PYTHONHOME": "elsewhere", "KEPT": "yes"}

    assert dev.environment_of_steps(given) == {"KEPT": "yes", "PYTHONSAFEPATH": "1"}


@pytest.mark.parametrize(("keep_going", "ran"), [(False, 2), (True, 3)])
def test_stages_stop_at_the_first_that_fails_unless_told_to_keep_going(
    environment: dev.Environment,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    *,
    keep_going: bool,
    ran: int,
) -> None:
    stages: list[str] = []

    def stage(_: dev.Environment, name: str, *__: str) -> bool:
        stages.append(name)
        return name != "lint"

    monkeypatch.setattr(dev, "run_stage", stage)

    code = dev.run_stages(environment, ("format", "lint", "types"), keep_going=keep_going)

    assert code == 1
    assert len(stages) == ran
    assert "lint          FAILED" in capsys.readouterr().err


def test_an_unknown_chore_is_answered_with_the_known_ones() -> None:
    with pytest.raises(dev.Trouble) as caught:
        dev.main(["tset"])

    assert "release, test, check" in caught.value.mend
    assert caught.value.exit_code == 2


def test_every_chore_is_in_the_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert dev.main(["--help"]) == 0
    printed = capsys.readouterr().out

    assert [name for name in dev.CHORES if f"\n  {name} " not in printed] == []
