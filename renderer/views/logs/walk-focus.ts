/** The keyboard's way between the table of a log and the byte ruler under it. */

/** To the fields of what is selected. */
export function focusFields(): void {
  document.querySelector<HTMLElement>('[data-log-bytes] [role="listbox"]')?.focus();
}

/** To the row of the table that has the cursor. */
export function focusRows(): void {
  document.querySelector<HTMLElement>('[data-log-rows] tr[tabindex="0"]')?.focus();
}
