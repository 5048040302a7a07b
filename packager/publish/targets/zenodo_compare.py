"""Whether a record says what it was told to say, whatever the host adds to each word."""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser
from itertools import takewhile
from operator import eq

from packager.publish.targets.zenodo_text import as_kept

PROSE = {"description"}
LONGEST, BEFORE = 60, 20


def unlike(sent: Mapping[str, object], told: Mapping[str, object]) -> list[str]:
    """Fields of a record's metadata that are not as sent, a line each.

    The host may decorate what has an id with titles, put a page into its own HTML, and write signs
    in their plain form; it may not drop, change or reorder anything else, nor know a field that was
    not sent.
    """
    beyond = sorted(told.keys() - sent.keys())
    return [*_unlike(sent, told, ""), *(f"{name}: was never sent" for name in beyond)]


def _unlike(sent: object, told: object, place: str) -> Iterator[str]:
    if isinstance(sent, Mapping) and isinstance(told, Mapping):
        for name, value in sent.items():
            inside = f"{place}.{name}" if place else name
            if name not in told:
                yield f"{inside}: is gone"
            else:
                yield from _unlike(value, told[name], inside)
    elif isinstance(sent, list) and isinstance(told, list):
        if len(sent) != len(told):
            yield f"{place}: {len(told)} instead of {len(sent)}"
        for number, (one, other) in enumerate(zip(sent, told, strict=False)):
            yield from _unlike(one, other, f"{place}.{number}")
    elif not _same(sent, told, place):
        yield f"{place}: {difference(str(sent), str(told))}"


def _same(sent: object, told: object, place: str) -> bool:
    if place.rpartition(".")[2] in PROSE and isinstance(sent, str) and isinstance(told, str):
        return words(told) in (words(sent), words(as_kept(sent)))
    return sent == told or (isinstance(sent, str) and as_kept(sent) == told)


def difference(sent: str, told: str) -> str:
    """Both texts about where they part, so that the change is seen in a long one too."""
    same = sum(1 for _ in takewhile(bool, map(eq, sent, told)))
    start = same - BEFORE if max(len(sent), len(told)) > LONGEST and same > BEFORE else 0
    parts = [f"{'…' if start else ''}{one[start : start + LONGEST]}" for one in (told, sent)]
    return f"{parts[0]!r} instead of {parts[1]!r}"


def words(page: str) -> list[str]:
    """Words and links of a page, in order; tags, attributes and white space aside."""
    reader = _Words(convert_charrefs=True)
    reader.feed(page)
    reader.close()
    return reader.found


class _Words(HTMLParser):
    def __init__(self, *, convert_charrefs: bool) -> None:
        super().__init__(convert_charrefs=convert_charrefs)
        self.found: list[str] = []

    def handle_data(self, data: str) -> None:
        self.found += data.split()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += [value for name, value in attrs if (tag, name) == ("a", "href") and value]
