/** The keyboard's way between the table of a log and the byte ruler under it. */

/** What had the focus when fields were asked for that were not there yet. */
let waitsFrom: Element | null = null;

/** To the fields of what is selected: now, or as soon as they are read, unless the keyboard is taken elsewhere meanwhile. */
export function focusFields(): void {
  const fields = document.querySelector<HTMLElement>('[data-log-bytes] [role="listbox"]');
  waitsFrom = fields === null ? document.activeElement : null;
  fields?.focus();
}

/** Fields are drawn: whoever waits for them gets them. */
export function fieldsAreThere(): void {
  const isWaiting = waitsFrom !== null && waitsFrom === document.activeElement;
  waitsFrom = null;
  if (isWaiting) focusFields();
}

/** To the row of the table that has the cursor. */
export function focusRows(): void {
  document.querySelector<HTMLElement>('[data-log-rows] tr[tabindex="0"]')?.focus();
}
