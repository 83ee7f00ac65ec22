/** The clipboard, also where a page may not write to it. */

/** Copies a text; a page over plain http has no clipboard, and copies what is selected in the text's field. */
export async function copyText(text: string, field?: HTMLInputElement): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    field?.select();
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- there is no other way without a clipboard
    document.execCommand("copy");
  }
}
