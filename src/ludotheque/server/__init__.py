"""Tables for people and bots over HTTP and WebSockets. The rules stay in games, the files in store."""
