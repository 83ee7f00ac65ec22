"""Accessibility problems that axe-core finds on a page, in every theme."""

import json
from typing import Any, Final

from playwright.sync_api import Page

from tests.e2e.house import ROOT

AXE: Final = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
SERIOUS: Final = ("moderate", "serious", "critical")
THEMES: Final = ("light", "dark", "contrast")
WITH_TEXT: Final = "localStorage.setItem('teahouse.settings', JSON.stringify({text: true}))"
# A theme only changes colours, so other rules are checked in one theme. `preload` reads style sheets for a rule that is
# off, and would take as long as all other rules together.
FIND: Final = """async (themes) => {
  const root = document.documentElement, before = root.dataset.theme;
  const found = [];
  for (const [place, theme] of themes.entries()) {
    root.dataset.theme = theme;
    const part = place === 0 ? {} : { runOnly: ["color-contrast"] };
    const { violations } = await axe.run({ resultTypes: ["violations"], preload: false, ...part });
    found.push(...violations.map(({ id, impact, nodes }) =>
      ({ id, impact, theme, html: nodes.slice(0, 3).map((node) => node.html) })));
  }
  if (before === undefined) delete root.dataset.theme; else root.dataset.theme = before;
  return found;
}"""


def findings(page: Page) -> list[dict[str, Any]]:
    """All findings of axe, in every theme."""
    page.evaluate(AXE.read_text())
    found: list[dict[str, Any]] = page.evaluate(FIND, list(THEMES))
    return found


def serious_findings(page: Page) -> list[str]:
    """The findings that are serious barriers, each with its first elements."""
    found = findings(page)
    return [f"{one['id']} ({one['theme']}): {json.dumps(one['html'])}" for one in found if one["impact"] in SERIOUS]
