"""HTTP: the routes by subject, and the middleware before them."""
