"""A model page holds every configuration, and is right where there is no row, load or pair."""

from dataclasses import replace
from decimal import Decimal

from packager.card.site_text import Text
from packager.domain.page import SitePage
from packager.green_tokens.index import Index
from packager.green_tokens.pages.index_page import index_page
from packager.green_tokens.pages.models import model_pages
from packager.green_tokens.pages.pairs import Pairs
from packager.green_tokens.settings import IndexSettings
from tests.fakes.paged import DENSE, TWICE, index_of, material_of, measured, typesetter

SLOW = replace(measured(DENSE, "0.09", gpu="B200"), median_itl_ms=Decimal(501))


def pages_of(index: Index) -> dict[str, SitePage]:
    return {page.address: page for page in model_pages(material_of(index), Pairs(index))}


def text_of(index: Index, address: str) -> Text:
    return typesetter().text(pages_of(index)[address])


def prose(text: Text) -> str:
    return " ".join(text.piece.markdown.split())


def test_a_model_is_placed_among_the_rows_of_its_gpu() -> None:
    text = text_of(index_of(measured(TWICE, "0.36"), measured(DENSE, "0.18")), "models/lab-2-16b")

    assert "takes 100 Wh/M (1 card, running batch 60): place 2 of 2 on that GPU" in prose(text)


def test_a_model_without_any_row_says_so_and_still_shows_what_was_measured() -> None:
    text = text_of(index_of(measured(TWICE, "0.36"), SLOW), "models/lab-2-8b")

    assert "Lab 2 8B has no row in the index" in prose(text)
    assert "no row on B200" in prose(text)
    assert "`B200/1/64`" in text.piece.markdown
    assert "No other model has a page together with Lab 2 8B." in prose(text)


def test_every_configuration_of_a_model_stands_in_its_table_and_no_other() -> None:
    index = index_of(
        *(measured(DENSE, "0.36", cap=cap) for cap in (1, 8, 64)), measured(TWICE, "0.18")
    )
    printed = text_of(index, "models/lab-2-8b").piece.printed
    prefix = "models/lab-2-8b/configurations/"
    ids = {
        name.removeprefix(prefix).rpartition("/")[0] for name in printed if name.startswith(prefix)
    }

    assert {one.partition("/W")[0] for one in ids} >= {
        f"lab-2-8b/H100/1/{cap}" for cap in (1, 8, 64)
    }
    assert not any(one.startswith("lab-2-16b") for one in ids)


def test_a_ladder_of_one_rung_is_not_drawn() -> None:
    text = text_of(index_of(measured(DENSE, "0.36")), "models/lab-2-8b")

    assert "No other configuration was measured on as many cards." in prose(text)
    assert "<svg" not in text.piece.html


def test_a_ladder_names_its_row_and_its_lowest_cap_in_words_too() -> None:
    index = index_of(measured(DENSE, "0.72", cap=8, batch="8"), measured(DENSE, "0.18"))
    text = text_of(index, "models/lab-2-8b")
    said = "cap 8: 200 at 8 (lowest cap); cap 64: 50 at 60 (index row)."

    assert said in prose(text)
    assert said in text.piece.html
    assert "<svg" in text.piece.html


def test_the_pages_beside_other_models_give_the_others_energy_over_this_ones() -> None:
    index = index_of(measured(TWICE, "0.36"), measured(DENSE, "0.09"))
    one, other = (text_of(index, f"models/lab-2-{size}b").piece for size in (16, 8))

    assert "| [Lab 2 8B](../../compare/lab-2-16b-vs-lab-2-8b/) | 0.25× |" in one.markdown
    assert "| [Lab 2 16B](../../compare/lab-2-16b-vs-lab-2-8b/) | 4× |" in other.markdown


def test_the_index_says_what_it_leaves_out() -> None:
    index = index_of(measured(TWICE, "0.36"), SLOW)
    setter = typesetter()

    assert "none of their configurations is under the ceiling: 1." in prose(
        setter.text(index_page(material_of(replace(index, settings=seen(index)))))
    )


def seen(index: Index) -> IndexSettings:
    """Settings whose reference row is there."""
    return replace(index.settings, reference_model="lab-2-16b", reference_gpu="H100")
