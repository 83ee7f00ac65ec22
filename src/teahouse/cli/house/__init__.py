"""The commands that look after a server: opening it, backups, bringing them back."""
