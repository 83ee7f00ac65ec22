"""Start the commands with `python -m teahouse`."""

from teahouse.cli import main

main()
