"""The server: tables for people and bots over HTTP and WebSockets. Rules are in games/, storage is in store/."""
