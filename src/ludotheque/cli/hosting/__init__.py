"""Commands for whoever runs a server: on this machine, or for others."""
