/** The record that somebody brought along, kept in this tab: the analysis board finds it, also after a reload. */

const NAME = "teahouse/brought";
let last: string | null = null;

export function bring(record: string): void {
  last = record;
  try {
    sessionStorage.setItem(NAME, record);
  } catch {
    // It is too long for the tab's storage, or there is none: it stays until the page is loaded anew.
  }
}

export function brought(): string | null {
  try {
    return last ?? sessionStorage.getItem(NAME);
  } catch {
    return last;
  }
}
