"""One lock, one set of inputs: the same bytes on any machine, whatever its surroundings."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.e2e.trees import ROOT, VERSION
from tests.fakes.projects import contents, new_project

OTHER_PYTHONS = [one for one in os.environ.get("PACKAGER_PYTHONS", "").split(os.pathsep) if one]


def build_elsewhere(python: str, project: Path, umask: int, **environ: str) -> dict[str, bytes]:
    """Build in a process of its own, in surroundings of its own."""
    subprocess.run(
        [python, "-P", "-m", "packager", "build", VERSION, "--quiet"],
        cwd=project,
        env={"PATH": os.environ["PATH"], "PYTHONPATH": str(ROOT), **environ},
        umask=umask,
        check=True,
        capture_output=True,
    )
    return contents(project / "dist" / VERSION)


@pytest.mark.parametrize(
    ("umask", "environ"),
    [
        (0o077, {"TZ": "Pacific/Kiritimati", "LC_ALL": "C", "PYTHONHASHSEED": "1"}),
        (0o002, {"TZ": "America/Adak", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "2"}),
        (0o022, {"TZ": "UTC", "LANG": "tr_TR.UTF-8", "HOME": "/nonexistent", "PYTHONUTF8": "0"}),
    ],
)
def test_zone_locale_umask_home_and_hash_seed_change_no_byte(
    tree: Path, tmp_path: Path, umask: int, environ: dict[str, str]
) -> None:
    project = new_project(tmp_path / "a folder, elsewhere")

    built = build_elsewhere(sys.executable, project.root, umask, **environ)

    assert built == contents(tree)


@pytest.mark.parametrize("python", OTHER_PYTHONS)
def test_another_python_changes_no_byte(tree: Path, tmp_path: Path, python: str) -> None:
    project = new_project(tmp_path / "project")

    assert build_elsewhere(python, project.root, 0o022) == contents(tree)


def test_the_order_in_which_a_disk_lists_files_changes_no_byte(tree: Path, tmp_path: Path) -> None:
    project = new_project(tmp_path / "project")
    sources = project.releases / "sources"
    for kind in sorted(sources.iterdir(), reverse=True):
        shutil.move(kind, tmp_path / kind.name)
        shutil.copytree(tmp_path / kind.name, kind)

    assert build_elsewhere(sys.executable, project.root, 0o022) == contents(tree)


def test_the_newest_sealed_release_is_what_this_tool_builds(tmp_path: Path) -> None:
    said = subprocess.run(
        [sys.executable, "-P", "-m", "packager", "ledger", "show"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    newest = [line.split("\t")[0] for line in said.stdout.splitlines() if "\tseal" in line][-1]

    rebuilt = subprocess.run(
        [
            sys.executable,
            "-P",
            "-m",
            "packager",
            "rebuild",
            newest,
            "--compare",
            "--out",
            str(tmp_path / "tree"),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )

    assert rebuilt.returncode == 0, rebuilt.stderr
    assert "byte for byte" in rebuilt.stdout
