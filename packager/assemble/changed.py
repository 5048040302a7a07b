"""Which documents of a tree say something else than those of the release before."""

from collections.abc import Iterable
from pathlib import Path

from packager.domain.strict import decode, parse_json

NAMES_OF_A_RELEASE = frozenset({"version", "date", "doi", "concept_doi"})
BINARY = ".parquet"
DERIVED = frozenset(
    {
        *("README.md", "NOTICE.md", "CITATION.cff", "SHA256SUMS", "description.html"),
        *("datapackage.json", "croissant.json", "ro-crate-metadata.json", "datacite.json"),
        *("manifest.json", "openapi.json", "changes.json", "figures.json"),
        *("data/changes.parquet", "data/sources.parquet"),
    }
)
"""Files that follow from the rest of a release, and so differ in every release."""
DRAWN = "plots/"


def is_derived(path: str) -> bool:
    """Whether a file follows from the rest of its release, and is never a changed document."""
    return path in DERIVED or path.startswith(DRAWN)


def changed_documents(paths: Iterable[str], root: Path, previous: Path | None) -> tuple[str, ...]:
    """Documents whose content differs from the release before, or that are new or gone.

    Content is what a document says apart from the release's own names. Parquet files repeat
    documents and are not named; nor is what is derived.

    Args:
        paths: documents of the new tree.
        root: the new tree.
        previous: the tree before; None for a first release, which changes everything.
    """
    now = {path for path in paths if not path.endswith(BINARY) and not is_derived(path)}
    if previous is None:
        return tuple(sorted(now))
    before = {path for path in now | models_of(previous) if (previous / path).is_file()}
    differing = {
        path for path in now & before if content_of(root / path) != content_of(previous / path)
    }
    return tuple(sorted((now ^ before) | differing))


def models_of(previous: Path) -> set[str]:
    """Documents of the tree before that may be gone: those kept one a thing, in folders."""
    return {
        path.relative_to(previous).as_posix()
        for path in previous.glob("*/*.json")
        if path.parent.name != "schema"
    }


def content_of(path: Path) -> object:
    """What a document says, without the names of its release."""
    content = path.read_bytes()
    if path.suffix != ".json":
        return content
    return unnamed(parse_json(decode(content, where=path.name), where=path.name))


def unnamed(value: object) -> object:
    """A document without the names of its release."""
    if isinstance(value, dict):
        return {key: inner for key, inner in value.items() if key not in NAMES_OF_A_RELEASE}
    return value
