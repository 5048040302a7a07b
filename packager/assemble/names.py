"""File names that mean the same file on every machine and every host."""

import unicodedata
from collections.abc import Iterable

LONGEST = 255
FORBIDDEN = frozenset('\\<>:"|?*')
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
DEVICES = frozenset(
    {"con", "prn", "aux", "nul", *(f"{port}{n}" for port in ("com", "lpt") for n in range(1, 10))}
)


class Names:
    """Paths of one tree, each judged alone and beside those before it."""

    def __init__(self) -> None:
        self._seen: dict[str, str] = {}
        self._files: set[str] = set()
        self._folders: set[str] = set()

    def faults(self, path: str) -> list[str]:
        """Why this path cannot join the tree; empty when it can."""
        faults = [f"{path!r}: {fault}" for fault in dict.fromkeys(path_faults(path))]
        faults += self._clashes(path)
        self._files.add(path)
        return faults

    def _clashes(self, path: str) -> list[str]:
        if path in self._files:
            return [f"{path!r}: named twice"]
        faults = []
        parts = path.split("/")
        for depth in range(1, len(parts) + 1):
            prefix = "/".join(parts[:depth])
            other = self._seen.setdefault(prefix.casefold(), prefix)
            if other != prefix:
                faults.append(f"{path!r}: differs from {other!r} only by case")
            elif prefix in (self._files if depth < len(parts) else self._folders):
                faults.append(f"{prefix!r}: a file and a folder at once")
            if depth < len(parts):
                self._folders.add(prefix)
        return faults


def name_faults(paths: Iterable[str]) -> list[str]:
    """Every reason why these paths cannot be one portable tree."""
    names = Names()
    return [fault for path in paths for fault in names.faults(path)]


def path_faults(path: str) -> list[str]:
    """What is wrong with one relative path, in words."""
    if unicodedata.normalize("NFC", path) != path:
        return ["not in Unicode's composed form (NFC)"]
    return [fault for part in path.split("/") for fault in part_faults(part)]


def part_faults(part: str) -> list[str]:
    """What is wrong with one name between slashes."""
    if part in {"", ".", ".."}:
        return ["a path that is empty, absolute or leads out of its folder"]
    faults = []
    if any(unicodedata.category(char) in INVISIBLE for char in part):
        faults.append("a control or invisible character")
    if FORBIDDEN & set(part):
        faults.append("one of " + " ".join(sorted(FORBIDDEN)))
    if part != part.strip() or part.endswith("."):
        faults.append("a blank at an end, or a dot behind")
    if part.partition(".")[0].casefold() in DEVICES:
        faults.append("a name that some systems keep for a device")
    if len(part.encode(errors="surrogatepass")) > LONGEST:
        faults.append(f"longer than {LONGEST} bytes")
    return faults
