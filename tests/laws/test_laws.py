"""Our games, held against the laws that everybody's games are held against."""

from ludotheque.testing.laws import *  # noqa: F403 - the tests of this module
from tests.strategies import SUBJECTS  # noqa: F401 - what they are about
