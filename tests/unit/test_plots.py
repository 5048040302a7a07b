"""The card's plots as values: what they show is what the index says, in the card's own texts."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from packager.assemble.build import read_settings
from packager.assemble.pinned import choose
from packager.domain.plot import Plot, SkippedPlot
from packager.domain.release import Identity
from packager.green_tokens.index import Index
from packager.green_tokens.plots.card import card_plots
from packager.green_tokens.plots.energy_by_model import energy_by_model
from packager.green_tokens.plots.gpu_pair import gpu_pair
from packager.green_tokens.plots.load_ladder import load_ladder
from packager.green_tokens.plots.marks import shortened, shown_names
from packager.green_tokens.plots.scales import ticks
from packager.green_tokens.plots.style import LINE, LOOKS, PANEL, SOFT_INK
from packager.green_tokens.read import read_index
from packager.green_tokens.rows import Measurement
from packager.green_tokens.rules import number_configurations, select_index_rows
from tests.fakes.small_release import small_index
from tests.unit.green_tokens.measured import measured, model

ROOT = Path(__file__).resolve().parents[2]
IDENTITY = Identity("2026-12-24")
NUMBER = re.compile(r"\d+(?:\.\d+)?")


@pytest.fixture(scope="module")
def real() -> Index:
    kinds = ("ml-energy", "ember", "ai-energy-score", "nvidia")
    wanted = {"ml-energy": "2026-02-16", "ember": "2026-04"}
    snapshot = choose(ROOT / "releases/sources", kinds, wanted)
    return read_index(snapshot, read_settings(ROOT / "dataset_card"))


def index_of(*points: Measurement, reference: str = "a") -> Index:
    small = small_index()
    configurations = number_configurations(points)
    selection = select_index_rows(configurations, itl_deadline_ms=Decimal(500))
    return replace(
        small,
        configurations=configurations,
        rows=selection.rows,
        omitted=selection.omitted,
        settings=replace(small.settings, reference_model=reference),
    )


def point(
    name: str, joules: str, gpu: str, *, cap: int = 64, batch: str = "60", itl_ms: str = "40"
) -> Measurement:
    found = measured(joules, itl_ms, gpu=gpu, cap=cap)
    slug = name.lower() if name.isascii() else f"slug-{len(name)}"
    return replace(found, model=model(name, slug), avg_batch_size=Decimal(batch))


def drawn(plot: Plot | SkippedPlot) -> Plot:
    assert isinstance(plot, Plot)
    return plot


def layer(plot: Plot, number: int) -> Mapping[str, object]:
    layers = plot.spec["layer"]
    assert isinstance(layers, list)
    found = layers[number]
    assert isinstance(found, dict)
    return found


def data(plot: Plot, number: int) -> list[dict[str, object]]:
    found = layer(plot, number)["data"]
    assert isinstance(found, dict)
    values = found["values"]
    assert isinstance(values, list)
    return values


def domain(plot: Plot, number: int, channel: str) -> list[object]:
    encoding = layer(plot, number)["encoding"]
    assert isinstance(encoding, dict)
    found = encoding[channel]["scale"]["domain"]
    assert isinstance(found, list)
    return found


def texts(plot: Plot) -> Iterator[str]:
    """All that a picture says in words of its data, its title, and its alternative text."""
    layers = plot.spec["layer"]
    assert isinstance(layers, list)
    for number in range(len(layers)):
        encoding = layer(plot, number)["encoding"]
        assert isinstance(encoding, dict)
        if "text" in encoding:
            yield from (str(one[encoding["text"]["field"]]) for one in data(plot, number))
    title = plot.spec["title"]
    assert isinstance(title, dict)
    yield from (plot.title, plot.alt, *title["subtitle"])


def test_every_index_row_is_a_mark_at_its_exact_energy(real: Index) -> None:
    plot = drawn(energy_by_model(real, IDENTITY))

    marks = {(one["model"], one["gpu"], one["wh"]) for one in data(plot, 1)}

    expected = {(r.model, r.gpu, float(r.wh_per_million_output_tokens)) for r in real.rows}
    assert marks == expected
    assert len(marks) == 32


def test_models_stand_in_ascending_order_of_their_lowest_row(real: Index) -> None:
    plot = drawn(energy_by_model(real, IDENTITY))

    shown = domain(plot, 1, "y")

    lowest: dict[str, Decimal] = {}
    for row in real.rows:
        energy = row.wh_per_million_output_tokens
        lowest[row.model] = min(energy, lowest.get(row.model, energy))
    assert shown == sorted(lowest, key=lambda name: lowest[name])


def test_gpus_differ_in_colour_and_in_shape(real: Index) -> None:
    encoding = layer(drawn(energy_by_model(real, IDENTITY)), 1)["encoding"]

    assert isinstance(encoding, dict)
    for channel in ("color", "shape"):
        assert encoding[channel]["scale"]["domain"] == ["H100", "B200"]
        assert len(set(encoding[channel]["scale"]["range"])) == 2


def test_the_published_figures_stand_in_the_pictures(real: Index) -> None:
    by_model, pair, ladder = (drawn(plot) for plot in card_plots(real, IDENTITY))

    assert "Lowest: Llama 3.1 8B Instruct on B200, 13 Wh/M." in by_model.alt
    assert "Highest: Llama 3.1 405B Instruct FP8 on H100, 572.9 Wh/M." in by_model.alt
    assert "63.5 → 39.1" in texts(pair)
    assert "B200 takes less for 14 of 14" in pair.alt
    assert "cap 256, a running batch of 255.6, 63.5 Wh/M" in ladder.alt


def test_pairs_stand_by_descending_ratio_of_exact_energies(real: Index) -> None:
    plot = drawn(gpu_pair(real, IDENTITY))
    energy = {row.pair: row.wh_per_million_output_tokens for row in real.rows}

    ratios = [one["ratio"] for one in data(plot, 2)]

    slugs = {slug for slug, _ in energy if {(slug, "H100"), (slug, "B200")} <= energy.keys()}
    expected = sorted((energy[s, "H100"] / energy[s, "B200"] for s in slugs), reverse=True)
    assert ratios == pytest.approx([float(ratio) for ratio in expected], rel=1e-12)


def test_the_ladder_shows_every_cap_on_the_cards_of_the_reference_row(real: Index) -> None:
    plot = drawn(load_ladder(real, IDENTITY))

    caps = {one["cap"]: one["kind"] for one in data(plot, 0)}

    wanted = [8, 16, 32, 64, 96, 128, 192, 256, 384]
    assert list(caps) == [f"cap {cap}" for cap in wanted]
    assert caps.pop("cap 256") == "index row"
    assert caps.pop("cap 8") == "lowest cap"
    assert set(caps.values()) == {"other caps"}


@pytest.mark.parametrize("number", range(3))
def test_every_number_of_a_picture_is_a_figure_and_every_figure_is_in_it(
    real: Index, number: int
) -> None:
    plot = drawn(card_plots(real, IDENTITY)[number])
    words = " ".join(texts(plot))
    names = {*(row.model for row in real.rows), "H100", "B200", IDENTITY.version}
    for name in sorted(names, key=len, reverse=True):
        words = words.replace(name, "")
    figures = {re.sub(r" . (H100|B200)$", "", str(figure)) for figure in plot.figures.values()}

    said = set(NUMBER.findall(words))

    assert said == {number for text in figures for number in NUMBER.findall(text)}


def test_every_picture_says_unit_and_version(real: Index) -> None:
    for plot in map(drawn, card_plots(real, IDENTITY)):
        said = str(plot.spec)
        assert "Wh/M" in said
        assert "release 2026-12-24" in said
        assert "Release 2026-12-24." in plot.alt


def test_an_empty_index_skips_every_plot_and_says_why() -> None:
    skipped = card_plots(index_of(), IDENTITY)

    assert [(one.name, one.reason) for one in skipped if isinstance(one, SkippedPlot)] == [
        ("wh-per-million", "the index has no row"),
        ("pair", "no model has a row on both H100 and B200"),
        ("ladder", "the index has no row of a on H100"),
    ]


def test_one_model_on_one_gpu_makes_the_first_plot_alone() -> None:
    by_model, pair, ladder = card_plots(index_of(point("A", "0.2", "H100")), IDENTITY)

    assert len(data(drawn(by_model), 1)) == 1
    assert isinstance(pair, SkippedPlot)
    assert ladder == SkippedPlot(
        "ladder", "one configuration alone was measured on the cards of a/H100/1/64"
    )


def test_an_energy_of_zero_makes_a_linear_axis_and_no_ratio() -> None:
    index = index_of(point("A", "0", "B200"), point("A", "0.36", "H100"))

    by_model, pair, _ = card_plots(index, IDENTITY)

    encoding = layer(drawn(by_model), 1)["encoding"]
    assert isinstance(encoding, dict)
    assert "type" not in encoding["x"]["scale"]
    assert encoding["x"]["scale"]["domain"] == [-11.2, 140.0]
    assert pair == SkippedPlot("pair", "a row on H100 or B200 has no energy, so it has no ratio")


def test_equal_energies_are_the_same_on_both() -> None:
    index = index_of(point("A", "0.36", "B200"), point("A", "0.36", "H100"))

    plot = drawn(gpu_pair(index, IDENTITY))

    assert [one["less"] for one in data(plot, 2)] == ["same on both"]
    assert "B200 takes less for 0 of 1." in plot.alt


def test_a_ratio_below_one_is_told_as_such() -> None:
    index = index_of(
        *(point("A", "0.18", "H100"), point("A", "0.36", "B200")),
        *(point("B", "0.72", "H100"), point("B", "0.36", "B200")),
    )

    marks = data(drawn(gpu_pair(index, IDENTITY)), 2)

    assert [(one["less"], one["text"]) for one in marks] == [
        ("B200 takes less", "2×"),
        ("H100 takes less", "0.5×"),
    ]


def test_a_configuration_over_the_latency_ceiling_is_marked_as_such() -> None:
    index = index_of(
        *(point("A", "0.9", "H100", cap=8, batch="8"),),
        *(point("A", "0.3", "H100", cap=64, batch="60"),),
        *(point("A", "0.2", "H100", cap=512, batch="400", itl_ms="500.5"),),
    )

    marks = data(drawn(load_ladder(index, IDENTITY)), 0)

    assert [one["kind"] for one in marks] == ["lowest cap", "index row", "over the latency ceiling"]


def test_labels_of_the_ladder_keep_apart_and_the_index_row_keeps_its_own() -> None:
    points = [point("A", f"0.{9 - n}", "H100", cap=2**n, batch=f"200.{n}") for n in range(6)]

    plot = drawn(load_ladder(index_of(*points), IDENTITY))

    shown = {name.split("/")[4] for name in plot.figures if name.startswith("ladder/a/")}
    assert {"1", "32"} <= shown
    assert len(data(plot, 0)) == 6


def test_a_hundred_models_are_cut_to_forty_and_the_picture_says_so() -> None:
    points = [point(f"M{n}", f"{n + 1}", gpu) for n in range(100) for gpu in ("H100", "B200")]

    by_model, pair, _ = card_plots(index_of(*points), IDENTITY)

    assert len(domain(drawn(by_model), 1, "y")) == 40
    assert "Shown: the 40 lowest of 100 models." in drawn(by_model).alt
    assert len(domain(drawn(pair), 2, "y")) == 40
    assert "Shown: the 40 largest of 100 ratios." in drawn(pair).alt


def test_a_third_gpu_has_a_look_of_its_own() -> None:
    points = [point("A", f"0.{n + 1}", gpu) for n, gpu in enumerate(("MI300X", "H100", "B200"))]

    encoding = layer(drawn(energy_by_model(index_of(*points), IDENTITY)), 1)["encoding"]

    assert isinstance(encoding, dict)
    assert encoding["shape"]["scale"]["domain"] == ["H100", "B200", "MI300X"]
    assert len(set(encoding["color"]["scale"]["range"])) == 3


def test_a_name_that_the_font_lacks_gives_way_to_its_slug() -> None:
    names = shown_names({"tongyi": "通义千问 72B", "elephant": "Éléphant 7B"})

    assert names == {"tongyi": "tongyi", "elephant": "Éléphant 7B"}


def test_long_names_lose_their_middle_and_two_alike_give_way_to_their_slugs() -> None:
    long = "Llama 4 Maverick 17B 128E Instruct FP8"
    first, second = f"{'a' * 40}1{'b' * 40}", f"{'a' * 40}2{'b' * 40}"

    assert shortened(long) == long
    assert shortened(f"{'x' * 50}-FP8").endswith("x-FP8")
    assert shown_names({"one": first, "two": second}) == {"one": "one", "two": "two"}
    assert len(shortened("W" * 100)) < 25


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        ("9", "900", "10 20 50 100 200 500"),
        ("0.95", "6.1", "1 1.5 2 3 5"),
        ("0.95", "1.43", "1 1.1 1.2 1.3 1.4"),
        ("0.5", "80000", "1 10 100 1000 10000"),
    ],
)
def test_an_axis_has_round_numbers(low: str, high: str, expected: str) -> None:
    assert [float(tick) for tick in ticks(Decimal(low), Decimal(high))] == [
        float(text) for text in expected.split()
    ]


OKABE_ITO = {
    *("#000000", "#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7")
}


def luminance(colour: str) -> float:
    """Relative luminance, WCAG 2.1."""
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio, WCAG 2.1."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def test_colours_are_of_okabe_and_ito_and_stand_out_from_the_panel() -> None:
    assert {colour for colour, _ in LOOKS} <= OKABE_ITO
    assert len({shape for _, shape in LOOKS}) == len(LOOKS)
    assert contrast("#000000", "#ffffff") == pytest.approx(21)
    for colour in (*(colour for colour, _ in LOOKS), LINE):
        assert contrast(colour, PANEL) >= 3
    assert contrast(SOFT_INK, PANEL) >= 4.5


def test_no_grey_could_be_read_on_a_white_and_on_the_dark_page_alike() -> None:
    greys = (f"#{level:02x}{level:02x}{level:02x}" for level in range(256))

    assert not [
        grey
        for grey in greys
        if contrast(grey, "#ffffff") >= 4.5 and contrast(grey, "#0b0f19") >= 4.5
    ]
