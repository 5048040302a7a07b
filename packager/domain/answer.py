"""What a program that asks a release is told: typed values, and where they come from."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from decimal import Decimal

from packager.domain.numbers import half_up, plain
from packager.domain.release import Identity
from packager.domain.snapshot import Source

Number = int | float
DIGITS_OF_A_DOUBLE = 15
"""So many significant digits of a decimal number come back from a double as they went in."""


def number(value: Decimal) -> Number:
    """A printed number as JSON has it: a whole one without a point."""
    return int(value) if value == value.to_integral_value() else float(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Quantity:
    """A computed number: rounded once, half up, and exact.

    Attributes:
        value: rounded once, half up; print this one.
        unit: unit of both numbers.
        exact: before rounding, to sixty digits, as text; compute with this one.
    """

    value: Number
    unit: str
    exact: str

    @classmethod
    def of(cls, value: Decimal, unit: str, *, places: int) -> "Quantity":
        """A number with at most so many decimals, and no more than a double keeps."""
        most = max(0, min(places, DIGITS_OF_A_DOUBLE - 1 - value.adjusted()))
        return cls(value=number(half_up(value, most)), unit=unit, exact=plain(value))


@dataclass(frozen=True, slots=True)
class Notice:
    """What was said of a release after it was sealed.

    Attributes:
        kind: erratum, withdraw or supersede.
        note: what a reader should know, in words.
    """

    kind: str
    note: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceLine:
    """A source that the numbers of an answer follow from."""

    id: str
    title: str
    version: str
    rights: str
    citation: str
    url: str


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """What has to be known of every answer.

    Attributes:
        version: the sealed release that the answer was read from.
        date: day of that release.
        doi: DOI of that release, if it has one.
        unit: unit of the main numbers.
        boundary: what the numbers include, as the documents of the release name it.
        license: terms of the release, an SPDX id.
        sources: what the numbers follow from.
        caveats: what to keep in mind with this answer.
        notices: what was said of the release later; tell it as well.
    """

    version: str
    date: str
    doi: str | None
    unit: str
    boundary: str
    license: str
    sources: tuple[SourceLine, ...]
    caveats: tuple[str, ...]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostRecord:
    """Where a release was published.

    Attributes:
        target: the host.
    """

    target: str
    url: str
    doi: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReleaseLine:
    """A sealed release, as the ledger knows it today.

    Attributes:
        records: hosts that have published it.
        notices: what was said of it later.
    """

    version: str
    date: str
    doi: str | None
    concept_doi: str | None
    files: int
    bytes: int
    records: tuple[HostRecord, ...]
    notices: tuple[Notice, ...]


@dataclass(frozen=True, slots=True)
class Speaker:
    """Says of each answer what it was read from.

    Attributes:
        identity: the release that is asked.
        unit: of its main numbers.
        boundary: what they include.
        license: SPDX id.
        sources: its sources ledger.
        notices: what is said of the release at the moment of asking.
    """

    identity: Identity
    unit: str
    boundary: str
    license: str
    sources: tuple[Source, ...]
    notices: Callable[[], tuple[Notice, ...]]

    def about(
        self,
        *,
        unit: str = "",
        sources: Collection[str] | None = None,
        caveats: Sequence[str] = (),
    ) -> About:
        """The head of one answer; by default of the whole release."""
        return About(
            version=self.identity.version,
            date=self.identity.date,
            doi=self.identity.doi or None,
            unit=unit or self.unit,
            boundary=self.boundary,
            license=self.license,
            sources=tuple(
                source_line(one) for one in self.sources if sources is None or one.id in sources
            ),
            caveats=tuple(caveats),
            notices=self.notices(),
        )


def source_line(one: Source) -> SourceLine:
    """A row of the sources ledger, short."""
    return SourceLine(
        id=one.id,
        title=one.title,
        version=one.version,
        rights=one.rights,
        citation=one.citation,
        url=one.url,
    )


@dataclass(frozen=True, slots=True)
class Tool:
    """A question that can be asked.

    Attributes:
        name: by which it is called.
        title: a few words.
        description: when to ask it, and what comes back.
        answer: a function; its parameters are annotated with their type and, behind it, words
            on what to give, and its result is a frozen dataclass of such.
    """

    name: str
    title: str
    description: str
    answer: Callable[..., object]
