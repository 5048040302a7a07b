"""Read a hand-made JSON file key by key, so that nothing in it is passed over in silence."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal

from packager.green_tokens.sources.faults import Faults
from packager.green_tokens.sources.reading import fixed


@dataclass(frozen=True, slots=True)
class Entry:
    """An object of the file, and which of its keys were read.

    Attributes:
        value: the object.
        place: JSON path for messages.
        faults: where faults are noted.
    """

    value: Mapping[str, object]
    place: str
    faults: Faults
    used: set[str] = field(default_factory=set)

    @classmethod
    def of(cls, value: object, place: str, faults: Faults) -> "Entry":
        """An entry; anything but an object is a fault and reads as an empty one."""
        if isinstance(value, dict):
            return cls(value, place, faults)
        faults.add(place, "no object", mend="write it as { ... }")
        return cls({}, place, faults)

    def text(self, name: str, *, required: bool = True) -> str:
        """A text or a number as text; "" where it may be absent and is."""
        self.used.add(name)
        value = self.value.get(name)
        if isinstance(value, str) and value.strip():
            return value.strip()
        if isinstance(value, bool):
            return "yes" if value else "no"
        if isinstance(value, int | Decimal):
            return fixed(value)
        if value is not None or required:
            self.faults.add(f"{self.place}.{name}", "is missing or no text", mend="give it")
        return ""

    def number(self, name: str, *, required: bool = True) -> str:
        """A number from 0; "" where it may be absent and is."""
        self.used.add(name)
        value = self.value.get(name)
        if value is None and not required:
            return ""
        if isinstance(value, bool) or not isinstance(value, int | Decimal) or value < 0:
            self.faults.add(
                f"{self.place}.{name}", f"{value!r:.60} is no figure", mend="give a number from 0"
            )
            return ""
        return fixed(value)

    def entry(self, name: str) -> "Entry":
        """An object within."""
        self.used.add(name)
        return Entry.of(self.value.get(name), f"{self.place}.{name}", self.faults)

    def entries(self, name: str, *, required: bool = True) -> Iterator["Entry"]:
        """Objects of a list within."""
        self.used.add(name)
        value = self.value.get(name, None if required else [])
        if not isinstance(value, list):
            self.faults.add(f"{self.place}.{name}", "no list", mend="write it as [ ... ]")
            return
        for number, one in enumerate(value):
            yield Entry.of(one, f"{self.place}.{name}[{number}]", self.faults)

    def texts(self, name: str, *, between: str = " | ") -> str:
        """A list of texts or numbers, as one text."""
        self.used.add(name)
        value = self.value.get(name, [])
        if not isinstance(value, list):
            self.faults.add(f"{self.place}.{name}", "no list", mend="write it as [ ... ]")
            return ""
        return between.join(one if isinstance(one, str) else fixed(one) for one in value)

    def has(self, name: str) -> bool:
        """Whether a key is there."""
        return name in self.value

    def done(self) -> None:
        """Note every key that nothing has read: a figure there would be lost."""
        for name in sorted(self.value.keys() - self.used):
            self.faults.add(
                f"{self.place}.{name}", "is read by nothing", mend="take it out or teach the reader"
            )
