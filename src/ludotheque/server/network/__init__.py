"""TCP connections: accepting, counting and bounding them."""
