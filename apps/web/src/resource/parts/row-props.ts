import type { HTMLAttributes, KeyboardEvent, MouseEvent } from 'react'
import type { ResourceRow } from '../define-resource.ts'

interface Handlers<Row> {
  readonly onOpen: ((row: Row) => void) | undefined
  readonly onToggle: (row: Row) => void
}

const CONTROLS = 'a,button,input,label,textarea,select,[role="button"],[role="menuitem"]'

/** Whether a click or key was meant for a control in the row; menus of a row bubble here from outside of it. */
function isForControl(event: MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>): boolean {
  const target = event.target as Element
  return !event.currentTarget.contains(target) || target.closest(CONTROLS) !== null
}

const sibling = (row: Element, key: string) => {
  const next = key === 'ArrowDown' ? row.nextElementSibling : row.previousElementSibling
  return next instanceof HTMLElement && next.tabIndex === 0 ? next : undefined
}

/** Mouse and keyboard of a row: click or Enter opens, space ticks, arrows move. */
export function rowProps<Row extends ResourceRow>(
  row: Row,
  { onOpen, onToggle }: Handlers<Row>,
): HTMLAttributes<HTMLElement> {
  return {
    tabIndex: 0,
    onClick: onOpen && ((event) => !isForControl(event) && window.getSelection()?.type !== 'Range' && onOpen(row)),
    onKeyDown: (event) => {
      if (isForControl(event)) return
      if (event.key === 'Enter') onOpen?.(row)
      else if (event.key === ' ') onToggle(row)
      else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') sibling(event.currentTarget, event.key)?.focus()
      else return
      event.preventDefault()
    },
    style: onOpen && { cursor: 'pointer' },
  }
}
