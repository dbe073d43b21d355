"""All laws in one module, for `ludotheque conform`: conformance.py tells which game they are held against."""

from ludotheque.testing.laws import *  # noqa: F403 - the tests of this module
