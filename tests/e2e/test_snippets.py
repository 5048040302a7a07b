"""Every block of code in the card does what it says, against the tree it was built into."""

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import duckdb
import pytest

from tests.e2e.trees import ROOT, VERSION
from tests.fakes.odd_release import ROWS, build_odd
from tests.live.hub_worlds import WORLDS, HubWorld, hub_world

FENCE = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
KNOWN = {  # by a word of the block: its language
    "load_dataset": "python",
    "packager.load": "python",
    "sha256sum": "bash",
    "pandas": "python",
    "SELECT": "sql",
    "frictionless": "python",
    "read.csv": "r",
}
NOT_CODE = {"bibtex"}
REPO_ID = "leadgreen/green-tokens"
COLUMN = "wh_per_million_output_tokens"
MANY = 32
LOWEST = 12.97
PUSH = """
import sys
from huggingface_hub import HfApi
api, (repo_id, tag), kind = HfApi(), sys.argv[1:], {"repo_type": "dataset"}
api.create_repo(repo_id, **kind)
done = api.upload_folder(repo_id=repo_id, folder_path=".", **kind)
api.create_tag(repo_id, tag=tag, revision=done.oid, **kind)
"""
ODD = {str(row[0]): at for at, row in enumerate(ROWS)}


def published() -> list[float]:
    """The column as it was published in October."""
    path = ROOT / "tests/data/published-index-2026-10-19.csv"
    with path.open(encoding="utf-8", newline="") as file:
        return [float(row[COLUMN]) for row in csv.DictReader(file)]


def blocks(tree: Path) -> dict[str, str]:
    """Code of the card by the word that tells it from the others."""
    found = FENCE.findall((tree / "README.md").read_text(encoding="utf-8"))
    code = [(language, text) for language, text in found if language not in NOT_CODE]
    named = {
        word: text
        for word, language in KNOWN.items()
        for said, text in code
        if said == language and word in text
    }
    assert len(named) == len(code) == len(KNOWN)
    return named


def run(words: list[str], cwd: Path, home: Path, **more: str) -> str:
    """What a program prints; it has to end well."""
    environ = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8", **more}
    ended = subprocess.run(
        words, cwd=cwd, env=environ, capture_output=True, text=True, check=False, timeout=300
    )
    assert ended.returncode == 0, ended.stderr
    return ended.stdout


def run_python(code: str, show: str, cwd: Path, home: Path, **more: str) -> list[object]:
    """What an expression is after the code has run."""
    told = f"{code}\nimport json\nprint(json.dumps({show}))"
    value: list[object] = json.loads(run([sys.executable, "-c", told], cwd, home, **more))
    return value


def assert_published(values: list[object]) -> None:
    assert len(values) == MANY
    assert values[0] == LOWEST
    assert values == published()


@pytest.fixture(scope="module", params=WORLDS)
def hub(
    request: pytest.FixtureRequest, tree: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[HubWorld]:
    """A Hub that holds the release, tagged."""
    home = tmp_path_factory.mktemp("home")
    with hub_world(request.param) as world:
        words = [sys.executable, "-c", PUSH, world.repo_id, VERSION]
        run(words, tree, home, **switches(world))
        yield world


def switches(world: HubWorld) -> dict[str, str]:
    return {"HF_ENDPOINT": world.url, "HF_TOKEN": world.token, "HF_HUB_DISABLE_XET": "1"}


def test_the_card_has_no_code_that_is_not_run_here(tree: Path) -> None:
    assert set(blocks(tree)) == set(KNOWN)


@pytest.mark.parametrize("streaming", [False, True])
def test_the_release_loads_from_the_hub_by_its_tag(
    tree: Path, hub: HubWorld, tmp_path: Path, *, streaming: bool
) -> None:
    code = blocks(tree)["load_dataset"]
    assert f'revision="{VERSION}"' in code
    assert REPO_ID in code
    code = code.replace(REPO_ID, hub.repo_id)
    if streaming:
        code = code.replace(f'"{VERSION}"', f'"{VERSION}", streaming=True')
    show = f"[row['{COLUMN}'] for row in index]"

    assert_published(run_python(code, show, tmp_path, tmp_path, **switches(hub)))


def test_the_tool_loads_the_release_and_then_needs_no_hub(
    tree: Path, hub: HubWorld, tmp_path: Path
) -> None:
    code = blocks(tree)["packager.load"]
    assert f'version="{VERSION}"' in code
    code = code.replace("version=", f'repo_id="{hub.repo_id}", version=')
    show = f"index.arrow['{COLUMN}'].to_pylist()"
    surroundings = {"PYTHONPATH": str(ROOT), "PACKAGER_CACHE": str(tmp_path / "cache")}

    assert_published(
        run_python(code, show, tmp_path, tmp_path, HF_ENDPOINT=hub.url, **surroundings)
    )
    assert_published(
        run_python(
            code, show, tmp_path, tmp_path, HF_HUB_OFFLINE="1", HF_ENDPOINT=hub.url, **surroundings
        )
    )


def test_the_folder_is_proved_whole(tree: Path, tmp_path: Path) -> None:
    code = blocks(tree)["sha256sum"]
    assert run(["bash", "-c", code], tree, tmp_path) == ""

    broken = Path(shutil.copytree(tree, tmp_path / "broken"))
    (broken / "index.csv").write_text("")

    with pytest.raises(AssertionError, match="1 computed checksum did NOT match"):
        run(["bash", "-c", code], broken, tmp_path)


@pytest.mark.parametrize("name", ["index", "same_from_csv"])
def test_pandas_reads_the_index(tree: Path, tmp_path: Path, name: str) -> None:
    show = f"[*{name}.dtypes.map(str), *{name}['{COLUMN}']]"

    told = run_python(blocks(tree)["pandas"], show, tree, tmp_path)

    kinds, values = told[:-MANY], told[-MANY:]
    assert set(kinds) == {"string", "Int64", "Float64"}
    assert_published(values)


def test_duckdb_reads_the_index(tree: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tree)
    with duckdb.connect() as connection:
        rows = connection.sql(blocks(tree)["SELECT"]).fetchall()

    assert rows[0] == ("Llama 3.1 8B Instruct", "B200", LOWEST)
    assert_published([row[2] for row in rows])


def test_frictionless_reads_the_index(tree: Path, tmp_path: Path) -> None:
    show = f"[float(row['{COLUMN}']) for row in index]"

    assert_published(run_python(blocks(tree)["frictionless"], show, tree, tmp_path))


@pytest.fixture(scope="module")
def rscript() -> str:
    """R; there in CI, and a reason to skip elsewhere."""
    found = shutil.which("Rscript")
    if found is None:
        if os.environ.get("CI") == "true":
            pytest.fail("Rscript is not installed; apt-get install r-base-core")
        pytest.skip("Rscript is not installed; CI installs it")
    return found


def run_r(rscript: str, code: str, show: str, cwd: Path, home: Path) -> list[str]:
    """Lines of an expression after the code has run."""
    told = f"{code}\nwriteLines(as.character({show}))"
    return run([rscript, "--vanilla", "-e", told], cwd, home).splitlines()


def test_r_reads_the_index(tree: Path, tmp_path: Path, rscript: str) -> None:
    lines = run_r(rscript, blocks(tree)["read.csv"], f"index${COLUMN}", tree, tmp_path)

    assert_published([float(line) for line in lines])


@pytest.fixture
def odd(tmp_path: Path) -> Path:
    """A folder whose index holds odd cells."""
    root = build_odd(tmp_path)
    shutil.copy(root / "odd.csv", root / "index.csv")
    shutil.copy(root / "data/odd.parquet", root / "data/index.parquet")
    return root


ODD_CELLS: Mapping[str, str | None] = {
    "NA": "NA",
    "None": "None",
    "null": "NULL",
    "everything empty": None,
    "leading zeros": "007",
    "trailing zeros": "1.10",
    "São Tomé and Príncipe": "北京",
    "line\nbreak": "\n",
    "comma, quote \" and 'apostrophe'": ",",
}


@pytest.mark.parametrize("name", ["index", "same_from_csv"])
def test_the_code_for_pandas_keeps_texts_and_empty_cells_apart(
    tree: Path, odd: Path, tmp_path: Path, name: str
) -> None:
    show = f"{name}['code'].astype(object).where({name}['code'].notna(), None).tolist()"

    values = run_python(blocks(tree)["pandas"], show, odd, tmp_path)

    assert {row: values[ODD[row]] for row in ODD_CELLS} == ODD_CELLS


def test_the_code_for_r_keeps_texts_and_empty_cells_apart(
    tree: Path, odd: Path, tmp_path: Path, rscript: str
) -> None:
    show = 'ifelse(is.na(index$code), "-", encodeString(index$code, quote = "\'"))'

    lines = run_r(rscript, blocks(tree)["read.csv"], show, odd, tmp_path)

    expected = {
        row: "-" if cell is None else "'" + cell.replace("\n", "\\n") + "'"
        for row, cell in ODD_CELLS.items()
    }
    assert {row: lines[ODD[row]] for row in ODD_CELLS} == expected
