/** The record that the visitor uploaded, kept in this tab so that the analysis board finds it even after a reload. */

const NAME = "teahouse.uploaded";
let last: string | null = null;

export function keepUploaded(record: string): void {
  last = record;
  try {
    sessionStorage.setItem(NAME, record);
  } catch {
    // Too long for the tab's storage, or there is no storage: the record lasts until the page is reloaded.
  }
}

export function uploadedRecord(): string | null {
  try {
    return last ?? sessionStorage.getItem(NAME);
  } catch {
    return last;
  }
}
