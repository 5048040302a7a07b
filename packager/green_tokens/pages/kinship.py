"""What two models have in common, read from their names and facts; nothing else is concluded."""

import re
from dataclasses import dataclass
from decimal import Decimal

from packager.domain.numbers import quotient
from packager.green_tokens.rows import ModelRow

SIZE = re.compile(r"\d+(\.\d+)?B", re.IGNORECASE)
GENERATION = re.compile(r"V?\d+(\.\d+)*", re.IGNORECASE)
BYTES = {"FP8": Decimal(1), "BF16": Decimal(2), "FP16": Decimal(2), "FP32": Decimal(4)}
"""Bytes of one weight, by precision as the index prints it."""


@dataclass(frozen=True, slots=True)
class Name:
    """A model's name taken apart: "Llama 3.1 70B Instruct" is Llama, 3.1."""

    family: str
    generation: str


def name_of(model: ModelRow) -> Name:
    """Words before the first number are the family; a number that is no size, the generation."""
    words = model.model.split()
    numbers = [at for at, word in enumerate(words) if SIZE.fullmatch(word) or is_number(word)]
    generation = next((word for word in words if is_number(word)), "")
    return Name(" ".join(words[: numbers[0]]) if numbers else model.model, generation.upper())


def is_number(word: str) -> bool:
    """Whether a word tells a generation: 3, 3.1, V2."""
    return GENERATION.fullmatch(word) is not None


def publisher_of(model: ModelRow) -> str:
    """Who published it: the model id up to the stroke."""
    return model.model_id.partition("/")[0]


def is_mixture(model: ModelRow) -> bool:
    """Whether a token passes a part of the weights only."""
    return model.active_params_b < model.params_b


def is_dense(model: ModelRow) -> bool:
    """Whether its source calls it dense, and every weight is read for every token."""
    return "dense" in (model.architecture or "").lower() and not is_mixture(model)


def read_gigabytes(model: ModelRow) -> Decimal | None:
    """Weights that one token passes, in 10^9 bytes; None for a precision of unknown width."""
    width = BYTES.get(model.precision)
    return model.active_params_b * width if width else None


@dataclass(frozen=True, slots=True)
class Kinship:
    """How two models are related; each answer may hold or not."""

    first: ModelRow
    second: ModelRow

    @property
    def same_family(self) -> bool:
        """One publisher and one family name."""
        return (
            publisher_of(self.first) == publisher_of(self.second)
            and name_of(self.first).family == name_of(self.second).family
        )

    @property
    def same_generation(self) -> bool:
        return self.same_family and (
            name_of(self.first).generation == name_of(self.second).generation
        )

    @property
    def same_size(self) -> bool:
        """As many parameters, in all and active."""
        one, other = self.first, self.second
        return (one.params_b, one.active_params_b) == (other.params_b, other.active_params_b)

    @property
    def is_one_model(self) -> bool:
        """One model in two precisions: the names differ in the word of the precision at most."""
        bare = [
            " ".join(word for word in one.model.split() if word.upper() != one.precision)
            for one in (self.first, self.second)
        ]
        return bare[0] == bare[1] and self.same_size and self.differs_in_precision

    @property
    def differs_in_precision(self) -> bool:
        return self.first.precision != self.second.precision

    @property
    def dense_against_mixture(self) -> bool:
        """One is said to be dense, the other reads a part of its weights for a token."""
        one, other = self.first, self.second
        return (is_dense(one) and is_mixture(other)) or (is_mixture(one) and is_dense(other))

    @property
    def read_ratio(self) -> Decimal | None:
        """Bytes of weights that a token passes, second over first; None where unknown."""
        first, second = read_gigabytes(self.first), read_gigabytes(self.second)
        return quotient(second, first) if first and second is not None else None
