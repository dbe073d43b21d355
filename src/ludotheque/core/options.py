"""Options of a game: frozen dataclasses whose fields know their kind, their limits and one sentence about themselves.

A game derives from `Options` and declares each field by `choice`, `number`, `switch` or `table`. From that one
declaration follow the checks, the errors, the command-line flags and the tags of a record. Constraints between fields
(this board only in that edition) are checked by the game in `check_together`.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, fields
from typing import Any, Literal, Self, TypeAlias

from ludotheque.core.errors import OptionError
from ludotheque.core.inputs import clip, parse_whole, show

Needs: TypeAlias = Mapping[str, Sequence[str]]


@dataclass(frozen=True, slots=True)
class OptionSpec:
    """The declaration of one option."""

    help: str
    """One sentence for people."""
    allowed: str
    """What values there are, as the end of the sentence "`players` must be ..."."""
    accepts: Callable[[Any], bool]
    parse: Callable[[str], Any]
    """Text to value; raises ValueError or OptionError for text that is no value of this kind.

    The text is untrusted: time and memory must be proportional to its length.
    """
    format: Callable[[Any], str]
    kind: Literal["choice", "number", "switch", "table"]
    choices: tuple[str, ...] = ()
    """The possible values where they are few words; of a table, those that have names; empty otherwise."""
    least: int | None = None
    most: int | None = None
    """The limits of a number, both included."""
    parse_file: Callable[[str], Any] | None = None
    """File content to value, for options that people prefer to write as a file; raises OptionError."""
    needs: Needs = field(default_factory=dict)
    """For each option that this one depends on: the values, as text, with which it has a meaning. With any other
    value this one must keep its default."""
    omit_default: bool = False
    """Whether a record does not mention this option where it has its default, as no record did before there was this
    option. That default can never change."""


def choice(
    *choices: str,
    default: str,
    help: str,  # noqa: A002 - as in argparse
    needs: Needs | None = None,
    omit_default: bool = False,
) -> Any:
    """Declare an option that is one of a few words."""
    allowed = f"one of {', '.join(choices)}"
    spec = OptionSpec(
        help,
        allowed,
        lambda value: value in choices,
        str,
        str,
        "choice",
        choices=choices,
        needs=needs or {},
        omit_default=omit_default,
    )
    return field(default=default, metadata={"spec": spec})


def number(least: int, most: int, *, default: int, help: str, omit_default: bool = False) -> Any:  # noqa: A002
    """Declare an option that is a whole number between two limits, both included."""

    def accepts(value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most

    allowed = f"a whole number from {least} to {most}"
    spec = OptionSpec(
        help, allowed, accepts, parse_whole, str, "number", least=least, most=most, omit_default=omit_default
    )
    return field(default=default, metadata={"spec": spec})


def switch(*, default: bool, help: str, needs: Needs | None = None) -> Any:  # noqa: A002
    """Declare an option that is on or off."""

    def parse(text: str) -> bool:
        return {"on": True, "off": False}[text]

    spec = OptionSpec(
        help,
        "on or off (True or False)",
        lambda value: isinstance(value, bool),
        parse,
        lambda value: "on" if value else "off",
        "switch",
        needs=needs or {},
    )
    return field(default=default, metadata={"spec": spec})


def table(
    *,
    default: Any,
    allowed: str,
    accepts: Callable[[Any], bool],
    parse: Callable[[str], Any],
    format: Callable[[Any], str],  # noqa: A002
    help: str,  # noqa: A002
    parse_file: Callable[[str], Any] | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """Declare an option that is a table of data with a text form of its own, such as a multiset of tiles.

    Whoever makes the options may give either. `choices` are the texts of tables that have names.
    """
    spec = OptionSpec(help, allowed, accepts, parse, format, "table", choices=choices, parse_file=parse_file)
    return field(default=default, metadata={"spec": spec})


@contextmanager
def about(option: str) -> Iterator[None]:
    """Set the option of every OptionError raised inside, unless it names one already."""
    try:
        yield
    except OptionError as error:
        error.option = error.option or option
        raise


def parse_option(name: str, spec: OptionSpec, text: str) -> Any:
    """Read the value of one option. Raises OptionError."""
    try:
        with about(name):
            return spec.parse(text)
    except (ValueError, KeyError):
        raise OptionError(f"{name} must be {spec.allowed}, not {show(text)}.", name) from None


@dataclass(frozen=True, kw_only=True)
class Options:
    """The options of one game. Constructing one raises OptionError unless every value is allowed."""

    def __post_init__(self) -> None:
        for name, spec in self.specs().items():
            value = getattr(self, name)
            if spec.kind == "table" and isinstance(value, str) and not spec.accepts(value):
                value = parse_option(name, spec, value)  # a table may be given by its text
                object.__setattr__(self, name, value)
            if not spec.accepts(value):
                raise OptionError(f"{name} must be {spec.allowed}, not {show(value)}.", name)
        self.check_together()

    def check_together(self) -> None:
        """Raise OptionError if values that are allowed one by one contradict each other."""

    @classmethod
    def specs(cls) -> dict[str, OptionSpec]:
        """Return the options by name, in the order of their declaration."""
        try:
            return {f.name: f.metadata["spec"] for f in fields(cls)}
        except KeyError:
            name = next(f.name for f in fields(cls) if "spec" not in f.metadata)
            raise TypeError(
                f"{cls.__name__}.{name} is no option: declare it by choice, number, switch or table."
            ) from None

    @classmethod
    def make(cls, values: Mapping[str, Any]) -> Self:
        """Build from values by name; what is not named takes its default. Raises OptionError."""
        specs = cls.specs()
        for name in values:
            if name not in specs:
                raise OptionError(f"There is no option {show(name)}; there are: {', '.join(specs)}.", clip(name))
        return cls(**values)

    @classmethod
    def parse(cls, texts: Mapping[str, str]) -> Self:
        """Build from texts by name, as `format` writes them. Raises OptionError."""
        specs = cls.specs()
        return cls.make(
            {name: parse_option(name, specs[name], text) if name in specs else text for name, text in texts.items()}
        )

    def format(self) -> dict[str, str]:
        """Write every option as text, defaults included."""
        return {name: spec.format(getattr(self, name)) for name, spec in self.specs().items()}

    def format_for_record(self) -> dict[str, str]:
        """Write what a record says of the options: defaults too, so that a later change of one changes no record.

        Options that came later, `omit_default`, are left out where they have their defaults, so that a match is
        recorded as it was before there were these options.
        """
        texts, usual = self.format(), type(self)().format()
        return {
            name: texts[name]
            for name, spec in self.specs().items()
            if not spec.omit_default or texts[name] != usual[name]
        }
