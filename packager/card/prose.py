"""Templates and figures become text; a typed number is an error."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from decimal import Decimal

from jinja2 import (
    Environment,
    StrictUndefined,
    Template,
    TemplateSyntaxError,
    UndefinedError,
    nodes,
)
from jinja2.meta import find_undeclared_variables

from packager.card.escaping import escaped
from packager.card.figure_table import FigureTable
from packager.card.markdown import printable
from packager.domain.errors import ProseError
from packager.domain.values import Figure

EXPRESSION = re.compile(r"\{\{.*?\}\}|\{%.*?%\}|\{#.*?#\}", re.DOTALL)
FENCE = re.compile(r"^```.*?^```", re.DOTALL | re.MULTILINE)
MARKUP = re.compile(r"`[^`\n]*`|\]\([^)\n]*\)|https?://[^\s)>]*")
NUMBER = re.compile(r"\d[\d.,]*")
TEMPLATES = Environment(  # Markdown: plain words are escaped for it
    undefined=StrictUndefined,
    autoescape=False,  # noqa: S701
    finalize=printable,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
PAGES = Environment(  # HTML: whatever is filled in is text
    undefined=StrictUndefined,
    autoescape=True,
    keep_trailing_newline=True,
    trim_blocks=True,
    lstrip_blocks=True,
)
HTML = ".html.j2"


def _as_text(value: object) -> str:
    """What is filled into a page of the site: texts mean themselves, nothing stays unsaid."""
    if value is None or isinstance(value, bool):
        raise TypeError(value)
    return escaped(value) if isinstance(value, str) else str(value)


SITE = Environment(  # Markdown whose values are texts of others
    undefined=StrictUndefined,
    autoescape=False,  # noqa: S701  # every value is escaped as Markdown
    trim_blocks=True,
    lstrip_blocks=True,
    finalize=_as_text,
)


@dataclass(frozen=True, slots=True)
class Fillable:
    """A template that is compiled once and filled many times."""

    compiled: Template
    where: str

    def fill(self, things: Mapping[str, object]) -> str:
        """The text.

        Raises:
            ProseError: it names or prints what is not there.
        """
        try:
            return self.compiled.render(things)
        except (UndefinedError, TypeError) as error:
            raise ProseError(
                f"the template asks for what it is not given: {error}",
                where=self.where,
                mend="use names of its figures, and a branch for those that may be absent",
            ) from error


def site_template(template: str, *, where: str) -> Fillable:
    """A page of the site as Markdown, its prose found clean before."""
    return Fillable(SITE.from_string(template), where)


def page_template(template: str, *, where: str) -> Fillable:
    """HTML of our own; nothing that is filled in can be markup."""
    return Fillable(PAGES.from_string(template), where)


def attributes_in(template: str) -> set[str]:
    """Names behind a dot."""
    return {node.attr for node in SITE.parse(template).find_all(nodes.Getattr)}


@dataclass(frozen=True, slots=True)
class Rendered:
    """A page, and the figures it really printed, by name; those of a table as table/row/column."""

    text: str
    printed: Mapping[str, Figure]


class Printing:
    """A figure or a table on its way into a text: it notes its name when it is printed."""

    def __init__(self, name: str, thing: Figure | FigureTable, printed: dict[str, Figure]) -> None:
        self._name, self._thing, self._printed = name, thing, printed

    def __str__(self) -> str:
        self._printed.update(self._figures())
        return str(self._thing)

    @property
    def value(self) -> Decimal:
        """The number of a figure, to choose between two sentences."""
        if isinstance(self._thing, FigureTable):
            raise TypeError(self._name)
        return self._thing.value

    def _figures(self) -> Iterator[tuple[str, Figure]]:
        if isinstance(self._thing, Figure):
            yield self._name, self._thing
        else:
            yield from ((f"{self._name}/{inner}", one) for inner, one in self._thing.figures())


def named(figures: object) -> Mapping[str, object]:
    """The fields of a page by name."""
    if not is_dataclass(figures):
        raise TypeError(figures)
    return {field.name: getattr(figures, field.name) for field in fields(figures)}


def render(template: str, figures: object, *, where: str, names: Collection[str]) -> Rendered:
    """Fill a template with its figures, once its prose is found clean.

    Args:
        template: words, markup and names; no digit outside code and names.
        figures: a dataclass; each of its fields is used, and nothing else is. Words are printed
            as text, those of type `Markdown` as markup.
        where: path of the template, which is HTML or Markdown; for messages too.
        names: words with digits that are no numbers, such as CO2e.

    Raises:
        ProseError: a typed number, an unknown name, or one nobody uses.
    """
    given = named(figures)
    require_clean_prose(template, given.keys(), where=where, names=names)
    printed: dict[str, Figure] = {}
    shown = {
        name: Printing(name, value, printed) if isinstance(value, Figure | FigureTable) else value
        for name, value in given.items()
    }
    templates = PAGES if where.endswith(HTML) else TEMPLATES
    return Rendered(templates.from_string(template).render(shown), printed)


def require_clean_prose(
    template: str, given: Collection[str], *, where: str, names: Collection[str]
) -> None:
    """Raise ProseError for a typed number, an unknown figure, or one nobody uses."""
    try:
        used = find_undeclared_variables(TEMPLATES.parse(template))
    except TemplateSyntaxError as error:
        raise ProseError(
            f"broken template: {error.message}",
            where=f"{where}, line {error.lineno}",
            mend="mend the braces or the block",
        ) from error
    faults = (
        ("typed", typed_numbers(template, names), "give it a figure, or list it in names.txt"),
        ("unknown", used - set(given), f"use one of: {', '.join(sorted(given))}"),
        ("unused", set(given) - used, "use it in the template, or drop the field"),
    )
    for fault, found, mend in faults:
        if found:
            raise ProseError(f"{fault}: {', '.join(sorted(found))}", where=where, mend=mend)


def typed_numbers(template: str, names: Collection[str]) -> set[str]:
    """Digits outside expressions, code and addresses that are no part of a listed name."""
    prose = MARKUP.sub(" ", FENCE.sub(" ", EXPRESSION.sub(" ", template)))
    for name in sorted(names, key=len, reverse=True):
        prose = prose.replace(name, " ")
    return set(NUMBER.findall(prose))


def render_page(template: str, things: Mapping[str, object]) -> str:
    """Fill a template of HTML of our own; nothing that is filled in can be markup."""
    return PAGES.from_string(template).render(things)
