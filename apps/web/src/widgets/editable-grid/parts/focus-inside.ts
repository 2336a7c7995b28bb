const FOCUSABLE = 'input:not([disabled]), textarea:not([disabled]), button:not([disabled]), [tabindex="0"]'

/** Focuses the control of a cell and selects its text, so that typing replaces it; without a control, the cell. */
export function focusInside(cell: HTMLElement): void {
  if (cell.contains(document.activeElement) && document.activeElement !== cell) return
  const control = cell.querySelector<HTMLElement>(FOCUSABLE) ?? cell
  control.focus({ preventScroll: true })
  if (control instanceof HTMLInputElement && control.type === 'text') control.select()
}
