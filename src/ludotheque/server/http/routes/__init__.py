"""The routes of the HTTP API, one module for what they are about."""
