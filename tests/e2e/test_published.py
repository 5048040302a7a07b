"""A sealed release read back is the release that was made: its documents lose nothing."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from packager.assemble.build import read_settings
from packager.assemble.pinned import choose
from packager.domain.errors import IntegrityError
from packager.domain.strict import parse_json
from packager.green_tokens.data_tables import data_tables, hardware_tables
from packager.green_tokens.documents.data import index_of
from packager.green_tokens.index import Index
from packager.green_tokens.published import read_published
from packager.green_tokens.read import read_index

ROOT = Path(__file__).resolve().parents[2]
SETTINGS = read_settings(ROOT / "dataset_card")
SEALED = sorted((ROOT / "releases").glob("*/tree"))


def documents_of(tree: Path) -> dict[str, object]:
    return {
        path.relative_to(tree).as_posix(): parse_json(path.read_text("utf-8"), where=path.name)
        for path in tree.rglob("*.json")
    }


def printed_hardware(index: Index) -> list[object]:
    """The tables as printed: fractions of a part are rounded where they are written."""
    tables = (*data_tables(index).values(), *hardware_tables(index).values())
    return [(table.name, table.records()) for table in tables]


@pytest.mark.parametrize("tree", SEALED, ids=lambda tree: tree.parent.name)
def test_the_documents_of_a_release_hold_all_that_its_pinned_sources_gave_it(tree: Path) -> None:
    inputs = json.loads((tree.parent / "inputs.json").read_text("utf-8"))
    wanted = {one["source"]: one["vintage"] for one in inputs["sources"]}
    snapshot = choose(ROOT / "releases" / "sources", wanted, wanted)

    material = read_published(documents_of(tree), SETTINGS)

    read, made = index_of(material), read_index(snapshot, SETTINGS)
    assert replace(read, hardware=made.hardware) == made
    assert printed_hardware(read) == printed_hardware(made)
    ledger = {row.id: row for pinned in snapshot.values() for row in pinned.ledger}
    assert {row.id: row for row in material.sources} == ledger
    assert material.identity.version == tree.parent.name
    assert material.changes[0].version == tree.parent.name


@pytest.mark.parametrize(
    ("path", "member"), [("grid.json", "year"), ("index.json", "rows"), ("manifest.json", "doi")]
)
def test_a_document_that_lacks_a_member_is_named_and_nothing_is_guessed(
    path: str, member: str
) -> None:
    documents = documents_of(SEALED[-1])
    document = documents[path]
    assert isinstance(document, dict)
    del document[member]

    with pytest.raises(IntegrityError, match=member):
        read_published(documents, SETTINGS)
