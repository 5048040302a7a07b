"""What a word means: one thing of several, or an error that names the near ones."""

import difflib
import unicodedata
from collections.abc import Callable, Sequence
from typing import TypeVar

from packager.card.plain_text import shown
from packager.domain.errors import ConfigError
from packager.green_tokens.index import Index
from packager.green_tokens.rows import GridArea, ModelRow

NEAR = 5
LEAST_ALIKE = 0.5
LONGEST = 100
T = TypeVar("T")


def find_model(index: Index, asked: str) -> ModelRow:
    """A model by slug, model_id or printed name.

    Raises:
        ConfigError: no model, or several, are called so; it names near ones.
    """
    return only_one(
        asked, index.models, lambda one: (one.slug, one.model_id, one.model), what="model"
    )


def find_gpu(index: Index, asked: str) -> str:
    """A GPU by its name; errors as `find_model`."""
    return only_one(asked, gpus_of(index), lambda one: (one,), what="gpu")


def find_area(index: Index, asked: str) -> GridArea:
    """An area by code or name; errors as `find_model`."""
    return only_one(asked, index.areas, lambda one: (one.area_code, one.area), what="area")


def gpus_of(index: Index) -> tuple[str, ...]:
    """GPUs of the measured configurations, sorted."""
    return tuple(sorted({one.gpu for one in index.configurations}))


def folded(text: str) -> str:
    """Text for comparing: no case, no accents, one blank between words."""
    parts = unicodedata.normalize("NFKD", text)
    bare = "".join(one for one in parts if not unicodedata.combining(one))
    return " ".join(bare.casefold().split())


def only_one(
    asked: str, things: Sequence[T], names: Callable[[T], tuple[str, ...]], *, what: str
) -> T:
    """The one thing that bears the name; its first name is the one that is told."""
    wanted = folded(asked)
    found = [one for one in things if wanted in map(folded, names(one))]
    if len(found) == 1:
        return found[0]
    if found:
        many = ", ".join(names(one)[0] for one in found)
        raise ConfigError(
            f"{shown(asked)} names several: {many}", where=what, mend="name one of them"
        )
    near = nearest(wanted, things, names)
    raise ConfigError(
        f"the release has no {what} {shown(asked)}",
        where=what,
        mend=f"name one that it has, {near}",
    )


def nearest(wanted: str, things: Sequence[T], names: Callable[[T], tuple[str, ...]]) -> str:
    """Things with a name like the one wanted, in words; the first ones where none is like it."""
    by_name = {folded(name): one for one in things for name in names(one)}
    close = difflib.get_close_matches(wanted[:LONGEST], by_name, NEAR, LEAST_ALIKE)
    start = "perhaps " if close else "such as "
    chosen = [by_name[name] for name in close] or things[:NEAR]
    said = dict.fromkeys(called(names(one)) for one in chosen)
    return start + ", ".join(said)


def called(names: tuple[str, ...]) -> str:
    """A thing by its first and its last name."""
    return names[0] if names[0] == names[-1] else f"{names[0]} ({names[-1]})"
