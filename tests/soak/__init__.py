"""The soak test: the installed server with its default settings, used by people and browsers for some minutes."""
