"""A page of the site as text: one template, printed as Markdown and as HTML."""

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import partial

from packager.card.commonmark import html_of, words
from packager.card.parts_html import block_html
from packager.card.parts_markdown import Block, block_markdown, reached
from packager.card.site_template import Setting, setting_of
from packager.card.site_values import Printer, shown
from packager.domain.errors import ProseError
from packager.domain.page import SitePage
from packager.domain.values import Figure

PLACE = re.compile("<p>\ue000(\\d+)\ue001</p>")
HREF = re.compile(r'(?<= href=")/[^"]*')
MARKDOWN_HREF = re.compile(r"(?<=[^\\]\]\()/[^)]*")
TITLE = re.compile(r"<h1>(.*?)</h1>")
LEAD = re.compile(r"<p>(.*?)</p>", re.DOTALL)
QUESTIONS = re.compile(r'<h2 id="questions">.*?</h2>(.*?)(?=<h2|\Z)', re.DOTALL)
QUESTION = re.compile(r"<h3[^>]*>(.*?)</h3>(.*?)(?=<h3|\Z)", re.DOTALL)
LONGEST_LEAD = 300


@dataclass(frozen=True, slots=True)
class Piece:
    """A template filled: the same said twice, and the figures it printed by their names."""

    markdown: str
    html: str
    printed: Mapping[str, Figure]


@dataclass(frozen=True, slots=True)
class Text:
    """A page that is written.

    Attributes:
        piece: what it says.
        title: its first heading.
        lead: its first paragraph, cut where a search engine would.
        questions: what it asks under "Questions", and the answer to each.
    """

    piece: Piece
    title: str
    lead: str
    questions: tuple[tuple[str, str], ...]


class Typesetter:
    """Fills templates; each is read, proved and compiled once.

    Args:
        read: the template of a name.
        names: words with digits that are no numbers.
        top: path of the site's root as a page in no folder names it, "/" as a rule.
    """

    def __init__(self, read: Callable[[str], str], names: Collection[str], top: str = "/") -> None:
        self._read, self._names, self._top = read, names, top
        self._ready: dict[tuple[str, type], Setting] = {}

    def text(self, page: SitePage) -> Text:
        """Write a page.

        Raises:
            ProseError: a typed number, an unknown name, a field nobody uses, no heading.
        """
        prefix = "" if page.shares_names else f"{page.address}/"
        piece = self.piece(page.template, page.figures, self.root_of(page.address), prefix)
        title, lead = TITLE.search(piece.html), LEAD.search(piece.html)
        if title is None or lead is None:
            raise ProseError(
                "a page without heading or first paragraph",
                where=page.template,
                mend="begin it with a heading of the first level and a paragraph",
            )
        return Text(piece, words(title[1]), shortened(words(lead[1])), questions(piece.html))

    def piece(self, template: str, figures: object, root: str, prefix: str = "") -> Piece:
        """Fill one template; `root` leads to the root of the site, errors as `text`."""
        setting = self._setting(template, type(figures))
        blocks: list[Block] = []
        printed: dict[str, Figure] = {}

        def filled(block: Callable[[Block], str]) -> str:
            printer = Printer(block, printed)
            return setting.template.fill(
                {
                    name: shown(f"{prefix}{name}", getattr(figures, name), printer)
                    for name in setting.names
                }
            )

        markdown = filled(lambda one: block_markdown(one, root))
        html = html_of(filled(partial(placed, blocks)))
        html = HREF.sub(lambda found: reached(found[0], root), html)
        html = PLACE.sub(lambda found: block_html(blocks[int(found[1])], root), html)
        markdown = MARKDOWN_HREF.sub(lambda found: reached(found[0], root), markdown)
        return Piece(markdown, html, printed)

    def root_of(self, address: str) -> str:
        """From a page to the root of the site: "../../" for "models/x", "/" for "404.html"."""
        if address.endswith(".html"):
            return self._top
        return "../" * len(address.split("/")) if address else ""

    def _setting(self, template: str, figures: type) -> Setting:
        key = template, figures
        if key not in self._ready:
            self._ready[key] = setting_of(
                self._read(template), figures, where=template, names=self._names
            )
        return self._ready[key]


def placed(blocks: list[Block], one: Block) -> str:
    """A mark that HTML of a block will stand for."""
    blocks.append(one)
    return f"\ue000{len(blocks) - 1}\ue001"


def shortened(text: str) -> str:
    """A text cut between words."""
    if len(text) <= LONGEST_LEAD:
        return text
    return f"{text[:LONGEST_LEAD].rpartition(' ')[0]} …"


def questions(html: str) -> tuple[tuple[str, str], ...]:
    """Headings under "Questions", each with the text below it."""
    section = QUESTIONS.search(html)
    if section is None:
        return ()
    return tuple((words(asked), words(said)) for asked, said in QUESTION.findall(section[1]))
