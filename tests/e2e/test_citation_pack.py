"""The papers of a real tree agree; a change in any of them is found where it was made."""

import json
import os
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from packager.assemble.columnar import read_rows
from packager.assemble.judges.citation_pack import judge
from packager.assemble.judges.evidence import Evidence
from packager.assemble.judges.readers import OFFLINE
from packager.domain.finding import Finding
from tests.e2e.trees import ROOT, build_tree
from tests.fakes.packs import packed

READER = "packager.assemble.judges.croissant_reader"
PYTHON = os.environ.get("PACKAGER_MLCROISSANT", "")
needs_mlcroissant = pytest.mark.skipif(
    not PYTHON, reason="PACKAGER_MLCROISSANT names no Python with mlcroissant"
)
DUMP = """
import json, sys
import mlcroissant
dataset = mlcroissant.Dataset(jsonld=sys.argv[1])
sets = dataset.metadata.record_sets
said = {one.uuid: [list(map(str_of, row.values())) for row in dataset.records(one.uuid)]
        for str_of in [lambda value: value.decode() if isinstance(value, bytes) else value]
        for one in sets}
print(json.dumps(said))
"""


@pytest.fixture
def pack(tree: Path, tmp_path: Path) -> Path:
    return packed(tree, tmp_path / "pack")


def found(tree: Path) -> list[Finding]:
    evidence = Evidence(tree)
    return [*judge(evidence), *evidence.drain()]


def places(tree: Path) -> set[tuple[str, str]]:
    return {(one.path, one.column) for one in found(tree)}


def test_the_papers_of_a_new_tree_agree(pack: Path) -> None:
    assert found(pack) == []


def test_the_papers_of_a_second_release_of_a_day_agree(tmp_path: Path) -> None:
    tree = build_tree(tmp_path / "tree", version="2026-12-24.1")

    assert found(packed(tree, tmp_path / "pack")) == []


@pytest.mark.parametrize(
    ("path", "old", "new", "fact"),
    [
        ("croissant.json", '"version": "2026.12.24"', '"version": "2026.12.25"', "version"),
        ("ro-crate-metadata.json", '"version": "2026-12-24"', '"version": "1"', "version"),
        ("CITATION.cff", "date-released: '2026-12-24'", "date-released: '2026-12-23'", "date"),
        ("croissant.json", "doi.org/10.5281/zenodo.23478909", "doi.org/10.1/x", "concept_doi"),
        ("CITATION.cff", "value: 10.5281/zenodo.23478909", "value: 10.1/x", "concept_doi"),
        ("ro-crate-metadata.json", '"name": "Lead Green"', '"name": "Led Green"', "creators"),
        ("CITATION.cff", "- name: Lead Green", "- name: Led Green", "creators"),
        ("croissant.json", '"name": "Katonic AI', '"name": "Catonic AI', "publisher"),
        ("CITATION.cff", "title: 'Green Tokens:", "title: 'Green Token:", "title"),
        ("README.md", "pretty_name: 'Green Tokens:", "pretty_name: 'Green Token:", "title"),
        ("README.md", "license: cc-by-4.0", "license: mit", "rights"),
        ("datacite.json", '"version": "2026-12-24"', '"version": "2026-12-25"', "version"),
        ("datacite.json", '"10.5281/zenodo.23478909"', '"10.1/x"', "concept_doi"),
        ("datacite.json", '"rightsIdentifier": "CC-BY-4.0"', '"rightsIdentifier": "MIT"', "rights"),
        ("croissant.json", "licenses/by/4.0/", "licenses/by/3.0/", "rights"),
    ],
)
def test_a_paper_that_says_otherwise_is_found(
    pack: Path, path: str, old: str, new: str, fact: str
) -> None:
    place = pack / path
    text = place.read_text(encoding="utf-8")
    assert old in text
    place.write_text(text.replace(old, new, 1), encoding="utf-8", newline="")

    assert (path, fact) in places(pack)


def test_a_doi_that_one_paper_alone_has_is_found(pack: Path) -> None:
    edit(pack / "croissant.json", lambda paper: paper.update(identifier="https://doi.org/10.1/x"))

    assert [one.what for one in found(pack) if one.column == "doi"] == [
        "doi 10.1/x, where most papers say none"
    ]


@pytest.mark.parametrize("path", ["CITATION.cff", "README.md", "croissant.json", "datacite.json"])
def test_a_paper_that_is_missing_is_found(pack: Path, path: str) -> None:
    (pack / path).unlink()

    assert (path, "") in places(pack)


@pytest.mark.parametrize("path", ["index.csv", "data/grid.parquet", "models/qwen-3-8b.json"])
def test_other_bytes_are_found_by_both_lists_of_files(pack: Path, path: str) -> None:
    with (pack / path).open("ab") as file:
        file.write(b"\n")

    assert {("croissant.json", path), ("ro-crate-metadata.json", path)} <= places(pack)


def test_a_file_that_no_list_names_is_found(pack: Path) -> None:
    (pack / "extra.md").write_text("# Extra\n", encoding="utf-8")

    assert ("ro-crate-metadata.json", "extra.md") in places(pack)


def test_a_file_that_a_list_leaves_out_is_found(pack: Path) -> None:
    edit(pack / "croissant.json", lambda paper: paper["distribution"].pop(0))

    assert ("croissant.json", "index.csv") in places(pack)


@pytest.mark.parametrize("path", ["croissant.json", "ro-crate-metadata.json", "CITATION.cff"])
def test_a_paper_of_another_shape_is_found_and_breaks_nothing(pack: Path, path: str) -> None:
    (pack / path).write_text("[1, 2]", encoding="utf-8")

    assert path in {one.path for one in found(pack)}


@needs_mlcroissant
def test_mlcroissant_finds_no_fault_and_reads_every_row_of_the_csv(pack: Path) -> None:
    assert read_by(pack, pack.parent) == []


@needs_mlcroissant
def test_mlcroissant_reads_what_the_tables_hold(pack: Path) -> None:
    done = run("-c", DUMP, str(pack / "croissant.json"), home=pack.parent)
    said = json.loads(done)

    assert set(said) == {path.stem for path in (pack / "data").glob("*.parquet")}
    for name, rows in said.items():
        _, cells = read_rows((pack / "data" / f"{name}.parquet").read_bytes())
        assert [tuple(row) for row in rows] == cells


@needs_mlcroissant
def test_mlcroissant_sees_another_digest_and_another_version(pack: Path) -> None:
    edit(pack / "croissant.json", lambda paper: paper.update(version="2026-12-24"))
    (pack / "data/models.parquet").write_bytes((pack / "data/grid.parquet").read_bytes())

    said = " ".join(str(one["what"]) for one in read_by(pack, pack.parent))

    assert "MAJOR.MINOR.PATCH" in said
    assert "models cannot be read: Hash of downloaded file" in said


def edit(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a JSON file."""
    document = json.loads(path.read_bytes())
    change(document)
    path.write_text(json.dumps(document), encoding="utf-8")


def read_by(pack: Path, home: Path) -> list[dict[str, object]]:
    """Findings of the reader, as its own environment gives them."""
    answers = home / "findings.json"
    run("-m", READER, str(answers), home=home, shown=str(pack))
    found: list[dict[str, object]] = json.loads(answers.read_bytes())
    return found


def run(*words: str, home: Path, shown: str = "") -> str:
    """Run that other Python, offline, with our code on its path."""
    done = subprocess.run(
        [PYTHON, "-P", "-W", "ignore", *words],
        cwd=home,
        env={**OFFLINE, "PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": str(ROOT)},
        input=shown,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
    )
    return done.stdout
