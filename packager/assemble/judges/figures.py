"""Judge of figures: a printed number is its exact value, rounded once, and stands in its page."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal
from fractions import Fraction

from packager.assemble.judges.evidence import PACKAGE, Evidence
from packager.domain.finding import Finding

FIGURES, MANIFEST, PAGE = "figures.json", "manifest.json", ".md"
NUMBER = re.compile(r"[-\N{MINUS SIGN}]?\d[\d,]*(?:\.\d+)?")
DIGITS = re.compile(r"(?<![A-Za-z\d.,])\d+(?:[.,]\d+)*(?![A-WYZa-wyz\d])")
VERSION = re.compile(r"\d+(?:\.\d+){2,}")
CODE = re.compile(r"```.*?```|`[^`\n]*`|\]\([^)\s]*\)", re.DOTALL)
HEADER = re.compile(r"\A---\n.*?\n---\n", re.DOTALL)
LONGEST = 200
MEND = "build the tree again; every number of a page is written by the build"


def judge(evidence: Evidence) -> Iterator[Finding]:
    """Figures that are not as they say, or not where they say, and numbers that are no figure."""
    book = evidence.document(FIGURES)
    if not isinstance(book, dict):
        return
    rows = book.get("figures")
    figures = [one for one in rows if isinstance(one, dict)] if isinstance(rows, list) else []
    pages = {path: text(evidence, path) for path in evidence.paths if path.endswith(PAGE)}
    seen: set[str] = set()
    for at, one in enumerate(figures, 1):
        name = str(one.get("name"))
        if name in seen:
            yield found(FIGURES, f"{name!r} is there twice", row=at, column="figures.name")
        seen.add(name)
        yield from rounded(at, one)
    yield from in_place(evidence, pages, figures)
    yield from unknown(evidence, pages, figures)


def rounded(at: int, one: Mapping[str, object]) -> Iterator[Finding]:
    """A text that is not the value at the places it names, halves away from zero."""
    value, places, said = one.get("value"), one.get("places"), str(one.get("text"))
    match = NUMBER.match(said)
    if not isinstance(value, int | Decimal) or not isinstance(places, int) or match is None:
        yield found(FIGURES, f"{said!r} is no figure", row=at, column="figures.text")
        return
    exact = abs(Fraction(value)) * 10**places
    wanted = Fraction((exact + Fraction(1, 2)).__floor__(), 10**places)
    printed = Fraction(match[0].lstrip("-\N{MINUS SIGN}").replace(",", ""))
    if printed != wanted or (value < 0 and wanted) != (match[0][0] in "-\N{MINUS SIGN}"):
        what = f"{said!r}, where {value} is meant at {places} decimals"
        yield found(FIGURES, what, row=at, column="figures.text")


def in_place(
    evidence: Evidence, pages: Mapping[str, str], figures: list[dict[str, object]]
) -> Iterator[Finding]:
    """Files that do not print a figure as often as figures of theirs have its text."""
    names: dict[tuple[str, str], list[str]] = {}
    for at, one in enumerate(figures, 1):
        printed_in = one.get("printed_in")
        for path in printed_in if isinstance(printed_in, list) else ():
            names.setdefault((str(path), str(one.get("text"))), []).append(str(one.get("name")))
            if path not in evidence.paths:
                what = f"{path} is not there to print it"
                yield found(FIGURES, what, row=at, column="figures.printed_in")
    for (path, said), printed in names.items():
        whole = re.compile(rf"(?<![\d.,]){re.escape(said)}(?!\d|[.,]\d)")
        times = len(whole.findall(pages.get(path, "")))
        if path in pages and times < len(printed):
            what = f"prints {said!r} {times} times, where it is {', '.join(printed)}"
            yield found(path, what[:LONGEST])


def unknown(
    evidence: Evidence, pages: Mapping[str, str], figures: list[dict[str, object]]
) -> Iterator[Finding]:
    """Numbers of a page that are neither a figure nor in what the release says of itself."""
    told = " ".join(str(one.get("text")) for one in figures)
    texts = [told, *(evidence.text(path) or "" for path in (MANIFEST, PACKAGE))]
    texts += [" ".join(evidence.paths), *map(scalars, evidence.documents().values())]
    known = {token for one in texts for token in DIGITS.findall(one)}
    for path, page in pages.items():
        for number, line in enumerate(page.splitlines(), 1):
            for token in DIGITS.findall(line):
                if token not in known and not VERSION.fullmatch(token):
                    yield found(path, f"line {number} prints {token}, which is no figure")


def scalars(document: object) -> str:
    """What a document says at its top, such as the year it is about."""
    members = document.values() if isinstance(document, dict) else ()
    return " ".join(str(one) for one in members if isinstance(one, str | int | Decimal))


def text(evidence: Evidence, path: str) -> str:
    """A page without header, code and addresses; lines keep their numbers."""
    page = evidence.text(path) or ""
    for pattern in (HEADER, CODE):
        page = pattern.sub(lambda match: "\n" * match[0].count("\n"), page)
    return page


def found(path: str, what: str, *, row: int | None = None, column: str = "") -> Finding:
    """A finding of this judge."""
    return Finding(judge="figures", path=path, row=row, column=column, what=what, mend=MEND)
