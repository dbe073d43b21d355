"""Laws about options that depend on others: a client shows such an option only where it means anything."""

from itertools import product

from ludotheque.core import registry
from ludotheque.core.errors import OptionError
from ludotheque.core.options import OptionSpec
from ludotheque.testing.subjects import Subject


def _list_values(spec: OptionSpec) -> list[str]:
    if spec.kind == "number":
        assert spec.least is not None
        assert spec.most is not None
        return [str(value) for value in range(spec.least, spec.most + 1)]
    return list(spec.choices) or ["on", "off"]


def test_an_option_can_be_changed_exactly_where_its_needs_are_met(dependent: tuple[Subject, str]) -> None:
    subject, name = dependent
    options_type, specs = registry.find(subject.id).Options, subject.specs
    needs = specs[name].needs
    usual = options_type.parse({}).format()[name]
    for values in product(*(_list_values(specs[other]) for other in needs)):
        around = dict(zip(needs, values, strict=True))
        options_type.parse(around)  # alone these go together
        accepted = set()
        for value in _list_values(specs[name]):
            try:
                options_type.parse({**around, name: value})
                accepted.add(value)
            except OptionError as error:
                assert error.option == name  # noqa: PT017 - a value may be refused here, but by its name
        is_met = all(around[other] in allowed for other, allowed in needs.items())
        assert accepted > {usual} if is_met else accepted == {usual}


def test_needs_name_earlier_options_and_their_values(subject: Subject) -> None:
    """Whoever goes through the options in their order knows at each one whether it applies."""
    specs = subject.specs
    names = list(specs)
    for name, spec in specs.items():
        for other, allowed in spec.needs.items():
            assert set(allowed) < set(_list_values(specs[other]))
            assert names.index(other) < names.index(name)
