"""Whether a record says what it was told to say, whatever the host adds to each word."""

from collections.abc import Iterator, Mapping
from html.parser import HTMLParser

PROSE = {"description"}


def unlike(sent: Mapping[str, object], told: Mapping[str, object]) -> list[str]:
    """Fields of a record's metadata that are not as sent, a line each.

    The host may decorate what has an id with titles, and put a page into its own HTML; it may not
    drop, change or reorder anything, nor know a field that was not sent.
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
        yield f"{place}: {str(told)[:60]!r} instead of {str(sent)[:60]!r}"


def _same(sent: object, told: object, place: str) -> bool:
    if place.rpartition(".")[2] in PROSE and isinstance(sent, str) and isinstance(told, str):
        return words(sent) == words(told)
    return sent == told


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
