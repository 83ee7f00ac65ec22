"""The commands that look after a server: opening it, checking its set-up, backups, bringing them back."""
