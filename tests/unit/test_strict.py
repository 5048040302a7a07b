"""Bytes to text to values: digits kept, and nothing read that another reader reads otherwise."""

import time
from decimal import Decimal

import pytest

from packager.domain.errors import SourceError
from packager.domain.strict import decimal_of, decode, parse_json

MARK = "\N{ZERO WIDTH NO-BREAK SPACE}"


def parsed(text: str) -> object:
    return parse_json(text, where="file.json")


def refused(text: str) -> SourceError:
    with pytest.raises(SourceError) as caught:
        parsed(text)
    assert caught.value.where.startswith("file.json")
    assert caught.value.mend
    return caught.value


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("0.6993091867226764", "0.6993091867226764"),
        ("1.50", "1.50"),
        ("0.1000000000000000055511151231257827", "0.1000000000000000055511151231257827"),
        ("-0.0", "-0.0"),
        ("1e5", "1E+5"),
        ("1.5E-7", "1.5E-7"),
        ("1e300", "1E+300"),
    ],
)
def test_a_fraction_keeps_the_digits_it_was_written_with(text: str, digits: str) -> None:
    value = parsed(text)

    assert isinstance(value, Decimal)
    assert str(value) == digits


def test_a_whole_number_is_exact_beyond_a_double() -> None:
    assert parsed("[9007199254740993, -0, 12345678901234567890123]") == [
        9007199254740993,
        0,
        12345678901234567890123,
    ]


def test_the_rest_of_json_is_read_as_ever() -> None:
    text = '{"a": [true, false, null, "\\u00e9\\ud83d\\ude00"], "": {"b": []}}'

    assert parsed(text) == {"a": [True, False, None, "é\N{GRINNING FACE}"], "": {"b": []}}


def test_a_byte_order_mark_before_the_value_is_passed_over() -> None:
    assert parsed(MARK + "[1]") == [1]


@pytest.mark.parametrize("text", ["", " \n", MARK, MARK + "\r\n"])
def test_an_empty_file_is_called_empty(text: str) -> None:
    assert refused(text).what == "the file is empty"


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ('{"rows": [\n  1,\n  2', 3, 4),
        ('{"rows": [1,]}', 1, 13),
        ('{"a": 1} {"a": 2}', 1, 10),
        ("01", 1, 2),
        ("{'a': 1}", 1, 2),
        ('["tab\there"]', 1, 6),
        (MARK + MARK + "[1]", 1, 1),
        ("[1, // no\n2]", 1, 5),
    ],
)
def test_broken_json_is_told_with_line_and_column(text: str, line: int, column: int) -> None:
    error = refused(text)

    assert error.what.startswith("broken JSON")
    assert error.where == f"file.json, line {line}, column {column}"


@pytest.mark.parametrize("text", ["NaN", "[Infinity]", '{"a": -Infinity}'])
def test_what_is_no_number_is_refused(text: str) -> None:
    assert refused(text).what.endswith("is no number")


def test_keys_that_stand_twice_are_named_at_any_depth() -> None:
    error = refused('{"x": [{"b": 1, "a": 2, "b": 3, "a": 2, "c": 0}]}')

    assert error.what == "key 'a', 'b' stands twice in one object"


def test_one_key_twice_in_a_large_object_is_found_in_no_time() -> None:
    pairs = ", ".join(f'"{n}": 0' for n in range(50_000))
    began = time.perf_counter()

    error = refused(f'{{{pairs}, "7": 1}}')

    assert error.what == "key '7' stands twice in one object"
    assert time.perf_counter() - began < 5


@pytest.mark.parametrize(
    "text",
    ["1" * 100_000, "-" + "1" * 301, "0." + "1" * 100_000, "1e301", "1E-301", "1e99999999999"],
)
def test_a_number_that_no_double_holds_or_of_absurd_length_is_refused(text: str) -> None:
    error = refused(f"[{text}]")

    assert "number" in error.what
    assert len(error.what) < 100


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, "[" * 102 + "]" * 102])
def test_nesting_beyond_reason_is_refused(text: str) -> None:
    assert "deep" in refused(text).what


def test_nesting_of_a_hundred_levels_is_read() -> None:
    value = parsed("[" * 100 + "]" * 100)

    depth = 1
    while value:
        assert isinstance(value, list)
        value, depth = value[0], depth + 1
    assert depth == 100


@pytest.mark.parametrize(
    "text", [r'"\ud800"', r'["a\udc00b"]', r'{"\udfff": 1}', r'{"a": "\u0000"}', r'"\ude00\ud83d"']
)
def test_half_a_surrogate_pair_and_nul_are_refused_even_when_escaped(text: str) -> None:
    assert "NUL or half a surrogate pair" in refused(text).what


def test_text_that_only_speaks_of_an_escape_is_read() -> None:
    assert parsed(r'"\\ud800 \\u0000"') == r"\ud800 \u0000"


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1", Decimal(1)),
        ("+1.50", Decimal("1.50")),
        (".5", Decimal("0.5")),
        ("5.", Decimal(5)),
        ("-0", Decimal("-0")),
        ("1e-300", Decimal("1E-300")),
        ("0e999", Decimal("0E+999")),
        ("", None),
        (".", None),
        (" 1", None),
        ("1\n", None),
        ("1_000", None),
        ("1,5", None),
        ("0x1f", None),
        ("nan", None),
        ("Infinity", None),
        ("--1", None),
        ("1e", None),
        ("1e1000", None),
        ("\N{ARABIC-INDIC DIGIT ONE}", None),
        ("\N{FULLWIDTH DIGIT ONE}", None),
        ("1" * 302, None),
        ("0." + "1" * 400, None),
    ],
)
def test_only_a_plain_decimal_number_is_one(text: str, value: Decimal | None) -> None:
    found = decimal_of(text)

    assert str(found) == str(value)


def test_text_is_utf_8_and_keeps_its_byte_order_mark() -> None:
    assert decode(b"\xef\xbb\xbfT\xc3\xbcrkiye\r\n", where="a.csv") == MARK + "Türkiye\r\n"


@pytest.mark.parametrize(
    ("content", "what", "where"),
    [
        ("Area".encode("utf-16"), "the text is UTF-16", "a.csv"),
        (b"\xfe\xff\0A", "the text is UTF-16", "a.csv"),
        (b"Area\nT\xfcrkiye\n", "byte 0xfc is no UTF-8", "a.csv, line 2"),
        (b"\xc0\xaf", "byte 0xc0 is no UTF-8", "a.csv, line 1"),
        (b"\xed\xa0\x80", "byte 0xed is no UTF-8", "a.csv, line 1"),
        (b"a\nb\nc\0d", "the text holds a NUL character", "a.csv, line 3"),
    ],
)
def test_other_encodings_and_damage_are_refused_with_the_line(
    content: bytes, what: str, where: str
) -> None:
    with pytest.raises(SourceError) as caught:
        decode(content, where="a.csv")

    assert (caught.value.what, caught.value.where) == (what, where)


def test_lines_are_counted_from_where_a_part_begins() -> None:
    with pytest.raises(SourceError) as caught:
        decode(b"one\n\xff", where="a.csv", first_line=1001)

    assert caught.value.where == "a.csv, line 1002"
