"""The touch targets of a page, and those that are too small."""

from typing import Any, Final

from playwright.sync_api import Page

LEAST: Final = 44

# The label of a checkbox counts as part of it; links within sentences and invisible elements are left out.
TARGETS: Final = """() => {
  const found = [];
  for (const one of document.querySelectorAll('button, a[href], input, select, textarea, summary, [role=button]')) {
    const label = one.closest('label');
    const isMark = one.matches('input[type=radio], input[type=checkbox], input[type=file]');
    const target = isMark && label ? label : one;
    const inSentence = one.matches('p a, li a:not(.button), td a, dd a');
    const box = target.getBoundingClientRect();
    const seen = target.checkVisibility({opacityProperty: true, visibilityProperty: true}) && box.width > 1;
    if (!seen || inSentence || target.closest('.skip, .hidden-words')) continue;
    const name = (one.getAttribute('aria-label') ?? target.innerText ?? one.name ?? '').trim().slice(0, 40);
    const isBoard = one.matches('.slot');
    found.push({name: `${one.tagName.toLowerCase()}.${one.className} "${name}"`,
                width: box.width, height: box.height, isBoard});
  }
  return found;
}"""


def targets(page: Page) -> list[dict[str, Any]]:
    """All touch targets: name and size; `isBoard` for tiles of a board, which can be zoomed."""
    found: list[dict[str, Any]] = page.evaluate(TARGETS)
    return found


def too_small(page: Page) -> list[str]:
    """The targets that are too small for a finger."""
    return [
        f"{one['name']}: {one['width']:.0f} × {one['height']:.0f}"
        for one in targets(page)
        if not one["isBoard"] and min(one["width"], one["height"]) < LEAST - 0.5
    ]
