"""What comes from outside: whether a number is one, and how a text is quoted in an error."""


def is_whole(number: object) -> bool:
    """Whether this is a whole number. Moves may come from anywhere, and 12.0 or True would pass for 12 or 1."""
    return type(number) is int


def shorten(text: str, most: int = 40) -> str:
    """Quote a text in an error, but not all of a long one."""
    return repr(text if len(text) <= most else f"{text[: most - 3]}...")
