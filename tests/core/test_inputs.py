"""What comes from outside: numbers, and how values are quoted in errors."""

import pytest

from ludotheque.core.inputs import clip, parse_whole, shorten, show


def test_whole_numbers_are_read_as_they_are_written() -> None:
    assert [parse_whole(str(number)) for number in (-12, 0, 7, 999_999_999)] == [-12, 0, 7, 999_999_999]


@pytest.mark.parametrize(
    "text", ["", " 3", "3 ", "+3", "1_0", "１２", "²", "٣", "3.0", "0x3", "--3", "9" * 10, "9" * 5000]
)
def test_what_only_int_would_take_is_no_number(text: str) -> None:
    with pytest.raises(ValueError, match=r".*"):
        parse_whole(text)


def test_long_values_are_quoted_in_part() -> None:
    assert shorten("x" * 41) == repr("x" * 37 + "...")
    assert clip("x" * 200) == "x" * 200
    assert clip("x" * 201) == "x" * 197 + "..."
    assert show("short") == "'short'"
    for value in (
        "x" * 10**6,
        [1] * 10**6,
        (("water", 1),) * 10**6,
        {"a": "x" * 10**6},
        10**4000,
        10**6000,
        ["x" * 10**6],
    ):
        assert len(show(value)) < 300
