"""The laws, as test functions: `from ludotheque.testing.laws import *` in a module with `SUBJECTS` collects them."""

from ludotheque.testing.laws import (
    hidden_information,
    messages,
    option_needs,
    options,
    positions,
    records,
    rulebook,
    rules,
    shortcuts,
)

LAWS = {
    name: law
    for module in (rules, hidden_information, messages, records, positions, options, option_needs, rulebook, shortcuts)
    for name, law in vars(module).items()
    if name.startswith("test_")
}
"""Every law by its name, which is a sentence."""

globals().update(LAWS)
__all__ = list(LAWS)
