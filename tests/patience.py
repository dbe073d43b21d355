"""How long tests wait for what must happen. Nothing is measured by it: it only ends a test that would wait for ever."""

PATIENCE = 120.0
"""In seconds."""
PATIENCE_MS = 120_000
"""The same in milliseconds, for browsers."""
