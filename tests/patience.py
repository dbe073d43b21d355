"""How long tests wait for what must happen. Nothing is measured by it: it only ends a test that would wait for ever."""

PATIENCE = 30.0
"""In seconds."""
PATIENCE_MS = 30_000
"""The same in milliseconds, for browsers."""
