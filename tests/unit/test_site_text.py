"""A template of the site is proved, filled once, and printed the same in both forms."""

from dataclasses import dataclass
from decimal import Decimal

import pytest

from packager.card.site_text import Typesetter
from packager.domain.errors import ProseError
from packager.domain.page import Code, Link, PageTable, Picture, SitePage, Tile, Tiles
from packager.domain.values import Figure, count


@dataclass(frozen=True, slots=True)
class Part:
    key: str
    number: Figure


@dataclass(frozen=True, slots=True)
class Figures:
    name: str
    number: Figure
    parts: tuple[Part, ...]


FIGURES = Figures("A *name*", count(3, "a count"), (Part("one", count(1, "a count")),))
GOOD = "# {{ name }}\n\nThere are {{ number }}: {% for it in parts %}{{ it.number }}{% endfor %}.\n"


def setter(template: str) -> Typesetter:
    return Typesetter(lambda _: template, ["H100"])


def page(figures: object = FIGURES, address: str = "a/b") -> SitePage:
    return SitePage(address=address, template="t.md.j2", label="B", figures=figures)


def test_figures_are_known_by_address_field_and_key() -> None:
    text = setter(GOOD).text(page())

    assert {name: str(one) for name, one in text.piece.printed.items()} == {
        "a/b/number": "3",
        "a/b/parts/one/number": "1",
    }
    assert (text.title, text.lead) == ("A *name*", "There are 3: 1.")


def test_a_page_that_shares_names_drops_its_address() -> None:
    shared = SitePage("a", "t.md.j2", "A", FIGURES, shares_names=True)

    assert set(setter(GOOD).text(shared).piece.printed) == {"number", "parts/one/number"}


@pytest.mark.parametrize(
    ("template", "what"),
    [
        (GOOD + "It is 5 long.", "typed: 5"),
        (GOOD + "{{ nobody }}", "unknown: nobody"),
        ("# {{ name }}\n\n{{ number }}{% for it in parts %}x{% endfor %}", "unused: number"),
        ("# {{ name }}\n\n{% for it in parts %}{{ it.number }}{% endfor %}", "unused: number"),
        (GOOD + "{% for it in parts %}{{ it.nobody }}{% endfor %}", "nobody"),
        (GOOD + "{{ name == 'x' }}", "asks for what it is not given"),
        ("{{ name }}{{ number }}{% for it in parts %}{{ it.number }}{% endfor %}", "heading"),
        (GOOD + "{% if", "broken template"),
    ],
)
def test_a_template_that_does_not_fit_its_figures_is_named_with_what_is_wrong(
    template: str, what: str
) -> None:
    with pytest.raises(ProseError, match=what) as error:
        setter(template).text(page())
    assert error.value.where.startswith("t.md.j2")


@dataclass(frozen=True, slots=True)
class Blocks:
    table: PageTable
    tiles: Tiles
    picture: Picture
    link: Link
    code: Code


BLOCKS = Blocks(
    table=PageTable(
        caption="Rows of <all>",
        columns=("Name", "Wh", "Note"),
        keys=("x", "y"),
        rows=(
            (Link("X", "/models/x/"), Figure(Decimal("1.25"), "", 1, (), "r"), None),
            ("a|b", Figure(Decimal(2), "", 1, (), "r"), Code("c|d")),
        ),
        filters=("Note",),
    ),
    tiles=Tiles((Tile("t", count(7, "r"), "seven <things>"),)),
    picture=Picture("/api/p.png", 'alt "text"'),
    link=Link("X [y]", "/models/x/"),
    code=Code("a`b"),
)
TEMPLATE = (
    "# T\n\nSee {{ link }} and {{ code }} and [all](/models/).\n\n"
    "{{ table }}\n\n{{ tiles }}\n\n{{ picture }}\n"
)


def test_blocks_are_tables_lists_and_pictures_in_markdown() -> None:
    piece = setter(TEMPLATE).text(page(BLOCKS)).piece

    assert piece.markdown == (
        "# T\n\nSee [X \\[y\\]](../../models/x/) and `` a`b `` and [all](../../models/).\n\n"
        "*Rows of &lt;all&gt;*\n\n"
        "| Name | Wh | Note |\n| --- | ---: | --- |\n"
        "| [X](../../models/x/) | 1.3 | – |\n| a\\|b | 2 | `c\\|d` |\n\n"
        "- **7** seven &lt;things&gt;\n\n"
        '![alt "text"](../../api/p.png)'
    )
    assert set(piece.printed) == {"a/b/table/x/Wh", "a/b/table/y/Wh", "a/b/tiles/t"}


def test_blocks_have_captions_scopes_and_exact_values_in_html() -> None:
    html = setter(TEMPLATE).text(page(BLOCKS)).piece.html

    assert "<caption><span>Rows of &lt;all&gt;</span></caption>" in html
    assert '<th scope="col" class="n">Wh</th>' in html
    assert '<th scope="row"><a href="../../models/x/">X</a></th>' in html
    assert '<td class=n data-v="1.25">1.3</td>' in html
    assert 'data-filter="2"' in html
    assert "<dt>seven &lt;things&gt;</dt><dd>7</dd>" in html
    assert '<img src="../../api/p.png" alt="alt &quot;text&quot;" loading="lazy">' in html
    assert '<a href="../../models/">all</a>' in html


def test_words_of_others_that_look_like_the_end_of_a_link_are_left_as_they_are() -> None:
    odd = Figures("A](/x)", FIGURES.number, FIGURES.parts)
    piece = setter(GOOD).text(page(odd)).piece

    assert piece.markdown.startswith("# A\\](/x)\n")
    assert "<h1>A](/x)</h1>" in piece.html


def test_a_page_in_no_folder_names_everything_from_the_top() -> None:
    template = (
        "# T\n\n[Home](/) {{ name }}{{ number }}{% for it in parts %}{{ it.number }}{% endfor %}"
    )
    lost = Typesetter(lambda _: template, [], top="/sub/").text(page(address="404.html"))
    home = Typesetter(lambda _: template, []).text(page(address=""))

    assert '<a href="/sub/">Home</a>' in lost.piece.html
    assert '<a href="./">Home</a>' in home.piece.html
