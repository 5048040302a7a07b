"""The platform's workflows: linted by those who know them, and held to what docs say of them."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from tests.architecture.source import ROOT

WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
USES = re.compile(r"^\s*(?:-\s+)?uses:\s*(\S+)", re.MULTILINE)
TAG = re.compile(r"actions/[a-z-]+@v\d+")
STEP = re.compile(r"bash \.ci/(release|watch) ([a-z]+)")
ACTIONLINT = "PACKAGER_ACTIONLINT"


def parsed(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def test_zizmor_finds_nothing_but_the_exception_that_is_stated() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    if not zizmor.exists():
        pytest.skip("zizmor is not installed; the lock brings it")
    done = subprocess.run(
        [zizmor, "--offline", "--no-progress", "--quiet", "--format=plain", ".github"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 0, done.stdout + done.stderr


def test_the_exception_is_about_the_ids_of_actions_alone() -> None:
    settings = parsed(ROOT / ".github" / "zizmor.yml")

    assert settings == {
        "rules": {"unpinned-uses": {"config": {"policies": {"actions/*": "ref-pin"}}}}
    }


def test_actionlint_finds_nothing() -> None:
    command, node = os.environ.get(ACTIONLINT), shutil.which("node")
    if not command or not node:
        pytest.skip(f"{ACTIONLINT} names no actionlint, or there is no node; CI has both")
    done = subprocess.run(
        [node, command, ".github/workflows/*.yml"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )

    assert done.returncode == 0, done.stdout + done.stderr
    assert f"Checking {len(WORKFLOWS)} workflow" in done.stdout


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_action_is_the_platforms_own_by_its_tag(path: Path) -> None:
    named = USES.findall(path.read_text(encoding="utf-8"))

    assert [one for one in named if not TAG.fullmatch(one)] == []


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_job_with_a_secret_waits_in_an_environment_and_writes_nothing_here(path: Path) -> None:
    for name, job in parsed(path)["jobs"].items():
        secrets = re.findall(r"secrets\.(\w+)", str(job))
        if secrets:
            assert job["environment"] in {"plan", "publish"}, name
            assert job["permissions"]["contents"] == "read", name
        if job.get("environment") == "plan":
            assert set(secrets) == {"ZENODO_UPLOAD_TOKEN"}, name


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_every_step_that_a_workflow_calls_is_in_its_script(path: Path) -> None:
    for script, step in STEP.findall(path.read_text(encoding="utf-8")):
        body = (ROOT / ".ci" / script).read_text(encoding="utf-8")
        assert re.search(rf"^{step}\(\) \{{", body, re.MULTILINE), (path.name, script, step)
