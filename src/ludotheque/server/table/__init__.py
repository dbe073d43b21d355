"""Tables: seats, matches, clocks and what viewers are told. Knows no web framework, socket or database driver."""
