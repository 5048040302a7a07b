import json
import subprocess
import sys
from pathlib import Path

import pytest

from packager.publish.ledger import Ledger
from tests.fakes.children import surroundings
from tests.fakes.trees import VERSION, cut

ADD = """
import sys
from pathlib import Path
from packager.publish.ledger import Ledger
ledger = Ledger(Path(sys.argv[1]))
sys.stdin.read()
for number in range(25):
    ledger.add_notice("erratum", sys.argv[2], f"run {sys.argv[3]}, note {number}")
"""
CUT = """
import sys
from pathlib import Path
from packager.domain.errors import SealedError
from packager.publish.ledger import Ledger
from tests.fakes.trees import cut
sys.stdin.read()
try:
    cut(Ledger(Path(sys.argv[1])), Path(sys.argv[3]), sys.argv[2], more=sys.argv[3].encode())
except SealedError as error:
    sys.exit(error.exit_code)
"""


def together(script: str, root: Path, version: str, runs: list[str]) -> list[int]:
    """Start the runs, let them go at the same moment, wait for both."""
    children = [
        subprocess.Popen(
            [sys.executable, "-c", script, str(root), version, run],
            stdin=subprocess.PIPE,
            env=surroundings(),
        )
        for run in runs
    ]
    for child in children:
        assert child.stdin is not None
        child.stdin.close()
    return [child.wait() for child in children]


def test_lines_of_two_runs_at_once_are_all_there_and_chained(tmp_path: Path) -> None:
    ledger = Ledger(tmp_path / "releases")
    cut(ledger, tmp_path / "dist")

    assert together(ADD, ledger.root, VERSION, ["a", "b"]) == [0, 0]

    notes = [event.note for event in ledger.events()[1:]]
    assert sorted(notes) == sorted(f"run {run}, note {n}" for run in "ab" for n in range(25))
    assert ledger.faults() == []
    index = json.loads((ledger.root / "index.json").read_bytes())
    assert len(index["versions"][0]["notices"]) == 50


@pytest.mark.parametrize("attempt", range(2))
def test_of_two_cuts_of_one_version_one_wins_and_the_other_is_told(
    tmp_path: Path, attempt: int
) -> None:
    ledger = Ledger(tmp_path / "releases")
    runs = [str(tmp_path / "a"), str(tmp_path / "b")]

    codes = together(CUT, ledger.root, VERSION, runs)

    assert sorted(codes) == [0, 4], attempt
    winner = runs[codes.index(0)]
    assert (ledger.root / VERSION / "tree" / "more.txt").read_text() == winner
    assert ledger.versions() == (VERSION,)
    assert ledger.faults() == []
