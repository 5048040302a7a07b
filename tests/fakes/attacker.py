"""Somebody who changes a tree and then makes every digest, size and count in it fit again."""

import csv
import hashlib
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import yaml

Edit = Callable[[Any], Any]


def edit_text(root: Path, path: str, old: str, new: str) -> None:
    """Replace the first place of a text that must be there."""
    text = (root / path).read_bytes().decode()
    assert old in text, (path, old)
    (root / path).write_bytes(text.replace(old, new, 1).encode())


def edit_json(root: Path, path: str, edit: Edit) -> None:
    """Change a JSON document in place; numbers keep their digits."""
    text = (root / path).read_text(encoding="utf-8")
    numbers: dict[str, str] = {}

    def keep(digits: str) -> str:
        numbers[f"\0{len(numbers)}\0"] = digits
        return f"\0{len(numbers) - 1}\0"

    document = json.loads(text, parse_float=keep)
    edit(document)
    written = json.dumps(document, indent=2, ensure_ascii=False)
    for mark, digits in numbers.items():
        written = written.replace(json.dumps(mark), digits)
    (root / path).write_text(written + "\n", encoding="utf-8")


def edit_csv(root: Path, path: str, edit: Edit) -> None:
    """Change rows of a CSV file in place, the header first among them."""
    rows = list(csv.reader(io.StringIO((root / path).read_bytes().decode(), newline="")))
    edit(rows)
    out = io.StringIO(newline="")
    csv.writer(out, lineterminator="\n").writerows(rows)
    (root / path).write_bytes(out.getvalue().encode())


def edit_parquet(root: Path, path: str, edit: Edit) -> None:
    """Change rows of a Parquet file, as a list of mappings; types stay."""
    table = pq.ParquetFile(root / path).read()
    rows = table.to_pylist()
    edit(rows)
    write_parquet(root, path, pa.Table.from_pylist(rows, schema=table.schema))


def write_parquet(root: Path, path: str, table: pa.Table) -> None:
    pq.write_table(table, root / path, compression="snappy", store_schema=False)


def cover_up(root: Path) -> None:
    """Sizes, digests and counts as an attacker would set them: everything fits the files."""
    package = json.loads((root / "datapackage.json").read_text(encoding="utf-8"))
    for one in package["resources"]:
        content = (root / one["path"]).read_bytes()
        one["bytes"], one["hash"] = len(content), f"sha256:{sha256(content)}"
    written = json.dumps(package, indent=2, ensure_ascii=False) + "\n"
    (root / "datapackage.json").write_text(written, encoding="utf-8")
    cover_list(root, "croissant.json", "distribution", " B")
    cover_header(root)
    cover_list(root, "ro-crate-metadata.json", "@graph", "")
    cover_sums(root)


def cover_list(root: Path, path: str, member: str, unit: str) -> None:
    """Sizes and digests in a description of the files by linked data."""
    if not (root / path).is_file():
        return
    document = json.loads((root / path).read_text(encoding="utf-8"))
    for one in document[member]:
        if "sha256" in one and (root / one["@id"]).is_file():
            content = (root / one["@id"]).read_bytes()
            one["sha256"], one["contentSize"] = sha256(content), f"{len(content)}{unit}"
    written = json.dumps(document, indent=2, ensure_ascii=False) + "\n"
    (root / path).write_text(written, encoding="utf-8")


def cover_header(root: Path) -> None:
    """The Hub's header of the card, as the Parquet files are now."""
    _, header, body = (root / "README.md").read_text(encoding="utf-8").split("---\n", 2)
    said = yaml.safe_load(header)
    for info in said["dataset_info"]:
        path = root / f"data/{info['config_name']}.parquet"
        table = pq.ParquetFile(path).read()
        info["features"] = [
            {"name": one.name, "dtype": str(one.type).replace("double", "float64")}
            for one in table.schema
        ]
        info["splits"][0]["num_bytes"] = info["dataset_size"] = table.nbytes
        info["splits"][0]["num_examples"] = table.num_rows
        info["download_size"] = path.stat().st_size
    dumped = yaml.safe_dump(said, sort_keys=False, allow_unicode=True, width=10_000)
    (root / "README.md").write_text(f"---\n{dumped}---\n{body}", encoding="utf-8")


def cover_sums(root: Path) -> None:
    """SHA256SUMS over every file there is."""
    paths = sorted(p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file())
    lines = [f"{sha256((root / p).read_bytes())}  {p}\n" for p in paths if p != "SHA256SUMS"]
    (root / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")


def sha256(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
