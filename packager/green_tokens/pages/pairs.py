"""Which two models get a page together."""

from collections.abc import Iterator
from decimal import Decimal
from itertools import combinations

from packager.domain.errors import ConfigError
from packager.green_tokens.index import Index
from packager.green_tokens.rows import Configuration, ModelRow
from packager.green_tokens.settings import WHERE

FOLDER = "compare"
Rows = tuple[tuple[Configuration, Configuration], ...]
"""Index rows of two models on each GPU that they share, by GPU."""


class Pairs:
    """Unordered pairs of models with a row on one GPU; slugs in alphabetical order.

    Where the settings name models, only pairs with one of them get a page: of a thousand models
    there are half a million pairs.

    Raises:
        ConfigError: the settings name a model that is not there.
    """

    def __init__(self, index: Index) -> None:
        self._rows = {row.pair: row for row in index.rows}
        self._models = sorted(index.models, key=lambda one: one.slug)
        self._gpus = sorted({row.gpu for row in index.rows})
        self._wanted = frozenset(index.settings.compare)
        unknown = sorted(self._wanted - {one.slug for one in self._models})
        if unknown:
            raise ConfigError(
                f"there is no model {', '.join(unknown)}",
                where=f"{WHERE}, [index], compare",
                mend="name models by their slugs, as in models.csv",
            )

    def __iter__(self) -> Iterator[tuple[ModelRow, ModelRow, Rows]]:
        for first, second in combinations(self._models, 2):
            if self.is_wanted(first, second) and (shared := self.shared(first, second)):
                yield first, second, shared

    def is_wanted(self, first: ModelRow, second: ModelRow) -> bool:
        """Whether the settings want a page for two models that share a GPU."""
        return not self._wanted or bool(self._wanted & {first.slug, second.slug})

    def shared(self, first: ModelRow, second: ModelRow) -> Rows:
        """Rows of both on each GPU where both have one."""
        found = (
            (self._rows.get((first.slug, gpu)), self._rows.get((second.slug, gpu)))
            for gpu in self._gpus
        )
        return tuple((one, other) for one, other in found if one and other)

    def of(self, slug: str) -> list[tuple[ModelRow, str]]:
        """The other model and the address of each page that a model is on."""
        (model,) = (one for one in self._models if one.slug == slug)
        return [
            (other, address_of(*sorted((model, other), key=lambda one: one.slug)))
            for other in self._models
            if other != model and self.is_wanted(model, other) and self.shared(model, other)
        ]

    def energy(self, slug: str, gpu: str) -> Decimal | None:
        """Wh/M of the row of a model on a GPU, if it has one."""
        row = self._rows.get((slug, gpu))
        return row.wh_per_million_output_tokens if row else None


def address_of(first: ModelRow, second: ModelRow) -> str:
    """Where the page of a pair lies."""
    return f"{FOLDER}/{first.slug}-vs-{second.slug}"
