"""`packager pages`: the whole site of this repository's releases, as a person gets it."""

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape
from itertools import combinations
from pathlib import Path
from urllib.parse import unquote, urljoin, urlsplit

import pytest

from packager.cli.project import Project
from packager.config import read_config
from packager.green_tokens.recipe import RECIPE
from packager.publish.ledger import Ledger
from tests.fakes.projects import PARTS, ROOT, FakeProject, contents, copy

VERSIONS = [
    one["version"] for one in json.loads((ROOT / "releases/index.json").read_text())["versions"]
]
NEWEST = VERSIONS[0]
PAIR = "compare/qwen-3-30b-a3b-instruct-vs-qwen-3-32b"


def copied(root: Path) -> FakeProject:
    """This repository with its releases."""
    for part in (*PARTS, "releases"):
        copy(ROOT / part, root / part)
    return FakeProject(root)


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> FakeProject:
    project = copied(tmp_path_factory.mktemp("pages") / "project")
    said = project.call("pages")
    assert (said.code, said.out.strip()) == (0, str(project.root / "dist" / "site")), said.err
    return project


@pytest.fixture(scope="module")
def site(project: FakeProject) -> Path:
    return project.root / "dist" / "site"


def pages_in(site: Path) -> Iterator[Path]:
    for path in sorted(site.rglob("*.html")):
        if "api" not in path.relative_to(site).parts and path.name != "difference.html":
            yield path


def figures(site: Path) -> list[dict[str, object]]:
    book: dict[str, list[dict[str, object]]] = json.loads(
        (site / "figures.json").read_text("utf-8")
    )
    return book["figures"]


def test_there_is_a_page_for_each_model_and_for_each_pair_that_shares_a_gpu(site: Path) -> None:
    gpus: dict[str, set[str]] = {}
    for row in json.loads((site / "api/v1/index.json").read_text("utf-8"))["rows"]:
        gpus.setdefault(row["slug"], set()).add(row["gpu"])
    pairs = {f"{a}-vs-{b}" for a, b in combinations(sorted(gpus), 2) if gpus[a] & gpus[b]}

    # 18 models; 16 rows on each GPU and 14 models on both: 2 x 120 - 91 pairs.
    assert len(pairs) == 149
    assert {path.name for path in (site / "compare").iterdir() if path.is_dir()} == pairs
    assert {path.name for path in (site / "models").iterdir() if path.is_dir()} == set(gpus)
    assert len(gpus) == 18


def test_a_pair_says_what_follows_from_the_published_rows(site: Path) -> None:
    markdown = " ".join((site / PAIR / "index.md").read_text("utf-8").split())

    # 24.69 and 63.47 Wh/M on H100; 15.67 and 39.05 on B200, the latter 39.0503 exact.
    assert "takes 24.7 Wh/M (2 cards, running batch 1018.8)" in markdown
    assert "takes 63.5 Wh/M (2 cards, running batch 255.6)" in markdown
    assert "takes 39.1 Wh/M (1 card, running batch 383.3)" in markdown
    assert "the second takes 2.57× what the first takes" in markdown
    assert "× less" not in markdown


def test_every_link_inside_the_site_leads_to_a_file(site: Path) -> None:
    broken = set()
    for path in pages_in(site):
        base = "/" + path.relative_to(site).as_posix()
        for to in re.findall(r'(?:href|src)="([^"#][^"]*)"', path.read_text("utf-8")):
            if to.startswith(("https:", "mailto:")):
                continue
            place = unquote(urlsplit(urljoin(base, unescape(to))).path)[1:]
            target = (
                site / place / "index.html" if place.endswith("/") or not place else site / place
            )
            if not target.is_file():
                broken.add(f"/{place}")

    assert broken == set()


def test_no_page_asks_anything_of_anybody_else(site: Path) -> None:
    for path in pages_in(site):
        text = path.read_text("utf-8")
        loaded = re.findall(
            r'<(?:script|img|link|iframe|source)\b[^>]*?(?:src|href)="([^"]*)"', text
        )
        others = [one for one in loaded if one.startswith(("http", "//"))]
        canonical = re.findall(r'<link rel="canonical" href="([^"]*)"', text)
        assert others == canonical, path


def test_a_page_with_all_it_needs_is_small(site: Path) -> None:
    shared = sum(
        path.stat().st_size for pattern in ("*.css", "*.js") for path in site.glob(pattern)
    )
    large = {
        path.relative_to(site).as_posix(): path.stat().st_size + shared
        for path in pages_in(site)
        if path.stat().st_size + shared > 60_000
    }

    assert large == {}


def test_the_site_and_the_release_give_one_number_to_one_name(site: Path) -> None:
    release = json.loads((site / "api/v1/figures.json").read_text("utf-8"))["figures"]
    known = {one["name"]: (one["text"], one["value"]) for one in release}
    shared = [one for one in figures(site) if one["name"] in known]

    assert len(shared) > 40
    assert all(known[str(one["name"])] == (one["text"], one["value"]) for one in shared)


def test_every_figure_stands_on_its_pages_in_both_forms(site: Path) -> None:
    texts: dict[str, str] = {}
    for one in figures(site):
        for path in one["printed_in"]:  # type: ignore[attr-defined]  # JSON of a list of paths
            if path.endswith(".svg"):
                continue
            for form in (path, path.removesuffix("md") + "html"):
                if form not in texts:
                    texts[form] = unescape((site / form).read_text("utf-8"))
                assert str(one["text"]) in texts[form], (one["name"], form)


def test_what_a_page_claims_in_json_is_what_it_says(site: Path) -> None:
    text = (site / PAIR / "index.html").read_text("utf-8")
    (script,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
    graph = {one["@type"]: one for one in json.loads(script)["@graph"]}

    assert set(graph) == {"BreadcrumbList", "Dataset", "FAQPage"}
    assert [step["name"] for step in graph["BreadcrumbList"]["itemListElement"]] == [
        *("Home", "Compare", "Qwen 3 30B A3B Instruct against Qwen 3 32B"),
    ]
    assert graph["Dataset"]["version"] == NEWEST
    spoken = unescape(re.sub(r"<[^>]*>", "", text.partition("<main")[2]))
    for question in graph["FAQPage"]["mainEntity"]:
        said = question["acceptedAnswer"]["text"]
        assert said in " ".join(spoken.split())
        assert len(said) > 20
    for one in graph["Dataset"]["distribution"]:
        assert (site / one["contentUrl"].removeprefix("https://leadgreen.ai/")).is_file()


def test_a_canonical_address_is_the_one_of_the_sitemap(site: Path) -> None:
    listed = set(re.findall(r"<loc>(.*?)</loc>", (site / "sitemap.xml").read_text("utf-8")))
    canonical = {
        one
        for path in pages_in(site)
        if path.name == "index.html"
        for one in re.findall(r'rel="canonical" href="([^"]*)"', path.read_text("utf-8"))
    }

    assert canonical == listed
    assert f"https://leadgreen.ai/{PAIR}/" in listed


def test_the_api_is_the_newest_tree_and_every_frozen_one(site: Path, project: FakeProject) -> None:
    newest = contents(project.releases / NEWEST / "tree")

    assert all((site / "api/v1" / path).read_bytes() == own for path, own in newest.items())
    for version in VERSIONS:
        frozen = contents(site / "api/v1/releases" / version)
        assert frozen == contents(project.releases / version / "tree")
    assert (site / "releases/index.json").read_bytes() == (
        project.releases / "index.json"
    ).read_bytes()


def test_written_again_elsewhere_the_site_is_the_same_to_the_byte(
    project: FakeProject, site: Path, tmp_path: Path
) -> None:
    said = project.call("pages", NEWEST, "--out", str(tmp_path / "again"), "--json")

    assert contents(tmp_path / "again") == contents(site)
    told = json.loads(said.out)
    assert told["version"] == NEWEST
    assert told["figures"] == len(figures(site))
    assert told["pages"] == len(list(pages_in(site)))


def test_a_run_that_is_cut_short_leaves_the_old_site(tmp_path: Path) -> None:
    project = copied(tmp_path / "project")
    template = project.root / "dataset_card" / "site" / "compare.md.j2"
    place = project.root / "dist" / "site"
    place.mkdir(parents=True)
    (place / "figures.json").write_text("old")
    template.write_text(template.read_text("utf-8") + "It is 5 long.\n")

    said = project.call("pages")

    assert (said.code, "typed: 5" in said.err) == (1, True)
    assert contents(place) == {"figures.json": b"old"}
    assert [path.name for path in place.parent.iterdir()] == ["site"]


def test_a_folder_with_something_else_in_it_is_left_alone(
    project: FakeProject, tmp_path: Path
) -> None:
    (tmp_path / "thesis.txt").write_text("mine")

    said = project.call("pages", "--out", str(tmp_path))

    assert said.code == 1
    assert "something that is no site" in said.err
    assert contents(tmp_path) == {"thesis.txt": b"mine"}


def test_what_was_said_of_a_release_stands_on_top_of_every_page(tmp_path: Path) -> None:
    project = copied(tmp_path / "project")
    settings = project.root / "pyproject.toml"
    settings.write_text(re.sub(r'(?m)^site = ".*"$', "", settings.read_text("utf-8")))
    prose = project.root / "dataset_card" / "settings.toml"
    prose.write_text(
        prose.read_text("utf-8").replace("[index]\n", '[index]\ncompare = ["deepseek-v3-1"]\n')
    )
    inside = Project(read_config(project.root, None), RECIPE)
    ledger = Ledger(inside.config.releases)
    ledger.add_notice("erratum", NEWEST, "The areas of <b>two</b> rows are mixed up.")
    ledger.add_notice("withdraw", NEWEST, "A source took its data back.")

    said = project.call("pages")
    site = project.root / "dist" / "site"

    assert f"{NEWEST}: withdraw: A source took its data back." in said.err
    compared = [path.name for path in (site / "compare").iterdir() if path.is_dir()]
    # DeepSeek V3.1 has a row on B200 alone, where 15 other models have one.
    assert len(compared) == 15
    for path in pages_in(site):
        above = path.read_text("utf-8").partition("<h1>")[0]
        assert f"Release {NEWEST} was withdrawn; do not use it." in above
        assert "The areas of &lt;b&gt;two&lt;/b&gt; rows are mixed up." in above
        assert "canonical" not in above
    assert not (site / "sitemap.xml").exists()
    assert "Sitemap" not in (site / "robots.txt").read_text("utf-8")


def test_a_tree_that_is_not_what_was_sealed_makes_no_site(tmp_path: Path) -> None:
    project = copied(tmp_path / "project")
    (project.releases / VERSIONS[-1] / "tree" / "index.csv").write_text("other")

    said = project.call("pages")

    assert said.code == 5
    assert "changed: index.csv" in said.err
    assert not (project.root / "dist").exists()


def test_without_a_sealed_release_there_is_nothing_to_show(tmp_path: Path) -> None:
    project = FakeProject(tmp_path / "project")
    for part in PARTS:
        copy(ROOT / part, project.root / part)

    said = project.call("pages")

    assert (said.code, "no release is sealed yet" in said.err) == (4, True)
    assert project.call("pages", "2026-12-02").code == 4


def half_up(value: Fraction, places: int) -> Fraction:
    return Fraction(int(value * 10**places + Fraction(1, 2)), 10**places)


def rows_of(path: Path, member: str) -> list[dict[str, str]]:
    """Rows of a document of the API, their numbers as the digits that are written."""
    rows: list[dict[str, str]] = json.loads(path.read_text("utf-8"), parse_float=str)[member]
    return rows


@pytest.fixture(scope="module")
def measured(site: Path) -> dict[str, tuple[Fraction, Fraction]]:
    """Joules per output token, and tokens of an answer, by row id."""
    return {
        one["row_id"]: (
            Fraction(one["joules_per_output_token"]),
            Fraction(one["avg_output_tokens"]),
        )
        for path in (site / "api/v1/models").glob("*.json")
        for one in rows_of(path, "configurations")
    }


def test_what_a_grid_page_prints_follows_from_joules_and_the_intensity_of_its_area(
    site: Path, measured: dict[str, tuple[Fraction, Fraction]]
) -> None:
    printed = {str(one["name"]): str(one["text"]) for one in figures(site)}
    found, wanted = [], []
    for area in rows_of(site / "api/v1/grid.json", "rows"):
        for row in rows_of(site / "api/v1/index.json", "rows"):
            joules, tokens = measured[row["row_id"]]
            grams_per_joule = Fraction(area["gco2e_per_kwh"]) / 3_600_000
            page = f"grids/{area['area_code'].lower()}/rows/{row['slug']}/{row['gpu']}"
            found.append(Fraction(printed[f"{page}/kg CO2e per billion tokens"]))
            found.append(Fraction(printed[f"{page}/g CO2e per answer"]))
            wanted.append(half_up(joules * grams_per_joule * 10**6, 1))
            wanted.append(half_up(joules * grams_per_joule * tokens, 4))

    assert len(found) > 12_000
    assert found == wanted


def test_an_answer_is_its_tokens_times_the_energy_of_one(
    site: Path, measured: dict[str, tuple[Fraction, Fraction]]
) -> None:
    printed = {str(one["name"]): str(one["text"]) for one in figures(site)}
    for row in rows_of(site / "api/v1/index.json", "rows"):
        joules, tokens = measured[row["row_id"]]
        name = f"per-query/answers/{row['slug']}/{row['gpu']}/Wh per answer"
        assert Fraction(printed[name]) == half_up(joules * tokens / 3600, 4), name
