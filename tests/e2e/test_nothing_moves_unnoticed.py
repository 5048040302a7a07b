"""What differs from the release before is explained, or nothing is sealed."""

import html
import io
import json
import shutil
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from packager.cli.project import Project, wanted_vintages
from packager.cli.sealing import cut
from packager.cli.world import World
from packager.config import read_config
from packager.domain.errors import PackagerError
from packager.domain.recipe import Document, Material
from packager.domain.table import Table
from packager.green_tokens.recipe import RECIPE
from tests.fakes.projects import FakeProject, contents, new_project

FIRST, SECOND = "2026-11-30", "2026-12-01"


@pytest.fixture(scope="module")
def sealed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project whose first release is of the older vintages; each test takes a copy."""
    project = new_project(tmp_path_factory.mktemp("sealed") / "project")
    older = ("--source", "ml-energy=2026-01-01", "--source", "ember=2026-01")
    assert project.call("cut", FIRST, *older).code == 0
    return project.root


@pytest.fixture
def project(sealed: Path, tmp_path: Path) -> FakeProject:
    shutil.copytree(sealed, tmp_path / "project")
    return FakeProject(tmp_path / "project")


OLDER = ("--source", "ml-energy=2026-01-01", "--source", "ember=2026-01")


def change_setting(project: FakeProject, old: str, new: str) -> None:
    path = project.root / "dataset_card" / "settings.toml"
    before = path.read_text()
    assert old in before
    path.write_text(before.replace(old, new))


def write_fragment(project: FakeProject, kind: str, *documents: str) -> Path:
    path = project.releases / "next" / "why.toml"
    path.parent.mkdir(exist_ok=True)
    lines = [f'kind = "{kind}"', 'summary = "Said better."', 'reason = "It was wrong."']
    if documents:
        lines.append(f"documents = {json.dumps(documents)}")
    path.write_text("\n".join(lines) + "\n")
    return path


def entry(project: FakeProject) -> dict[str, object]:
    changes = json.loads((project.releases / SECOND / "tree" / "changes.json").read_bytes())
    newest: dict[str, object] = changes["rows"][0]
    return newest


def test_a_figure_that_moved_though_no_source_did_stops_the_cut(project: FakeProject) -> None:
    change_setting(project, "epoch_tokens = { value = 500", "epoch_tokens = { value = 600")
    before = contents(project.releases)

    said = project.call("cut", SECOND, *OLDER)

    assert said.code == 1
    assert "epoch_tokens 500 → 600 moved, though no source did" in said.err
    assert "correction" in said.err
    assert contents(project.releases) == before


def test_a_correction_explains_a_figure_and_its_entry_names_it(project: FakeProject) -> None:
    change_setting(project, "epoch_tokens = { value = 500", "epoch_tokens = { value = 600")
    fragment = write_fragment(project, "correction")

    assert project.call("cut", SECOND, *OLDER).code == 0

    told = entry(project)
    assert (told["kind"], told["figures"], told["documents"]) == (
        "correction",
        ["epoch_tokens"],
        [],
    )
    assert not fragment.exists()


def test_a_document_that_nobody_accounts_for_stops_the_cut(project: FakeProject) -> None:
    change_setting(project, "grid_year = 2024", "grid_year = 2023")
    write_fragment(project, "correction")
    before = contents(project.releases)

    said = project.call("cut", SECOND, *OLDER)

    assert said.code == 1
    assert "grid.json changed, and neither a source nor a fragment accounts for it" in said.err
    assert contents(project.releases) == before


def test_a_document_that_a_person_names_is_accounted_for(project: FakeProject) -> None:
    change_setting(project, "grid_year = 2024", "grid_year = 2023")
    write_fragment(project, "correction", "grid.json")

    said = project.call("cut", SECOND, *OLDER)

    assert said.code == 0, said.err
    assert entry(project)["documents"] == ["grid.json"]


def test_a_document_that_is_named_and_did_not_change_stops_the_cut(project: FakeProject) -> None:
    write_fragment(project, "description", "index.csv")

    said = project.call("cut", SECOND, *OLDER)

    assert said.code == 1
    assert "index.csv is named in a fragment, and did not change" in said.err


def test_a_source_accounts_for_what_is_made_from_it_alone(project: FakeProject) -> None:
    change_setting(project, "grid_year = 2024", "grid_year = 2023")

    said = project.call("cut", SECOND, "--source", "ml-energy=2026-02-16", *OLDER[2:])

    assert said.code == 1
    assert "grid.json changed" in said.err
    assert "models/" not in said.err


def test_a_new_vintage_explains_its_documents_and_the_figures_that_moved(
    project: FakeProject,
) -> None:
    said = project.call("cut", SECOND, *OLDER[:2], "--source", "ember=2026-04")

    assert said.code == 0, said.err
    told = entry(project)
    assert told["documents"] == ["grid.json"]
    figures = told["figures"]
    assert isinstance(figures, list)
    assert {"areas", "carbon/WORLD/g CO2e per kWh"} <= set(figures)
    assert not [name for name in figures if name.startswith(("change_", "files/changes"))]


def test_parallel_degrees_move_no_figure(project: FakeProject) -> None:
    said = project.call("cut", SECOND, "--source", "ml-energy=2026-02-16", *OLDER[2:])

    assert said.code == 0, said.err
    assert entry(project)["figures"] == []


def test_a_draft_says_what_must_be_explained_and_is_cut_once_a_person_says_why(
    project: FakeProject,
) -> None:
    change_setting(project, "grid_year = 2024", "grid_year = 2023")
    draft = project.releases / "next" / "draft.toml"

    assert project.call("draft", *OLDER).code == 0

    text = draft.read_text()
    assert 'kind = "correction"' in text
    assert 'documents = ["grid.json"]' in text
    assert "carbon/WORLD/g CO2e per kWh" in text
    unsaid = project.call("cut", SECOND, *OLDER)
    assert unsaid.code == 1
    assert "draft.toml, summary" in unsaid.err
    draft.write_text(
        text.replace('summary = ""', 'summary = "x"').replace('reason = ""', 'reason = "y"')
    )
    said = project.call("cut", SECOND, *OLDER)
    assert said.code == 0, said.err
    assert entry(project)["documents"] == ["grid.json"]


def test_a_draft_is_never_written_over_and_none_is_written_for_nothing(
    project: FakeProject,
) -> None:
    nothing = project.call("draft", *OLDER)
    assert (nothing.code, nothing.out) == (0, f"nothing differs from {FIRST}\n")
    assert not (project.releases / "next").exists()
    fragment = write_fragment(project, "description").rename(
        project.releases / "next" / "draft.toml"
    )
    before = fragment.read_bytes()

    said = project.call("draft")

    assert said.code == 1
    assert "a draft is there already" in said.err
    assert fragment.read_bytes() == before


def test_a_fragment_that_was_used_is_neither_used_again_nor_lost(project: FakeProject) -> None:
    fragment = write_fragment(project, "description")
    words = fragment.read_bytes()
    assert project.call("cut", SECOND, *OLDER).code == 0
    fragment.write_bytes(words)

    said = project.call("cut", f"{SECOND}.1", *OLDER)

    assert said.code == 1
    assert "why.toml" in said.err
    assert "part of the release before already" in said.err
    assert fragment.read_bytes() == words


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ('"Said better."', '"  "', "why.toml, summary"),
        ('"It was wrong."', '"""Two\nlines."""', "why.toml, reason"),
        ('"It was wrong."', "7", "why.toml, reason"),
        ('"correction"', '"whim"', "'whim' is no kind"),
        ("reason =", "because =", "unknown or missing: because, reason"),
        ("summary =", 'documents = "index.csv"\nsummary =', "documents is no list of paths"),
    ],
)
def test_a_fragment_says_its_words_in_one_line_each_or_nothing_is_sealed(
    project: FakeProject, old: str, new: str, what: str
) -> None:
    fragment = write_fragment(project, "correction")
    fragment.write_text(fragment.read_text().replace(old, new))
    before = contents(project.releases)

    said = project.call("cut", SECOND, *OLDER)

    assert said.code == 1
    assert what in said.err
    assert contents(project.releases) == before


HOSTILE = (
    "<script>alert(1)</script> [x](javascript:y) | `code` {{ name }} ![a](https://t.example/p.png)"
)


def test_the_words_of_a_fragment_are_text_on_every_page(project: FakeProject) -> None:
    write_fragment(project, "description")
    fragment = project.releases / "next" / "why.toml"
    fragment.write_text(fragment.read_text().replace("Said better.", HOSTILE))

    said = project.call("build", SECOND, *OLDER)

    assert said.code == 0, said.err
    tree = project.root / "dist" / SECOND
    assert json.loads((tree / "changes.json").read_bytes())["rows"][0]["summary"] == HOSTILE
    for page in ("README.md", "NOTICE.md"):
        text = (tree / page).read_text(encoding="utf-8").rpartition("## Latest change")[2]
        shown = MarkdownIt("commonmark", {"html": True}).render(text.partition("\n#")[0])
        assert shown.startswith(f"<p>{html.escape(HOSTILE, quote=False)}")
    assert html.escape(HOSTILE, quote=False) in (tree / "description.html").read_text()


def with_grid(project: FakeProject, change: Callable[[Table], Table]) -> Project:
    """The project with a tool whose table of areas has another shape."""

    def documents(material: Material) -> Sequence[Document]:
        return [
            replace(one, content=change(one.table), table=change(one.table))
            if one.path == "data/grid.parquet" and one.table
            else one
            for one in RECIPE.documents(material)
        ]

    return Project(read_config(project.root, None), replace(RECIPE, documents=documents))


def without_area(table: Table) -> Table:
    at = table.schema.names.index("area")
    fields = tuple(one for one in table.schema.fields if one.name != "area")
    rows = tuple(row[:at] + row[at + 1 :] for row in table.rows)
    return replace(table, schema=replace(table.schema, fields=fields), rows=rows)


def in_other_units(table: Table) -> Table:
    fields = tuple(
        replace(one, unit="kgCO2e/kWh") if one.name == "gco2e_per_kwh" else one
        for one in table.schema.fields
    )
    return replace(table, schema=replace(table.schema, fields=fields))


def stopped(project: FakeProject, change: Callable[[Table], Table]) -> PackagerError:
    """Why a cut of the changed tool stops."""
    world = World(date(2001, 1, 1), {}, project.root, io.StringIO(), io.StringIO())
    older = wanted_vintages([word for word in OLDER if word != "--source"])
    with pytest.raises(PackagerError) as error:
        cut(with_grid(project, change), SECOND, older, world)
    return error.value


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (without_area, "data/grid.area: column gone"),
        (in_other_units, "data/grid.gco2e_per_kwh: re-united (g CO2e per kWh → kgCO2e/kWh)"),
    ],
)
def test_a_column_that_breaks_its_readers_stops_the_cut_unless_somebody_calls_it_breaking(
    project: FakeProject, change: Callable[[Table], Table], said: str
) -> None:
    write_fragment(project, "description")
    before = contents(project.releases)

    error = stopped(project, change)

    assert f"{said} breaks what reads the data" in error.what
    assert '"breaking"' in error.mend
    assert contents(project.releases) == before
