"""Publish and subscribe: the interface, and its implementation within one process."""
