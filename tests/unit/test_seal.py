import hashlib
import json
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from packager.assemble.seal import (
    TOOL,
    Seal,
    compare,
    maker_of,
    read_seal,
    require_sealed,
    seal,
    seal_document,
    tool_digest,
)
from packager.assemble.tree import files_of
from packager.domain.errors import ConfigError, IntegrityError
from packager.domain.release import Identity
from tests.fakes.trees import MAKER, VERSION, tree

IDENTITY = Identity(VERSION, "10.5072/zenodo.10", "10.5072/zenodo.9")


@pytest.fixture
def sealed(tmp_path: Path) -> Seal:
    return seal(tree(tmp_path / "t"), IDENTITY, bundle=tmp_path / "b.zip", maker=MAKER)


@pytest.fixture
def parts(tmp_path: Path) -> dict[str, Path]:
    (tmp_path / "tool" / "packager" / "card").mkdir(parents=True)
    (tmp_path / "tool" / "packager" / "card" / "a.py").write_text("a = 1\n")
    (tmp_path / "tool" / "dataset_card").mkdir()
    (tmp_path / "tool" / "dataset_card" / "README.md.j2").write_text("hello\r\n")
    (tmp_path / "tool" / "CITATION.cff").write_text("title: x\n")
    (tmp_path / "tool" / "requirements.lock").write_text("a==1\n")
    return {name: tmp_path / "tool" / name for name in TOOL}


def test_a_seal_read_back_is_the_seal(sealed: Seal) -> None:
    content = seal_document(sealed)

    assert read_seal(content, "seal.json") == sealed
    assert content.endswith(b"}\n")
    assert json.loads(content)["files"][0]["path"] == "README.md"
    assert sealed.identity == IDENTITY


def test_a_seal_names_every_file_and_the_archive(sealed: Seal, tmp_path: Path) -> None:
    assert sealed.files == files_of(tmp_path / "t")
    content = (tmp_path / "b.zip").read_bytes()
    assert sealed.archive.sha256 == hashlib.sha256(content).hexdigest()


def test_files_that_differ_are_named(sealed: Seal, tmp_path: Path) -> None:
    (tmp_path / "t" / "README.md").unlink()
    (tmp_path / "t" / "more.md").write_text("")
    (tmp_path / "t" / "rain.csv").write_text("")

    found = compare(sealed, files_of(tmp_path / "t"))

    assert (found.missing, found.extra, found.changed) == (
        *(("README.md",), ("more.md",), ("rain.csv",)),
    )
    with pytest.raises(IntegrityError, match=r"missing: README\.md") as error:
        require_sealed(sealed, files_of(tmp_path / "t"), where="t", mend="take it back")
    assert error.value.exit_code == 5


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"lock"', '"look"', "unknown"),
        ('"version": "2026-11-30"', '"version": "2026-11-31"', "not a version"),
        ('"path": "rain.csv"', '"path": "../rain.csv"', "leads out"),
        ('"path": "rain.csv"', '"path": "RAIN.csv"', "canonical"),
        ('"bytes": 7', '"bytes": "7"', "number"),
        ('"bytes": 7', '"bytes": -7', "number"),
        ('"bytes": 7', '"bytes": true', "number"),
        ('"doi": "', '"doi":  "', "canonical"),
        ('"pyarrow": "26.0.1"', '"pyarrow": 26', "text"),
        ('"files": [', '"files": [1,', "not a JSON object"),
        ("abab", "ABAB", "digest"),
        ("{", "{ ", "canonical"),
        ("}\n", "", "broken JSON"),
        ('"archive": {', '"archive": [], "x": {', "unknown"),
    ],
)
def test_a_seal_that_is_not_quite_one_is_refused(
    sealed: Seal, old: str, new: str, said: str
) -> None:
    text = seal_document(sealed).decode()
    assert old in text

    with pytest.raises(IntegrityError, match=said):
        read_seal(text.replace(old, new, 1).encode(), "seal.json")


def test_files_out_of_order_are_refused(sealed: Seal) -> None:
    turned = replace(sealed, files=sealed.files[::-1])

    with pytest.raises(IntegrityError, match="canonical"):
        read_seal(seal_document(turned), "seal.json")


def test_the_tool_digest_is_that_of_sha256sum_over_its_files(parts: dict[str, Path]) -> None:
    root = parts["packager"].parent
    names = [
        *("CITATION.cff", "dataset_card/README.md.j2", "packager/card/a.py", "requirements.lock"),
    ]
    lines = subprocess.check_output([str(shutil.which("sha256sum")), *names], cwd=root, text=True)

    ordered = "".join(sorted(lines.splitlines(keepends=True)))
    assert tool_digest(parts) == hashlib.sha256(ordered.encode()).hexdigest()


def test_the_tool_digest_does_not_know_where_the_tool_lies(
    parts: dict[str, Path], tmp_path: Path
) -> None:
    before = tool_digest(parts)
    for name, path in parts.items():
        (tmp_path / f"moved-{name}").mkdir()
        parts[name] = path.rename(tmp_path / f"moved-{name}" / "elsewhere")

    assert tool_digest(parts) == before


def test_what_a_run_leaves_behind_is_not_the_tool(parts: dict[str, Path]) -> None:
    before = tool_digest(parts)
    (parts["packager"] / "__pycache__").mkdir()
    (parts["packager"] / "__pycache__" / "a.cpython-311.pyc").write_bytes(b"x")
    (parts["packager"] / "card" / "a.pyc").write_bytes(b"x")
    (parts["packager"] / ".DS_Store").write_bytes(b"x")

    assert tool_digest(parts) == before


@pytest.mark.parametrize("change", ["content", "line ends", "name", "new file"])
def test_any_change_of_the_tool_changes_its_digest(parts: dict[str, Path], change: str) -> None:
    before = tool_digest(parts)
    path = parts["packager"] / "card" / "a.py"
    match change:
        case "content":
            path.write_text("a = 2\n")
        case "line ends":
            path.write_bytes(b"a = 1\r\n")
        case "name":
            path.rename(path.with_name("b.py"))
        case "new file":
            (parts["dataset_card"] / "names.txt").write_text("")

    assert tool_digest(parts) != before


def test_a_tool_that_is_not_all_there_seals_nothing(parts: dict[str, Path]) -> None:
    parts["CITATION.cff"].unlink()

    with pytest.raises(ConfigError, match=r"no CITATION\.cff"):
        tool_digest(parts)


def test_the_maker_names_the_lock(parts: dict[str, Path]) -> None:
    maker = maker_of(parts, {"pyarrow": "26.0.1"})

    assert maker.lock == hashlib.sha256(b"a==1\n").hexdigest()
    assert maker.tool == tool_digest(parts)
