"""Playing in the terminal: what happens in a session, commands, and how it all looks."""
