import type { CellRef } from '../core/grid-store.ts'

/** The cell an event belongs to; undefined in head, handles and pop-ups. */
export function cellAt(target: EventTarget | null): CellRef | undefined {
  if (!(target instanceof Element)) return undefined
  const key = target.closest<HTMLElement>('[data-key]')?.dataset['key']
  const id = rowAt(target)
  return key === undefined || id === undefined ? undefined : { id, key }
}

export const rowAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined

/** Whether the focused control has a drop-down or calendar open. */
export function isPopupOpen(control: Element): boolean {
  if (control.getAttribute('aria-expanded') === 'true') return true
  if (!control.closest('.ant-picker')) return false
  return document.querySelector('.ant-picker-dropdown:not(.ant-picker-dropdown-hidden)') !== null
}
