"""What axe-core finds wrong with a page for people who see, hear or move otherwise."""

import json
from typing import Final

from playwright.sync_api import Page

from tests.e2e.house import ROOT

AXE: Final = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS: Final = ("serious", "critical")


def serious_findings(page: Page) -> list[str]:
    """The findings that keep somebody out, with the first elements concerned."""
    page.evaluate(AXE.read_text())
    found = page.evaluate("async () => (await axe.run()).violations")
    return [
        f"{one['id']}: {json.dumps([node['html'] for node in one['nodes']][:3])}"
        for one in found
        if one["impact"] in SERIOUS
    ]
