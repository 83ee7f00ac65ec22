"""`python -m tests.soak [SECONDS]`: run the soak test and print what was done; `make soak` runs it."""

import sys

from tests.soak.run import soak

USUAL_SECONDS = 300

if __name__ == "__main__":
    outcome = soak(float(sys.argv[1]) if len(sys.argv) > 1 else USUAL_SECONDS, fresh=True)
    print(*outcome.lines, sep="\n")
    print(*(f"FAULT {fault}" for fault in outcome.faults), sep="\n")
    sys.exit(bool(outcome.faults))
