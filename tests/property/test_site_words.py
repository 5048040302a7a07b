"""Whatever a publisher calls a model, it is read on a page as it was written."""

from html import unescape

from hypothesis import given
from hypothesis import strategies as st

from packager.card.commonmark import html_of, words
from packager.card.escaping import code, escaped, link
from packager.domain.page import Code, Link

HOSTILE = st.text(
    st.sampled_from(list("ab 1.)(*_`[]<>&|~#+-=!\\:/\"'{}$\n\t")) | st.characters(codec="utf-8"),
    max_size=40,
)


def meant(text: str) -> str:
    """One line, as HTML shows blanks."""
    line = "".join(
        " " if one < " " or one in "\x7f\x85\u2028\u2029\ue000\ue001" else one for one in text
    )
    return " ".join(line.split())


@given(HOSTILE)
def test_a_text_of_others_is_nothing_but_text(text: str) -> None:
    html = html_of(f"{escaped(text)}\n\nend")
    first = html.removesuffix("<p>end</p>\n")

    assert words(first) == meant(text)
    assert first.strip() == "" or first.startswith("<p>")
    assert first.count("<") == first.count("<p>") + first.count("</p>") + first.count("<br />")


@given(HOSTILE)
def test_a_text_inside_a_sentence_ends_nothing_and_begins_nothing(text: str) -> None:
    html = html_of(f"before {escaped(text)} after *this*")

    assert html.endswith("after <em>this</em></p>\n")
    assert words(html) == meant(f"before {text} after this")


@given(HOSTILE)
def test_code_of_others_stays_inside_its_backticks(text: str) -> None:
    html = html_of(f"before {code(Code(text))} after")

    assert html.count("<code>") <= 1
    assert "after" in html
    assert words(html).replace(" ", "") == meant(f"before{text}after").replace(" ", "")


@given(HOSTILE, HOSTILE)
def test_a_link_leads_to_its_address_or_nowhere(text: str, to: str) -> None:
    html = html_of(f"{link(Link(text, to))} end")

    assert "javascript:" not in unescape(html).partition('href="')[2].partition('"')[0]
    assert html.count("<a ") == (
        to.startswith(("/", "https://", "http://", "mailto:")) and not to.startswith("//")
    )
