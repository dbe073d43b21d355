"""What the viewers of a table are sent: messages, who gets which, and the queues of their connections."""
