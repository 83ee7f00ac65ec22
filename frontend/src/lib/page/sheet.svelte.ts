/** The panels of a board's page: beside the board if there is room, else a sheet that the header's button opens. */

class Sheet {
  /** The panels' title; null on a page without panels. */
  title: string | null = $state(null);
  isOpen = $state(false);
  /** The number of unread messages in them. */
  unread = $state(0);

  /** Add panels; call the returned function to remove them. */
  add(title: string): () => void {
    this.title = title;
    return () => {
      this.title = null;
      this.unread = 0;
      this.isOpen = false;
    };
  }
}

export const sheet = new Sheet();

/** The id of the button that opens the sheet. */
export const SHEET_BUTTON = "sheet-button";

/** Do the panels lie over the board instead of beside it? */
export const isSheet = (): boolean => !matchMedia("(min-width: 68rem) and (min-height: 28.1rem)").matches;

/** Open a folded panel and focus a field in it. */
export function openFold(fold: string, field: string): void {
  if (isSheet()) sheet.isOpen = true;
  document.getElementById(fold)?.setAttribute("open", "");
  document.getElementById(field)?.focus();
}
