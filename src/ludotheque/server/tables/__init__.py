"""All tables of a server: opening, finding, listing, closing. Knows no web framework, socket or database driver."""
