"""One table: its seats, its match, its clock. Knows no web framework, socket or database driver."""
