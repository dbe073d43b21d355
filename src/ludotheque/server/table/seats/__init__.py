"""The seats of a table: who sits where, who may change that, and how it is changed."""
