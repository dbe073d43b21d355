"""What a server says about itself: logs, metrics, and whether it is ready."""
