"""What the server keeps, and where: an interface, and SQLite behind it."""
