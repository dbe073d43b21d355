"""What compiled functions are made of, so that they are compiled anew when any of it has changed.

Numba looks only at the source file of the function that Python calls, which is one of our templates. Our own sources
are hashed by cache.py. From the functions of other packages everything is followed that they refer to by name: other
functions, as they run here and with the files they are in, classes, tables and other constants, wherever those came
from.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from enum import Enum, EnumType
from functools import partial
from hashlib import sha256
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba.core.caching import NullCache

from ludotheque.core.sources import hash_files, list_sources

_PACKAGE = __name__.partition(".")[0]
_KNOWN = frozenset({_PACKAGE, "numba", "numpy", "llvmlite", *sys.stdlib_module_names}) - {"__main__"}
"""Packages that are not followed: our own has its hash, and Numba keeps code of another version of itself apart."""
_PLAIN = (type(None), bool, int, float, complex, str, bytes, np.generic, np.dtype)


def is_compiled(value: Any) -> bool:
    """Whether this is a function that Numba compiles."""
    return hasattr(value, "py_func")


def hash_functions(values: Iterable[Any]) -> str:
    """Hash all that these compiled functions are made of; what else is among the values is left out."""
    walk = _Walk()
    for value in values:
        if is_compiled(value):
            walk.visit(value.__name__, value)
    files = {file for module in walk.modules for file in list_sources(module)}
    return sha256(repr((hash_files(sorted(files)), sorted(walk.facts))).encode()).hexdigest()[:16]


def drop_caches(values: Iterable[Any]) -> None:
    """Take their own caches from these compiled functions and those they call, where they are of other packages.

    Numba finds a function in its cache again as long as its own file stays the same, whatever became of the others.
    What is compiled of them is kept with the loops that call them.
    """
    walk = _Walk()
    for value in values:
        walk.visit("", value)
    for function in walk.compiled:
        function._cache = NullCache()
    if any(sum(function.stats.cache_hits.values()) for function in walk.compiled):  # those with a signature, at import
        for function in walk.compiled:
            if function.overloads:
                function.recompile()


class _Walk:
    """Goes from function to function, and notes what it finds."""

    def __init__(self) -> None:
        self.compiled: list[Any] = []
        """Functions, each after those that it calls."""
        self.modules: set[str] = set()
        self.facts: set[str] = set()
        self._seen: set[int] = set()

    def visit(self, name: str, value: Any) -> None:
        """Note a value that compiled code refers to by a name, and what it refers to in turn."""
        function = value.py_func if is_compiled(value) else value
        if isinstance(value, np.ndarray):
            content = sha256(np.ascontiguousarray(value).tobytes()).hexdigest()
            self.facts.add(f"{name} {value.dtype!r} {value.shape} {content}")
        elif isinstance(value, Enum):
            self.visit(f"{name}.{value.name}", value.value)
        elif isinstance(value, _PLAIN):
            self.facts.add(f"{name} {value!r}")
        elif isinstance(value, tuple):
            for index, part in enumerate(value):
                self.visit(f"{name}[{index}]", part)
        elif isinstance(value, type):
            self._visit_class(name, value)
        elif isinstance(function, FunctionType) and id(function) not in self._seen:
            self._seen.add(id(function))
            self._visit_function(function)
            if is_compiled(value) and not _is_known(function.__module__):
                self.compiled.append(value)
                for option, setting in value.targetoptions.items():
                    self._visit_option(f"{name} {option}", setting)

    def _visit_option(self, name: str, setting: Any) -> None:
        if isinstance(setting, (*_PLAIN, set, frozenset)):
            self.facts.add(f"{name} {_spell_constant(setting)}")
        else:
            self.visit(name, setting)

    def _visit_class(self, name: str, given: type) -> None:
        """Note where a class is from and, of an enumeration, what compiled code takes from it."""
        if _is_known(given.__module__):
            return
        self.modules.add(given.__module__)
        if isinstance(given, EnumType):
            members: Mapping[str, Enum] = given.__members__
            for alias, member in members.items():
                self.visit(f"{name}.{alias}", member)

    def _visit_function(self, function: FunctionType) -> None:
        if _is_known(function.__module__):
            return
        module: str | None = function.__module__
        if module is not None:
            self.modules.add(module)
        # Its file may have been saved again since it was imported, or there is none: it was typed in.
        self.facts.update(f"{function.__qualname__} {text}" for text in _spell(function.__code__))
        self.visit(f"{function.__qualname__} defaults", function.__defaults__ or ())
        for name, value in (function.__kwdefaults__ or {}).items():
            self.visit(f"{function.__qualname__} {name}", value)
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
            with suppress(ValueError):  # nothing is in it yet
                self.visit(name, cell.cell_contents)
        names = {name for code in _list_codes(function.__code__) for name in code.co_names}
        self._visit_names(names, "", function.__globals__.get, set())

    def _visit_names(self, names: set[str], prefix: str, find: Callable[[str], Any], through: set[str]) -> None:
        """Visit what names mean, also as attributes of the modules among them, each of which is gone through once."""
        for name in names:
            value = find(name)
            if not isinstance(value, ModuleType):
                self.visit(prefix + name, value)
            elif not _is_known(value.__name__) and value.__name__ not in through:
                self.modules.add(value.__name__)
                through.add(value.__name__)
                self._visit_names(names, f"{value.__name__}.", partial(_find_attribute, value), through)


def _find_attribute(module: ModuleType, name: str) -> Any:
    return getattr(module, name, None)


def _is_known(module: str | None) -> bool:
    return module is not None and module.partition(".")[0] in _KNOWN


def _list_codes(code: CodeType) -> Iterator[CodeType]:
    """List the code of a function and of those inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _list_codes(constant)


def _spell(code: CodeType) -> Iterator[str]:
    """Write what is in code, but not where it was written."""
    for each in _list_codes(code):
        constants = [_spell_constant(constant) for constant in each.co_consts if not isinstance(constant, CodeType)]
        yield repr((each.co_code, each.co_names, each.co_varnames, constants))


def _spell_constant(constant: object) -> str:
    if isinstance(constant, (set, frozenset)):  # in an order of its own in every process
        return repr(sorted(map(repr, constant)))
    return repr(constant)
