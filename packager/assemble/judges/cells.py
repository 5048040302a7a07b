"""One cell against its column: type, spelling and constraints, and one cell against another."""

import math
import re
from decimal import Decimal

from packager.domain.numbers import plain
from packager.domain.package import Field
from packager.domain.strict import decimal_of

INTEGER = re.compile(r"0|-?[1-9]\d*", re.ASCII)
NUMBER = re.compile(r"0|-?(?:[1-9]\d*|0(?=\.))(?:\.\d*[1-9])?", re.ASCII)
KINDS = {"number": "float64", "integer": "int64", "string": "string"}
LISTED = (", ", " ")
NOTHING = ((None, ""), ("", None))


def text_fault(column: Field, text: str) -> str:
    """What is wrong with a cell of a CSV file; "" when nothing is."""
    if text == "":
        return "empty, and a value is required" if column.required else ""
    spelling = {"integer": INTEGER, "number": NUMBER}.get(column.type)
    if spelling is None:
        return value_fault(column, text)
    if not spelling.fullmatch(text):
        kind = "whole number" if column.type == "integer" else "number"
        return f"{text!r} is no {kind} in plain digits"
    return value_fault(column, Decimal(text))


def typed_fault(column: Field, value: object) -> str:
    """What is wrong with a cell of a Parquet file whose column has the right type."""
    if value is None:
        return "empty, and a value is required" if column.required else ""
    if isinstance(value, float) and not math.isfinite(value):
        return f"{value} is no number"
    if value == "":
        return "an empty text, where no value is null"
    return value_fault(column, value)


def value_fault(column: Field, value: object) -> str:
    """What constraint a value breaks; "" when none."""
    if isinstance(value, Decimal | int | float):
        low = column.minimum
        return f"{value} is below {low}" if low is not None and value < low else ""
    if column.enum and value not in column.enum:
        return f"{value!r} is none of {', '.join(column.enum)}"
    if column.pattern and not re.fullmatch(column.pattern, str(value)):
        return f"{value!r} does not match {column.pattern}"
    return ""


def value_of(column: Field, text: str) -> object:
    """A CSV cell as a value; the text itself where it is no number."""
    if text == "":
        return None
    if column.type == "string":
        return text
    number = decimal_of(text)
    return text if number is None else number


def is_same(left: object, right: object) -> bool:
    """Whether two documents say the same in one cell.

    A binary number is the nearest one to its decimal. A list is the text of its items with a
    comma or a blank between two; true and false are yes and no; an empty text is none.
    """
    if isinstance(right, list | bool) or isinstance(left, float):
        left, right = right, left
    if isinstance(left, list):
        items = [one if isinstance(one, str) else key_text(one) for one in left]
        text = "" if right is None else right
        return text in {between.join(items) for between in LISTED}
    if isinstance(left, bool):
        return right is left or right == ("yes" if left else "no")
    if isinstance(right, float) and isinstance(left, int | Decimal):
        return float(Decimal(left)) == right
    return left == right or (left, right) in NOTHING


def key_text(value: object) -> str:
    """A cell of a key as text that is the same in every form of the table."""
    match value:
        case None:
            return ""
        case Decimal():
            return plain(value)
        case _:
            return str(value)


def shown(value: object) -> str:
    """A cell as a message says it."""
    return key_text(value) if isinstance(value, int | Decimal | float) else repr(value)
