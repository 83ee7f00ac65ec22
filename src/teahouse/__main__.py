"""Start the commands with `python -m teahouse`."""
