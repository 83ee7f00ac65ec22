"""The soak: the installed house with its usual settings, driven by people and browsers for some minutes."""
