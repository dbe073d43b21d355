"""Pictures of games for others: previews of links, and whole games as animations."""
