"""HTTP: the routes by subject, and what stands before them."""
