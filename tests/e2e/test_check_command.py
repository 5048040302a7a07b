"""`packager check` as a person calls it: places, exit codes, words, JSON."""

import io
import json
import shutil
import zipfile
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest

from packager.assemble.archive import archive
from packager.assemble.judges import run
from packager.assemble.judges.readers import Reader
from packager.assemble.judges.run import Case, judge
from packager.assemble.seal import seal, seal_document
from packager.assemble.tree import files_of
from packager.cli.main import main
from packager.cli.world import World
from packager.domain.release import Identity
from packager.green_tokens.recipe import RECIPE
from tests.e2e.trees import ROOT, VERSION
from tests.fakes.attacker import cover_up, edit_csv, edit_text
from tests.fakes.projects import new_project
from tests.fakes.trees import MAKER


def check(cwd: Path, *words: str) -> tuple[int, str, str]:
    """Exit code, results and story of one call."""
    out, err = io.StringIO(), io.StringIO()
    environ: Mapping[str, str] = {}
    world = World(date(2026, 12, 1), environ, cwd, out, err)
    settings = ["--settings", str(ROOT / "pyproject.toml")]
    code = main(["check", *words, *settings], world)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture
def broken(tree: Path, tmp_path: Path) -> Path:
    """A tree with eleven cells that cannot be, all in one column."""
    root = Path(shutil.copytree(tree, tmp_path / "broken"))

    def spoil(rows: list[list[str]]) -> None:
        for row in rows[1:12]:
            row[rows[0].index("median_itl_ms")] = "soon"

    edit_csv(root, "index.csv", spoil)
    cover_up(root)
    return root


def test_a_sound_folder_is_told_judge_by_judge(tree: Path, tmp_path: Path) -> None:
    code, out, err = check(tmp_path, str(tree), "--fast")

    assert code == 0
    assert out.startswith(f"{tree}\tsound\t")
    assert "files        nothing wrong" in err
    assert "datasets     not run: left out on request" in err


def test_a_build_that_is_to_be_checked_is_judged_by_all_and_left_to_be_looked_at(
    tmp_path: Path,
) -> None:
    project = new_project(tmp_path / "project")
    settings = project.root / "dataset_card/settings.toml"
    settings.write_text(settings.read_text() + "\n[hub]\nlicense = 'mit'\n")

    said = project.call("build", VERSION, "--check")

    assert said.code == 5
    assert "README.md, license: licence 'mit'" in said.err
    assert "polars       nothing wrong" in said.err
    assert (project.root / "dist" / VERSION / "README.md").is_file()


def test_faults_are_told_ten_of_a_judge_and_then_counted(broken: Path, tmp_path: Path) -> None:
    code, out, err = check(tmp_path, str(broken), "--fast")

    assert code == 5
    told = [line for line in out.splitlines() if "'soon' is no number" in line]
    assert told[0] == "index.csv, row 1, median_itl_ms: 'soon' is no number in plain digits"
    assert len(told) == 10
    assert "and 1 more of this kind" in out
    assert "mend: " in err


def test_json_tells_every_fault(broken: Path, tmp_path: Path) -> None:
    code, out, _ = check(tmp_path, str(broken), "--fast", "--json")

    said = json.loads(out)
    assert code == 5
    assert said["sound"] is False
    assert sum("'soon' is no" in one["what"] for one in said["findings"]) == 11
    assert {"judge", "path", "row", "column", "what", "mend"} == set(said["findings"][0])


@pytest.mark.parametrize("word", ["2031-01-01", "nowhere", "nowhere.zip"])
def test_a_place_that_is_not_there_is_the_persons_matter(tmp_path: Path, word: str) -> None:
    code, out, err = check(tmp_path, word, "--fast")

    assert (code, out) == (1, "")
    assert f"{word} is no version, folder or archive here" in err


def zipped(root: Path, place: Path) -> Path:
    archive(root, files_of(root), place)
    return place


def test_an_archive_is_judged_like_its_tree(tree: Path, tmp_path: Path) -> None:
    place = zipped(tree, tmp_path / "release.zip")

    verdict = judge(Case(place, RECIPE.agreement, only=("files", "equality", "frictionless")))

    assert verdict.findings == ()
    assert verdict.ran == ("files", "equality", "frictionless")


def test_a_fault_within_an_archive_is_found_by_us_and_in_the_archive_by_others(
    broken: Path, tmp_path: Path
) -> None:
    place = zipped(broken, tmp_path / "release.zip")

    verdict = judge(Case(place, RECIPE.agreement, only=("rows", "frictionless")))

    assert {one.judge for one in verdict.findings} == {"rows", "frictionless"}
    assert ("index.csv", 1) in {(one.path, one.row) for one in verdict.findings}


def test_an_archive_that_leads_out_is_refused_before_a_byte_is_written(tmp_path: Path) -> None:
    place = tmp_path / "evil.zip"
    with zipfile.ZipFile(place, "w") as bundle:
        bundle.writestr("../evil.txt", "x")

    code, _, err = check(tmp_path, str(place), "--fast")

    assert code == 5
    assert "leads out of its folder" in err
    assert not (tmp_path.parent / "evil.txt").exists()


@pytest.fixture
def release(tree: Path, tmp_path: Path) -> Path:
    """A sealed release: tree and seal side by side."""
    root = tmp_path / VERSION
    shutil.copytree(tree, root / "tree")
    sealed = seal(root / "tree", Identity(VERSION), bundle=tmp_path / "a.zip", maker=MAKER)
    (root / "seal.json").write_bytes(seal_document(sealed))
    return root


def test_a_sealed_release_is_compared_with_its_seal(release: Path, tmp_path: Path) -> None:
    code, _, err = check(tmp_path, str(release), "--fast")
    assert code == 0
    assert "seal         nothing wrong" in err

    edit_text(release / "tree", "README.md", "energy", "Energy")
    cover_up(release / "tree")

    code, out, _ = check(tmp_path, str(release / "tree"), "--fast")
    assert code == 5
    assert "README.md: has other bytes than were sealed" in out


def test_a_broken_seal_is_a_finding(release: Path, tmp_path: Path) -> None:
    (release / "seal.json").write_text("{}")

    code, out, _ = check(tmp_path, str(release), "--fast")

    assert code == 5
    assert "the tree: " in out


def test_a_reader_that_is_not_installed_is_named_never_passed(
    tree: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(run, "READERS", (Reader("no_such_library", "packager.none"),))

    verdict = judge(Case(tree, RECIPE.agreement, only=("files", "no_such_library")))

    assert verdict.not_run == {"no_such_library": "not installed"}
    assert verdict.ran == ("files",)
