"""What a look at the published releases has found: values that every report is written from."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Literal

from packager.domain.version import Version

Severity = Literal["error", "warning", "notice"]


@dataclass(frozen=True, slots=True)
class Code:
    """A kind of finding; its name is never used for another one.

    Attributes:
        name: host and kind, such as "zenodo.file-changed".
        severity: error where the public gets something else than was published, warning where
            something is open or odd, notice for what is as somebody wanted it.
        means: a sentence.
        mend: what to do, starting with a verb.
    """

    name: str
    severity: Severity
    means: str
    mend: str


@dataclass(frozen=True, slots=True)
class HostFinding:
    """One thing that is not as it was published.

    Attributes:
        code: which kind it is.
        version: the release, "" for the whole series or repository.
        what: a short sentence.
        where: an address.
        details: files, fields or ids, all of them.
    """

    code: Code
    version: Version
    what: str
    where: str
    details: tuple[str, ...] = ()

    @property
    def host(self) -> str:
        """The host it was found on."""
        return self.code.name.partition(".")[0]


@dataclass(frozen=True, slots=True)
class Seen:
    """What was looked at, whatever was found: on which host, of which release, what it says."""

    host: str
    version: Version
    where: str
    said: str


@dataclass(frozen=True, slots=True)
class Unseen:
    """What was not looked at, and why.

    Attributes:
        is_failure: whether it was tried, and the host did not tell.
    """

    host: str
    about: str
    why: str
    is_failure: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Watch:
    """The whole look, as of a day."""

    as_of: date
    findings: Sequence[HostFinding]
    seen: Sequence[Seen]
    unseen: Sequence[Unseen]

    @property
    def has_errors(self) -> bool:
        """Whether the public gets something else than was published."""
        return any(one.code.severity == "error" for one in self.findings)

    @property
    def has_failures(self) -> bool:
        """Whether a host could not be asked, or did not tell."""
        return any(one.is_failure for one in self.unseen)
