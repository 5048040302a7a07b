"""The script that the weekly workflow calls: one issue, whatever is found however often."""

import json
import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fakes.projects import ROOT, copy

MARKER = "<!-- packager watch -->"
WATCH = """\
import pathlib, sys
words = sys.argv[1:]
assert words[:2] == ["watch", "--markdown"], words
code, text = pathlib.Path("answer").read_text().split(" ", 1)
if text:
    pathlib.Path(words[2]).write_text(text)
sys.exit(int(code))
"""
# What `gh` does of itself, as far as the script asks: open issues of one app, found by their body.
GH = """\
import json, os, pathlib, sys
words, place = sys.argv[1:], pathlib.Path(os.environ["ISSUES"])
issues = json.loads(place.read_text())
def after(flag): return words[words.index(flag) + 1]
match words[:2]:
    case ["issue", "list"]:
        assert after("--app") == "github-actions" and after("--state") == "open", words
        assert "env.MARKER" in after("--jq"), words
        found = [n for n, one in issues.items() if one["open"] and one["app"]
                 and os.environ["MARKER"] in one["body"]]
        print(*found[:1])
    case ["issue", "create"]:
        body = pathlib.Path(after("--body-file")).read_text()
        issues[str(len(issues) + 1)] = {"open": True, "app": True, "body": body}
    case ["issue", "edit"]:
        issues[words[2]]["body"] = pathlib.Path(after("--body-file")).read_text()
    case ["issue", "close"]:
        issues[words[2]]["open"] = False
    case _:
        sys.exit(f"gh was asked {words}")
place.write_text(json.dumps(issues))
"""


@dataclass(frozen=True, slots=True)
class Week:
    """A clone, a platform with issues, and what the watch will say."""

    root: Path

    def run(self, step: str) -> "subprocess.CompletedProcess[str]":
        environ = {
            "PATH": f"{self.root / 'bin'}:{os.environ['PATH']}",
            "PACKAGER_COMMAND": f"{sys.executable} {self.root / 'watch.py'}",
            "GITHUB_STEP_SUMMARY": str(self.root / "summary.md"),
            "ISSUES": str(self.root / "issues.json"),
        }
        return subprocess.run(
            ["bash", ".ci/watch", step, "found"],
            cwd=self.root,
            env=environ,
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )

    def pass_by(self, code: int, said: str) -> None:
        """A week in which the watch ends with a code, after this report."""
        (self.root / "answer").write_text(f"{code} {MARKER}\n{said}\n")
        for step in ("look", "tell"):
            done = self.run(step)
            assert done.returncode == 0, done.stderr

    def issues(self) -> dict[str, dict[str, object]]:
        found: dict[str, dict[str, object]] = json.loads((self.root / "issues.json").read_text())
        return found


@pytest.fixture
def week(tmp_path: Path) -> Week:
    copy(ROOT / ".ci" / "watch", tmp_path / ".ci" / "watch")
    (tmp_path / "watch.py").write_text(WATCH)
    (tmp_path / "issues.json").write_text("{}")
    gh = tmp_path / "bin" / "gh"
    gh.parent.mkdir()
    gh.write_text(f"#!{sys.executable}\n{GH}")
    gh.chmod(0o755)
    return Week(tmp_path)


def test_what_is_found_opens_one_issue_and_the_next_week_brings_it_up_to_date(week: Week) -> None:
    week.pass_by(5, "A file was changed.")
    week.pass_by(5, "Two files were changed.")

    (issue,) = week.issues().values()
    assert issue["open"]
    assert issue["body"] == f"{MARKER}\nTwo files were changed.\n"
    assert "A file was changed." in (week.root / "summary.md").read_text()


def test_a_week_without_findings_opens_nothing(week: Week) -> None:
    week.pass_by(0, "All is as published.")

    assert week.issues() == {}


def test_what_is_well_again_closes_the_issue_and_later_findings_open_another(week: Week) -> None:
    week.pass_by(5, "A file was changed.")
    week.pass_by(0, "All is as published.")
    week.pass_by(5, "A tag was moved.")

    first, second = week.issues().values()
    assert (first["open"], second["open"]) == (False, True)
    assert second["body"] == f"{MARKER}\nA tag was moved.\n"


def test_the_issue_of_a_person_who_quotes_the_report_is_left_alone(week: Week) -> None:
    theirs = {"open": True, "app": False, "body": f"> {MARKER}\nWhat is this?"}
    (week.root / "issues.json").write_text(json.dumps({"1": theirs}))

    week.pass_by(5, "A file was changed.")

    assert week.issues()["1"] == theirs
    assert len(week.issues()) == 2


@pytest.mark.parametrize("code", [1, 3])
def test_hosts_that_could_not_be_read_say_nothing_of_what_is_published(
    week: Week, code: int
) -> None:
    (week.root / "answer").write_text(f"{code} ")

    assert week.run("look").returncode == code
    assert week.issues() == {}
