"""What a server for programs offers of one release, whatever its index is."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial

from packager.domain.answer import About, ReleaseLine, Speaker, Tool
from packager.serve.shelf import Shelf


@dataclass(frozen=True, slots=True)
class Offer:
    """One release, ready to be asked.

    Attributes:
        name: short name of the index; the scheme of the addresses of its files.
        title: of the index.
        tool_version: of this tool.
        instructions: for the program that asks.
        speaker: heads every answer.
        tools: what can be asked.
        shelf: what can be read.
    """

    name: str
    title: str
    tool_version: str
    instructions: str
    speaker: Speaker
    tools: tuple[Tool, ...]
    shelf: Shelf

    def uri(self, path: str) -> str:
        """Address of a file of the release."""
        return f"{self.name}://{self.speaker.identity.version}/{path}"


@dataclass(frozen=True, slots=True, kw_only=True)
class CitedRelease:
    """How to cite the release.

    Attributes:
        doi: DOI of this version; cite this one.
        concept_doi: DOI of all versions together.
        url: where a reader of a citation is sent.
        attribution: the line that its terms ask for; complete its last sentence.
        bibtex: an entry for BibTeX.
        apa: a reference in APA style.
        ris: a record in RIS.
        csl_json: an item of CSL-JSON, as text.
    """

    about: About
    doi: str | None
    concept_doi: str | None
    url: str
    attribution: str
    bibtex: str
    apa: str
    ris: str
    csl_json: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Releases:
    """Sealed releases, the newest first; `about` tells which one answers."""

    about: About
    releases: tuple[ReleaseLine, ...]


def release_tools(
    speaker: Speaker,
    citation: Callable[[], Mapping[str, str]],
    releases: Callable[[], tuple[ReleaseLine, ...]],
) -> tuple[Tool, ...]:
    """The questions that every release answers.

    Args:
        speaker: heads every answer.
        citation: texts by the names of `CitedRelease`, with what is said of the release now.
        releases: every sealed release at the moment of asking.
    """
    return (
        Tool(
            "cite_release",
            "How to cite the release",
            "DOI of the version and of the series, attribution line, BibTeX, APA, RIS, CSL-JSON.",
            partial(cite_release, speaker, citation),
        ),
        Tool(
            "list_releases",
            "Releases and what was said of them",
            "Every sealed release, the newest first, with hosts, DOIs and notices: errata,"
            " withdrawals, supersessions.",
            partial(list_releases, speaker, releases),
        ),
    )


def cite_release(speaker: Speaker, citation: Callable[[], Mapping[str, str]]) -> CitedRelease:
    """The release that is asked, as others cite it."""
    identity = speaker.identity
    without = "No DOI was reserved for this version; cite it by its number."
    return CitedRelease(
        about=speaker.about(caveats=() if identity.doi else (without,)),
        doi=identity.doi or None,
        concept_doi=identity.concept_doi or None,
        **citation(),
    )


def list_releases(speaker: Speaker, releases: Callable[[], tuple[ReleaseLine, ...]]) -> Releases:
    """The memory of releases."""
    return Releases(about=speaker.about(), releases=releases())
