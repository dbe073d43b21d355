"""How a table's watchers hear of what happened: an interface, and this process behind it."""
