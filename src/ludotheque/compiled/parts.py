"""Functions that are compiled only as parts of others, which takes Numba much less time.

Numba compiles every function that another one calls as if somebody were to call it by itself: it makes wrappers for
Python, optimises it together with all that it calls, and generates machine code, which nobody runs, since the caller
is optimised with a copy of it inside. A part is translated, and left to be linked and optimised with the function
that Python calls. This is done by a pipeline of compiler passes, as Numba lets one define them.
"""

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar, overload

from numba import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.registry import CPUDispatcher
from numba.core.typed_passes import NativeLowering

F = TypeVar("F", bound=Callable[..., Any])


class _PartLibrary(JITCodeLibrary):
    """Code of one function, not optimised; there is no machine code of it.

    What it calls is linked to it only for a caller that is not a part itself: at every level the same would be linked
    again and again.
    """

    def finalize(self) -> None:
        """Make it ready for callers."""
        for library in self._linking_libraries:
            self._reload_init.update(library._reload_init)
        for function in self.get_defined_functions():  # type: ignore[no-untyped-call] # Numba has hardly any types
            function.linkage = "linkonce_odr"
        self._finalize_dynamic_globals()  # type: ignore[no-untyped-call] # same
        self._finalized = True

    def _optimize_functions(self, ll_module: Any) -> None:
        ll_module.data_layout = self._codegen._data_layout

    def _get_module_for_linking(self) -> Any:
        """Link all that is needed to a copy of the code.

        LLVM leaves out a function that nothing before it calls, so each comes after all of its callers.
        """
        if self._shared_module is None:
            module = self._final_module.clone()
            for library in self._list_callees():
                is_part = isinstance(library, _PartLibrary)
                module.link_in(library._final_module if is_part else library._get_module_for_linking(), preserve=True)
            self._shared_module = module
        return self._shared_module

    def _list_callees(self) -> list[Any]:
        """List the libraries that are needed, directly or not, callers first."""
        found: dict[Any, None] = {}

        def visit(library: Any) -> None:
            if library not in found:
                if isinstance(library, _PartLibrary):
                    for each in library._linking_libraries:
                        visit(each)
                found[library] = None

        visit(self)
        return [*found][-2::-1]


@register_pass(mutates_CFG=True, analysis_only=False)  # type: ignore[no-untyped-call] # same
class _PartLowering(NativeLowering):
    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """Translate a function to LLVM's language, and register it for callers in compiled code only."""
        state.flags.no_compile = True
        state.library = _PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)  # type: ignore[no-untyped-call] # same
        super().run_pass(state)  # type: ignore[no-untyped-call] # same
        key = object()  # what callers find the function by, instead of a function that Python could call
        state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=key)
        return True


class _PartCompiler(CompilerBase):
    def define_pipelines(self) -> list[Any]:
        """Make Numba's own pipeline, with another end."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state, "part")  # type: ignore[no-untyped-call] # same
        passes.passes = [
            (_PartLowering, what) if each is NativeLowering else (each, what) for each, what in passes.passes
        ]
        passes.finalize()
        return [passes]


class _Part(CPUDispatcher):
    """A function as callers in compiled code see it.

    It takes whole numbers as int64, constants too, so that there is one version of it for all of them. Those without a
    sign stay as they are: an index that cannot be negative is faster.
    """

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """Compile for arguments of some types, and say how it is called then."""
        return super().get_call_template(tuple(map(_widen, args)), {name: _widen(kind) for name, kind in kws.items()})

    def compile(self, sig: Any) -> Any:
        """Compile for arguments of some types, if that is not done yet."""
        with _no_collection():
            return super().compile(sig)

    def add_overload(self, cres: Any) -> None:
        """Keep what was compiled, out of reach of Python."""
        self.overloads[tuple(cres.signature.args)] = cres


class _Callable(CPUDispatcher):
    """A function as Python sees it: compiled by itself if it is called, such as by a test."""

    def __init__(self, function: Callable[..., Any], options: dict[str, Any], *, cache: bool) -> None:
        super().__init__(function, targetoptions={"nopython": True, **options})
        if cache:
            self.enable_caching()
        without = {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        self.part = _Part(
            function, targetoptions={"nopython": True, **without, **options}, pipeline_class=_PartCompiler
        )

    @property
    def _numba_type_(self) -> Any:
        """The type of this function for compiled code."""
        return types.Dispatcher(self.part)


def _widen(kind: Any) -> Any:
    plain: Any = types.unliteral(kind)  # type: ignore[no-untyped-call] # same
    return types.int64 if plain in types.signed_domain else plain


@contextmanager
def _no_collection() -> Iterator[None]:
    """Keep Python from looking for garbage: a compiler makes many objects and little garbage."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


@overload
def part(function: F) -> F: ...


@overload
def part(*, cache: bool = False, **options: Any) -> Callable[[F], F]: ...


def part(function: Any = None, *, cache: bool = False, **options: Any) -> Any:
    """Compile a function as a part of those that call it; used like Numba's `njit`, with the same options.

    Python can call it too, such as in a test; then it is compiled by itself as well, as by `njit`. That is kept for the
    next process if `cache` says so.
    """
    if function is None:
        return lambda given: _Callable(given, options, cache=cache)
    return _Callable(function, options, cache=cache)
