"""Every kind of fault in a real tree is found, with the file and, where it is a cell, the row."""

import json
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from packager.assemble.judges.run import OWN, READERS, Case, Verdict, judge
from packager.cli.making import make_new
from packager.cli.project import Project
from packager.config import read_config
from packager.domain.finding import Finding
from packager.domain.release import Identity
from packager.green_tokens.recipe import RECIPE
from tests.e2e.trees import ROOT
from tests.fakes.attacker import (
    cover_sums,
    cover_up,
    edit_csv,
    edit_json,
    edit_parquet,
    edit_text,
    write_parquet,
)

VERSION, DOI, CONCEPT = "2026-12-24", "10.5281/zenodo.99999901", "10.5281/zenodo.99999900"
OURS = (*(name for name, _ in OWN), "rules")
A_MODEL = "models/qwen-3-32b.json"
NO_CROISSANT = {"mlcroissant": "not installed"}
Break = Callable[[Path], None]


@pytest.fixture(scope="session")
def sound(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A tree with a DOI of its own, built once."""
    root = tmp_path_factory.mktemp("sound") / "tree"
    project = Project(read_config(ROOT, None), RECIPE)
    make_new(project, Identity(VERSION, DOI, CONCEPT), {}, None, root)
    return root


@pytest.fixture
def tree(sound: Path, tmp_path: Path) -> Path:
    """A copy that a test may break."""
    return Path(shutil.copytree(sound, tmp_path / "tree"))


def judged(root: Path, *only: str) -> Verdict:
    return judge(Case(root, RECIPE.agreement, fast=not only, only=only))


def lines(root: Path, *only: str) -> list[str]:
    return [one.line() for one in judged(root, *only).findings]


def places(findings: tuple[Finding, ...]) -> set[tuple[str, int | None, str]]:
    return {(one.path, one.row, one.column) for one in findings}


def test_a_sound_tree_has_no_fault_for_any_judge_or_reader(sound: Path) -> None:
    verdict = judge(Case(sound, RECIPE.agreement, environ=os.environ))

    assert [one.line() for one in verdict.findings] == []
    assert {name for name, _ in OWN} <= set(verdict.ran)
    assert {one.library for one in READERS} == set(verdict.not_run) | set(verdict.ran) - set(OURS)
    assert verdict.not_run == ({} if os.environ.get("PACKAGER_MLCROISSANT") else NO_CROISSANT)


def test_judging_leaves_the_tree_as_it_was(tree: Path, sound: Path) -> None:
    judged(tree)

    assert sorted(p.relative_to(tree) for p in tree.rglob("*")) == sorted(
        p.relative_to(sound) for p in sound.rglob("*")
    )


def test_a_flipped_bit_is_found_in_each_file(tree: Path) -> None:
    paths = sorted(p for p in tree.rglob("*") if p.is_file())
    assert len(paths) > 50
    for number, path in enumerate(paths):
        content = path.read_bytes()
        at = (number * 7919) % len(content)
        path.write_bytes(content[:at] + bytes([content[at] ^ 1]) + content[at + 1 :])

        named = {one.path for one in judged(tree, "files").findings}

        name = path.relative_to(tree).as_posix()
        assert name in named or "SHA256SUMS" in (name, *named), name
        path.write_bytes(content)
    assert lines(tree, "files") == []


def test_a_cut_file_is_told_from_a_changed_one(tree: Path) -> None:
    content = (tree / A_MODEL).read_bytes()
    (tree / A_MODEL).write_bytes(content[:-100])

    said = f"was cut off at {len(content) - 100} bytes, where datapackage.json says {len(content)}"
    assert f"{A_MODEL}: {said}" in lines(tree)


def test_a_missing_file_is_named(tree: Path) -> None:
    (tree / "grid.json").unlink()

    found = lines(tree)

    assert "grid.json: is named in SHA256SUMS and not there" in found
    assert "grid.json: is described in datapackage.json and not there" in found


def test_an_extra_file_is_named_even_when_the_digests_know_it(tree: Path) -> None:
    (tree / "extra.json").write_text("{}\n")
    assert "extra.json: is there and not named in SHA256SUMS" in lines(tree)

    cover_sums(tree)

    assert "extra.json: is a document that datapackage.json does not describe" in lines(tree)


def test_a_link_is_no_file(tree: Path) -> None:
    (tree / "grid.json").rename(tree / "grid2.json")
    (tree / "grid.json").symlink_to("grid2.json")

    assert "grid.json: a link or another thing that is no file" in lines(tree)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("  index.csv\n", "  ../index.csv\n", "leads out of its folder"),
        ("  index.csv\n", " index.csv\n", "is no digest, two blanks and a path"),
        ("  index.csv\n", "  grid.json\n", "grid.json is named twice"),
        ("  CITATION.cff\n", "  Z.cff\n", "not in the order of the paths"),
    ],
)
def test_a_bad_line_of_the_digests_is_found(tree: Path, old: str, new: str, said: str) -> None:
    edit_text(tree, "SHA256SUMS", old, new)

    found = [one for one in judged(tree, "files").findings if one.path == "SHA256SUMS"]

    assert any(said in one.what for one in found)


# One digit of one cell, everything that describes the file made to fit again.
ONE_DIGIT: list[tuple[str, Break, tuple[str, int | None, str]]] = [
    (
        "a number in index.csv, against JSON and Parquet",
        lambda root: edit_csv(root, "index.csv", lambda rows: set_cell(rows, 3, "median_itl_ms")),
        ("index.csv", 3, "median_itl_ms"),
    ),
    (
        "a number in index.json, against CSV and Parquet",
        lambda root: edit_json(
            root, "index.json", lambda one: set_member(one["rows"][4], "num_gpus", 3)
        ),
        ("index.json", 5, "num_gpus"),
    ),
    (
        "a number in data/index.parquet, in its last bit",
        lambda root: edit_parquet(
            root, "data/index.parquet", lambda rows: nudge(rows[6], "joules_per_output_token")
        ),
        ("data/index.parquet", 7, "joules_per_output_token"),
    ),
    (
        "a text in models.csv",
        lambda root: edit_csv(root, "models.csv", lambda rows: set_cell(rows, 2, "model_id")),
        ("models.csv", 2, "model_id"),
    ),
    (
        "a number in grid.json, against Parquet alone",
        lambda root: edit_json(
            root, "grid.json", lambda one: set_member(one["rows"][9], "gco2e_per_kwh", 77)
        ),
        ("grid.json", 10, "gco2e_per_kwh"),
    ),
    (
        "a number in a model's configurations",
        lambda root: edit_json(
            root, A_MODEL, lambda one: set_member(one["configurations"][1], "p99_itl_ms", 12)
        ),
        (A_MODEL, 2, "configurations.p99_itl_ms"),
    ),
    (
        "a number in a model's index rows",
        lambda root: edit_json(
            root, A_MODEL, lambda one: set_member(one["index"][0], "avg_output_tokens", 12)
        ),
        (A_MODEL, 1, "index.avg_output_tokens"),
    ),
    (
        "a fact at the head of a model",
        lambda root: edit_json(root, A_MODEL, lambda one: set_member(one, "params_b", 33)),
        (A_MODEL, 1, "params_b"),
    ),
    (
        "a number of a part",
        lambda root: edit_json(
            root, "hardware.json", lambda one: set_member(one["parts"][0], "memory_gb", 79)
        ),
        ("hardware.json", 1, "parts.memory_gb"),
    ),
    (
        "a number per query",
        lambda root: edit_json(
            root, "per-query.json", lambda one: set_member(one["rows"][0], "stars", 4)
        ),
        ("per-query.json", 1, "stars"),
    ),
    (
        "a source's day of retrieval",
        lambda root: edit_json(
            root,
            "manifest.json",
            lambda one: set_member(one["source_ledger"][0], "retrieved", "2026-01-02"),
        ),
        ("manifest.json", 1, "source_ledger.retrieved"),
    ),
    (
        "the reason of a change",
        lambda root: edit_json(
            root, "changes.json", lambda one: set_member(one["rows"][0], "summary", "Nothing.")
        ),
        ("changes.json", 1, "summary"),
    ),
    (
        "a count of rows in the manifest",
        lambda root: edit_json(
            root, "manifest.json", lambda one: set_member(one["documents"][0], "rows", 31)
        ),
        ("manifest.json", 1, "documents.rows"),
    ),
]


def set_cell(rows: list[list[str]], row: int, column: str) -> None:
    at = rows[0].index(column)
    last = rows[row][at][-1]
    rows[row][at] = rows[row][at][:-1] + ("7" if last != "7" else "8")


def set_member(row: dict[str, Any], name: str, value: object) -> None:
    assert row[name] != value
    row[name] = value


def nudge(row: dict[str, Any], name: str) -> None:
    row[name] *= 1 + 2**-52


@pytest.mark.parametrize(
    ("break_it", "place"), [case[1:] for case in ONE_DIGIT], ids=[case[0] for case in ONE_DIGIT]
)
def test_one_digit_of_one_cell_is_found_although_every_digest_fits(
    tree: Path, break_it: Break, place: tuple[str, int | None, str]
) -> None:
    break_it(tree)
    cover_up(tree)

    verdict = judged(tree)

    assert place in places(verdict.findings)
    assert "files" not in {one.judge for one in verdict.findings}


def test_a_cell_of_parquet_that_one_document_repeats_is_found_from_both_sides(tree: Path) -> None:
    edit_parquet(
        tree, "data/configurations.parquet", lambda rows: set_member(rows[0], "num_gpus", 5)
    )
    cover_up(tree)

    assert any("data/configurations.parquet, row 1" in line for line in lines(tree, "equality"))


def test_one_lie_told_in_every_form_breaks_a_rule_of_the_index(tree: Path) -> None:
    edit_csv(tree, "index.csv", lambda rows: set_named(rows, 1, "avg_running_batch", "99"))
    edit_parquet(
        tree, "data/index.parquet", lambda rows: set_member(rows[0], "avg_running_batch", 99.0)
    )
    row_id = json.loads((tree / "index.json").read_text())["rows"][0]["row_id"]
    page = f"models/{row_id.split('/')[0]}.json"

    def lie(rows: list[dict[str, Any]]) -> None:
        (row,) = (one for one in rows if one["row_id"] == row_id)
        set_member(row, "avg_running_batch", 99)

    edit_json(tree, "index.json", lambda one: lie(one["rows"]))
    edit_json(tree, page, lambda one: lie(one["index"]))
    cover_up(tree)

    verdict = judged(tree)

    assert ("index.json", 1, "avg_running_batch") in places(verdict.findings)
    assert {one.judge for one in verdict.findings} == {"rules of the index"}


def set_named(rows: list[list[str]], row: int, column: str, value: str) -> None:
    rows[row][rows[0].index(column)] = value


IN_A_CELL: list[tuple[str, str, str, str]] = [
    ("a word in a number", "median_itl_ms", "fast", "'fast' is no number in plain digits"),
    ("an exponent", "median_itl_ms", "1.5e1", "'1.5e1' is no number in plain digits"),
    ("a trailing nought", "median_itl_ms", "15.0", "'15.0' is no number in plain digits"),
    ("not a number", "joules_per_output_token", "NaN", "'NaN' is no number in plain digits"),
    ("infinity", "joules_per_output_token", "Infinity", "'Infinity' is no number in plain"),
    ("a thousands comma", "avg_output_tokens", "1,234", "'1,234' is no number in plain digits"),
    ("half a card", "num_gpus", "1.5", "'1.5' is no whole number in plain digits"),
    ("no cards", "num_gpus", "0", "0 is below 1"),
    ("a negative number", "joules_per_output_token", "-0.1", "-0.1 is below 0"),
    ("nothing where something must be", "gpu", "", "empty, and a value is required"),
    ("a slug in capitals", "slug", "Qwen-3-32B", "does not match"),
    ("a model that is not there", "slug", "qwen-9", "'qwen-9' is not in models.csv"),
]


@pytest.mark.parametrize(
    ("column", "value", "said"), [c[1:] for c in IN_A_CELL], ids=[c[0] for c in IN_A_CELL]
)
def test_a_cell_that_cannot_be_is_found_in_its_row(
    tree: Path, column: str, value: str, said: str
) -> None:
    edit_csv(tree, "index.csv", lambda rows: set_named(rows, 8, column, value))
    cover_up(tree)

    found = [one for one in judged(tree, "rows").findings if said in one.what]

    assert ("index.csv", 8, column) in places(tuple(found))


def test_a_primary_key_that_stands_twice_is_found_at_the_second(tree: Path) -> None:
    edit_csv(tree, "index.csv", lambda rows: rows.insert(4, list(rows[2])))
    cover_up(tree)

    found = judged(tree, "rows").findings

    assert [(one.path, one.row) for one in found] == [("index.csv", 4)]
    assert "is the key of row 2 as well" in found[0].what


def test_a_row_too_short_is_found(tree: Path) -> None:
    edit_csv(tree, "models.csv", lambda rows: rows[5].pop())
    cover_up(tree)

    assert "models.csv, row 5: 9 cells, where 10 belong" in lines(tree, "rows")


def swap(rows: list[Any], one: int, other: int) -> None:
    rows[one], rows[other] = rows[other], rows[one]


@pytest.mark.parametrize(
    ("path", "row", "break_it"),
    [
        ("index.json", 4, lambda r: edit_json(r, "index.json", lambda d: swap(d["rows"], 2, 3))),
        (
            "data/grid.parquet",
            None,
            lambda r: edit_parquet(r, "data/grid.parquet", lambda rows: swap(rows, 2, 3)),
        ),
        (A_MODEL, 2, lambda r: edit_json(r, A_MODEL, lambda d: swap(d["configurations"], 0, 1))),
    ],
)
def test_rows_in_another_order_are_found(
    tree: Path, path: str, row: int | None, break_it: Break
) -> None:
    break_it(tree)
    cover_up(tree)

    found = judged(tree, "equality").findings

    assert any(
        path in one.line() and (row is None or one.row == row) and "another order" in one.what
        for one in found
    )


def test_rows_in_another_order_in_every_form_break_a_rule(tree: Path) -> None:
    edit_csv(tree, "index.csv", lambda rows: swap(rows, 1, 2))
    edit_parquet(tree, "data/index.parquet", lambda rows: swap(rows, 0, 1))
    edit_json(tree, "index.json", lambda one: swap(one["rows"], 0, 1))
    cover_up(tree)

    found = judged(tree).findings

    assert ("index.json", 2, "row_id") in places(found)


def swap_columns(rows: list[list[str]]) -> None:
    for row in rows:
        swap(row, 7, 8)


def test_swapped_columns_are_found_with_and_without_their_names(tree: Path) -> None:
    edit_csv(tree, "index.csv", swap_columns)
    cover_up(tree)
    order = "index.csv: the columns stand in another order than described"
    assert order in lines(tree, "rows")

    edit_csv(tree, "index.csv", lambda rows: swap(rows[0], 7, 8))
    cover_up(tree)

    found = judged(tree, "equality").findings
    assert {("index.csv", 1, "num_gpus"), ("index.csv", 1, "max_num_seqs")} <= places(found)


def test_a_row_left_out_of_one_form_is_found(tree: Path) -> None:
    edit_json(tree, A_MODEL, lambda one: one["configurations"].pop(3))
    cover_up(tree)

    assert any("is not in models/" in one.what for one in judged(tree, "equality").findings)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (lambda text: "\N{ZERO WIDTH NO-BREAK SPACE}" + text, "begins with a byte-order mark"),
        (lambda text: text.replace("\n", "\r\n"), "holds a carriage return"),
        (lambda text: text[:-1], "has no line feed at its end"),
        (lambda text: text.replace(",H100,", ',"H100",', 1), "not written as our tables are"),
    ],
    ids=["byte-order mark", "carriage returns", "no end", "needless quotes"],
)
def test_a_csv_file_written_otherwise_is_found(
    tree: Path, content: Callable[[str], str], said: str
) -> None:
    path = tree / "index.csv"
    path.write_bytes(content(path.read_bytes().decode()).encode())
    cover_up(tree)

    assert any(said in one.what for one in judged(tree, "rows").findings)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"num_gpus": 1,', '"num_gpus": 1e0,', "is not in the one form we write"),
        ('"num_gpus": 1,', '"num_gpus":1,', "is not in the one form we write"),
        ('"num_gpus": 1,', '"num_gpus": NaN,', "NaN is no number"),
        ('"num_gpus": 1,', '"num_gpus": 1, "num_gpus": 1,', "stands twice in one object"),
        ('"num_gpus": 1,', '"num_gpus": "1",', "is not of type"),
        ('"boundary": "gpu_only"', '"boundary": "wall"', "was expected"),
        ('"unit": "Wh per', '"unit": "kWh per', "was expected"),
    ],
)
def test_a_json_document_written_or_typed_otherwise_is_found(
    tree: Path, old: str, new: str, said: str
) -> None:
    edit_text(tree, "index.json", old, new)
    cover_up(tree)

    found = judged(tree, "documents").findings

    assert any(one.path == "index.json" and said in one.what for one in found)


def test_the_row_of_an_exponent_in_json_is_told(tree: Path) -> None:
    text = (tree / "index.json").read_text().split("    {\n")
    text[3] = text[3].replace('"num_gpus": ', '"num_gpus": 0.1e1', 1).replace("0.1e11", "0.1e1")
    (tree / "index.json").write_text("    {\n".join(text))

    found = judged(tree, "documents").findings

    assert [(one.path, one.row) for one in found] == [("index.json", 3)]


def test_a_unit_changed_in_the_package_is_found(tree: Path) -> None:
    edit_text(tree, "datapackage.json", '"unit": "J per output token"', '"unit": "kJ per token"')
    cover_up(tree)

    assert any(one.column.endswith("joules_per_output_token") for one in judged(tree).findings)


def test_a_schema_that_was_loosened_is_found(tree: Path) -> None:
    edit_json(tree, "schema/index.schema.json", lambda one: one.update(additionalProperties=True))
    cover_up(tree)

    said = "schema/index.schema.json: is not the schema index that openapi.json repeats"
    assert said in lines(tree)


RENAMED = [
    ("index.json", VERSION, "2026-12-23", "version"),
    ("datapackage.json", f'"version": "{VERSION}', '"version": "2026-12-23', "version"),
    ("datapackage.json", f"{VERSION}T00", "2026-12-23T00", "created"),
    ("datapackage.json", DOI, "10.5281/zenodo.99999902", "id"),
    ("datapackage.json", f'"{CONCEPT}"', '"10.5281/zenodo.99999902"', "conceptDoi"),
    ("manifest.json", DOI, "10.5281/zenodo.99999902", "doi"),
    ("CITATION.cff", f"doi: {DOI}", "doi: 10.5281/zenodo.99999902", "doi"),
    ("CITATION.cff", f"value: {CONCEPT}", "value: 10.5281/zenodo.99999902", "identifiers"),
    ("CITATION.cff", f"date-released: '{VERSION}", "date-released: '2026-12-23", "date-released"),
    ("CITATION.cff", "CC-BY-4.0", "CC0-1.0", "license"),
    ("README.md", DOI, "10.5281/zenodo.99999902", "doi"),
    ("README.md", VERSION, "2026-12-23", "date"),
    ("README.md", "cc-by-4.0", "CC-BY-4.0", "license"),
    ("NOTICE.md", VERSION, "2026-12-23", "date"),
    ("openapi.json", f'"version": "{VERSION}"', '"version": "2026-12-23"', "info.version"),
    ("changes.json", f'      "date": "{VERSION}"', '      "date": "2026-12-23"', "rows.date"),
    ("openapi.json", '"identifier": "CC-BY-4.0"', '"identifier": "CC0-1.0"', "info.license"),
    ("croissant.json", f"Data set, version {VERSION}", "Data set, version 2026-12-23", "date"),
    ("ro-crate-metadata.json", f"(Version {VERSION}", "(Version 2026-12-23", "date"),
    ("ro-crate-metadata.json", CONCEPT, "10.5281/zenodo.99999902", "doi"),
    ("datacite.json", CONCEPT, "10.5281/zenodo.99999902", "doi"),
    ("datacite.json", f"tree/{VERSION}", "tree/2026-12-23", "date"),
    (A_MODEL, '"license": "CC-BY-4.0"', '"license": "CC0-1.0"', "license"),
]


@pytest.mark.parametrize(("path", "old", "new", "member"), RENAMED)
def test_one_file_that_names_another_version_day_doi_or_licence_is_found(
    tree: Path, path: str, old: str, new: str, member: str
) -> None:
    edit_text(tree, path, old, new)
    cover_up(tree)

    assert (path, None, member) in places(judged(tree, "identity", "hub").findings)


def test_a_first_release_that_names_one_before_it_is_found(tree: Path) -> None:
    concept = f'"relatedIdentifier": "{CONCEPT}"'
    edit_text(tree, "datacite.json", concept, concept.replace(CONCEPT, "10.5281/zenodo.99999902"))
    edit_text(tree, "datacite.json", '"IsVersionOf"', '"IsNewVersionOf"')
    cover_up(tree)

    assert ("datacite.json", None, "doi") in places(judged(tree, "identity").findings)


def retype(root: Path) -> None:
    path = root / "data/index.parquet"
    table = pq.ParquetFile(path).read()
    at = table.schema.get_field_index("num_gpus")
    cast = table.column("num_gpus").cast(pa.float64())
    write_parquet(root, "data/index.parquet", table.set_column(at, "num_gpus", cast))


def empty(root: Path) -> None:
    path = root / "data/changes.parquet"
    table = pq.ParquetFile(path).read()
    at = table.schema.get_field_index("figures")
    write_parquet(
        root,
        "data/changes.parquet",
        table.set_column(at, "figures", pa.nulls(table.num_rows)),
    )


@pytest.mark.parametrize(
    ("break_it", "place"),
    [
        (retype, ("data/index.parquet", None, "num_gpus")),
        (empty, ("data/changes.parquet", None, "figures")),
        (
            lambda root: edit_parquet(
                root,
                "data/grid.parquet",
                lambda rows: set_member(rows[2], "gco2e_per_kwh", float("nan")),
            ),
            ("data/grid.parquet", 3, "gco2e_per_kwh"),
        ),
        (
            lambda root: edit_parquet(
                root, "data/grid.parquet", lambda rows: set_member(rows[2], "area", None)
            ),
            ("data/grid.parquet", 3, "area"),
        ),
    ],
    ids=["whole numbers as fractions", "a column of no type", "not a number", "nothing"],
)
def test_a_parquet_file_of_other_types_is_found(
    tree: Path, break_it: Break, place: tuple[str, int | None, str]
) -> None:
    break_it(tree)
    cover_up(tree)

    assert place in places(judged(tree, "rows").findings)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("path: data/grid.parquet", "path: grid.json", "data/grid.parquet is in no config"),
        ("path: data/grid.parquet", "path: data/gone.parquet", "is named and not there"),
        ("split: train", "split: all-rows", "is not the one split train"),
        ("  default: true\n", "", "and the default"),
        ("num_examples: 32", "num_examples: 33", "index, splits"),
        ("dtype: float64", "dtype: float32", "index, features"),
        ("download_size: ", "download_size: 1", "index, download_size"),
        ("- config_name: grid", "- config_name: grid 2", "is no name for one config"),
    ],
)
def test_a_header_that_promises_something_else_is_found(
    tree: Path, old: str, new: str, said: str
) -> None:
    edit_text(tree, "README.md", old, new)

    assert any(said in one.what for one in judged(tree, "hub").findings)


def test_a_number_of_the_card_that_is_no_figure_is_found(tree: Path) -> None:
    (figure,) = (
        one
        for one in json.loads((tree / "figures.json").read_text())["figures"]
        if one["name"] == "span"
    )
    edit_text(tree, "README.md", figure["text"], "12,345x")
    cover_up(tree)

    found = [one.what for one in judged(tree, "figures").findings if one.path == "README.md"]

    assert any("prints 12,345, which is no figure" in what for what in found)


def test_a_figure_that_is_not_its_value_rounded_once_is_found(tree: Path) -> None:
    edit_json(tree, "figures.json", lambda one: set_member(one["figures"][0], "value", 99))
    cover_up(tree)

    assert ("figures.json", 1, "figures.text") in places(judged(tree, "figures").findings)


# What our own judges let pass by design, or say otherwise, a reader of others says in its words.
OTHERS: list[tuple[str, Break, str]] = [
    (
        "frictionless",
        lambda root: edit_csv(root, "index.csv", lambda r: set_named(r, 8, "num_gpus", "x")),
        "index.csv, row 8, num_gpus: type-error",
    ),
    (
        "frictionless",
        lambda root: edit_csv(root, "index.csv", lambda r: set_named(r, 8, "slug", "qwen-9")),
        "index.csv, row 8: foreign-key",
    ),
    (
        "dplib",
        lambda root: edit_text(root, "datapackage.json", '"hash": "sha256:', '"hash": "sha256:?'),
        "datapackage.json: $.resources[0].hash",
    ),
    (
        "dplib",
        lambda root: edit_text(root, "datapackage.json", "profiles/2.0", "profiles/9.9"),
        "datapackage.json: $schema is not https://datapackage.org/profiles/2.0",
    ),
    (
        "cffconvert",
        lambda root: edit_text(root, "CITATION.cff", "type: dataset", "type: datasets"),
        "CITATION.cff: type: 'datasets' is not one of",
    ),
    (
        "cffconvert",
        lambda root: edit_text(root, "CITATION.cff", f"version: '{VERSION}", "version: '1"),
        "CITATION.cff: version is read as",
    ),
    (
        "cffconvert",
        lambda root: edit_text(root, "CITATION.cff", "title:", "title: ["),
        "CITATION.cff: cannot be read",
    ),
    (
        "datasets",
        lambda root: edit_parquet(
            root, "data/grid.parquet", lambda rows: set_member(rows[4], "gco2e_per_kwh", 1.5)
        ),
        "grid.json, row 5, gco2e_per_kwh: ",
    ),
    (
        "datasets",
        lambda root: edit_text(root, "README.md", "num_examples: 32", "num_examples: 33"),
        "data/index.parquet: config 'index' does not load: NonMatchingSplitsSizes",
    ),
]


@pytest.mark.parametrize(("reader", "break_it", "said"), OTHERS)
def test_a_reader_of_others_says_what_is_wrong_in_its_own_words(
    tree: Path, reader: str, break_it: Break, said: str
) -> None:
    break_it(tree)

    assert any(line.startswith(said) for line in lines(tree, reader))
