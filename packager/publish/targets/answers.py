"""What a host answers: never trusted in type, size or wording."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NoReturn

from packager.domain.errors import SourceError, TargetError
from packager.domain.strict import decode, parse_json

LONGEST_WORDS = 300
MOST_COMPLAINTS = 10
TOO_MANY = 429
SERVER_FAULT = 500


class DoubtfulError(TargetError):
    """A call that is made once got no answer to rely on; what is there must be read."""


class RefusedError(TargetError):
    """A host said no, and would say it again."""


@dataclass(frozen=True, slots=True)
class Said:
    """A JSON object from a host; each part is of the type asked for, or a TargetError."""

    content: Mapping[str, object]
    where: str

    def text(self, name: str) -> str:
        value = self.content.get(name)
        if not isinstance(value, str):
            self._refuse(name, "text")
        return value

    def find_text(self, name: str) -> str:
        """The text, "" where the host says nothing."""
        return "" if self.content.get(name) is None else self.text(name)

    def number(self, name: str) -> int:
        value = self.content.get(name)
        if not isinstance(value, int) or isinstance(value, bool) or value < 0:
            self._refuse(name, "a number of things")
        return value

    def flag(self, name: str) -> bool:
        value = self.content.get(name)
        if not isinstance(value, bool):
            self._refuse(name, "true or false")
        return value

    def inner(self, name: str) -> "Said":
        value = self.content.get(name)
        if not isinstance(value, dict):
            self._refuse(name, "an object")
        return Said(value, f"{self.where}, {name}")

    def find_inner(self, name: str) -> "Said":
        """The object, an empty one where the host says nothing."""
        return Said({}, self.where) if self.content.get(name) is None else self.inner(name)

    def inners(self, name: str) -> tuple["Said", ...]:
        value = self.content.get(name)
        if not isinstance(value, list) or not all(isinstance(one, dict) for one in value):
            self._refuse(name, "a list of objects")
        return tuple(Said(one, f"{self.where}, {name} {i}") for i, one in enumerate(value, 1))

    def _refuse(self, name: str, kind: str) -> NoReturn:
        raise TargetError(
            f"the host's answer has no {name} that is {kind}",
            where=self.where,
            mend="see that the address in the settings is that of the host's API, then try again",
        )


@dataclass(frozen=True, slots=True)
class Answer:
    """One whole answer.

    Attributes:
        status: of HTTP.
        headers: by lower-case name.
        content: the body, within its limit.
        where: method and address, for messages.
    """

    status: int
    headers: Mapping[str, str]
    content: bytes
    where: str

    def said(self) -> Said:
        """The body as a JSON object.

        Raises:
            TargetError: it is none, such as the web page of a gateway, or half of one.
        """
        value = self._value()
        if not isinstance(value, dict):
            raise TargetError(
                f"the host answered {self.status} with {self._kind()}",
                where=self.where,
                mend="see that the address in the settings is right and the host is up, then run"
                " the same command again",
            )
        return Said(value, self.where)

    def complaint(self) -> str:
        """What the host says is wrong, in one line; a web page is named, not shown."""
        value = self._value()
        if not isinstance(value, dict):
            return self._kind()
        words = [_words(value.get("message")), *complaints(value.get("errors"))]
        return _words("; ".join(word for word in words if word)) or "no reason given"

    def is_passing(self) -> bool:
        """Whether the same call may succeed later."""
        return self.status in {408, 425, TOO_MANY} or self.status >= SERVER_FAULT

    def _value(self) -> object:
        try:
            return parse_json(decode(self.content, where=self.where), where=self.where)
        except SourceError:
            return None

    def _kind(self) -> str:
        if not self.content:
            return "nothing"
        is_page = "html" in self.headers.get("content-type", "").lower()
        return "a web page" if is_page else "something that is no JSON object"


def complaints(errors: object) -> Iterator[str]:
    """Fields and messages of a list of errors, as far as it is one."""
    if isinstance(errors, str):
        yield _words(errors)
    for error in errors[:MOST_COMPLAINTS] if isinstance(errors, list) else ():
        if isinstance(error, dict):
            messages = error.get("messages")
            said = messages if isinstance(messages, list) else [error.get("message")]
            yield f"{_words(error.get('field'))}: {' '.join(_words(one) for one in said)}"


def scrubbed(text: str, *secrets: str) -> str:
    """Text without the secrets, however it came by them."""
    for secret in secrets:
        text = text.replace(secret, "***") if secret else text
    return text


def _words(value: object) -> str:
    if not isinstance(value, str):
        return "" if value is None else _words(str(value))
    line = " ".join(
        "".join(c if c.isprintable() else " " for c in value[: 2 * LONGEST_WORDS]).split()
    )
    return line if len(line) <= LONGEST_WORDS else f"{line[:LONGEST_WORDS]}…"
