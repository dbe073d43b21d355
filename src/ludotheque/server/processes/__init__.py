"""The server as processes: one, or several that share a listening socket."""
