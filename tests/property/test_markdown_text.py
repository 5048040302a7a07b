"""Words of others in Markdown, read back by another reader of Markdown: text and nothing else."""

import html

from hypothesis import example, given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from packager.card.figure_table import FigureTable
from packager.card.markdown import link, markdown_text

READER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
SIGNS = "\\`*_{}[]()|~$#+-=<>&;!.:'\"/ 12abé\t\n"
WORDS = st.text(st.sampled_from(SIGNS), min_size=1, max_size=25).filter(str.strip)


def as_text(words: str) -> str:
    """The words in HTML, their blanks as a browser shows them."""
    return html.escape(" ".join(words.split()), quote=False).replace('"', "&quot;")


@given(WORDS)
@example("<script>alert(1)</script>")
@example("[x](javascript:alert(1))")
@example("![x](https://tracker.example/a.png)")
@example("# Heading")
@example("1. one")
@example("&lt;b&gt;")
@example("`code` | {{ name }}")
@example("snake_case and _stress_")
def test_words_are_read_back_as_one_paragraph_of_text(words: str) -> None:
    assert READER.render(markdown_text(words)) == f"<p>{as_text(words)}</p>\n"


@given(WORDS)
def test_words_stay_in_their_cell(words: str) -> None:
    table = FigureTable(("Words", "Next"), ("row",), ((words, "next"),))

    assert f"<tr>\n<td>{as_text(words)}</td>\n<td>next</td>\n</tr>" in READER.render(str(table))


@given(WORDS, WORDS)
def test_a_link_leads_where_it_says_and_nothing_in_it_ends_it(words: str, path: str) -> None:
    said = READER.render(link(words, f"https://rain.example/{path}"))

    assert said.startswith('<p><a href="https://rain.example/')
    assert said.endswith(f'">{as_text(words)}</a></p>\n')
    assert said.count("<") == 4


def test_plain_words_stay_as_they_are() -> None:
    said = "Ember's April release (2026-04): +3 areas, 100 % of wh_per_million; 3.0 at https://x.example/."

    assert markdown_text(said) == said
