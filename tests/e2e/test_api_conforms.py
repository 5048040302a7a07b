"""The API as it is served does what its openapi.json says, in the eyes of another."""

import os
import re
import subprocess
from pathlib import Path

import pytest

from tests.fakes.projects import ROOT
from tests.fakes.sites import serving

PYTHON = os.environ.get("PACKAGER_SCHEMATHESIS", "")
ASKED = (
    *("--phases", "coverage,fuzzing", "--checks", "all", "--max-examples", "2", "--seed", "1"),
    *("--continue-on-failure", "--request-timeout", "10"),
)


@pytest.mark.skipif(not PYTHON, reason="PACKAGER_SCHEMATHESIS names no Python with schemathesis")
def test_schemathesis_finds_nothing_in_the_newest_release(tmp_path: Path) -> None:
    with serving(ROOT, "--api") as child:
        done = subprocess.run(
            [
                *(PYTHON, "-P", "-m", "schemathesis.cli", "run", child.address),
                *("--url", child.address.removesuffix("/openapi.json"), *ASKED),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    assert done.returncode == 0, done.stdout
    assert "No issues found" in done.stdout
    assert re.search(r"Operations: +([1-9]\d+) selected / \1 total", done.stdout), done.stdout
