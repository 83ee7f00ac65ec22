/** Copying a text, also on pages over plain http, which have no clipboard. */

/** Copy a text; false if this browser does not allow it. Without a clipboard it takes a field beside an element. */
export async function copyText(text: string, beside: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyFromField(text, beside);
  }
}

/** The field stands beside an element of the page, because an open dialog lets nothing outside it be selected. */
function copyFromField(text: string, beside: HTMLElement): boolean {
  const field = document.createElement("textarea");
  Object.assign(field, { className: "hidden-words", readOnly: true, value: text });
  beside.after(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way without a clipboard
  const isCopied = document.execCommand("copy");
  field.remove();
  beside.focus();
  return isCopied;
}
