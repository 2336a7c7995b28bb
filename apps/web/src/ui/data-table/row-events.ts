import type { KeyboardEvent, MouseEvent } from 'react'

const CONTROLS = 'a,button,input,label,textarea,select,[role="button"],[role="menuitem"]'

/** Actions of a row; rows are found in the DOM by their `data-row`, so that none needs its own handlers. */
export interface RowHandlers<Row> {
  readonly rowOf: (key: string) => Row | undefined
  /** Click, Enter. */
  readonly onOpen?: ((row: Row) => void) | undefined
  readonly onDoubleClick?: ((row: Row) => void) | undefined
  /** Space. */
  readonly onToggle?: ((row: Row) => void) | undefined
}

/** Attributes that mark an element as a row of {@link rowEvents}. */
export const rowMarks = (key: string) => ({ 'data-row': key, tabIndex: 0 })

type RowEvent = MouseEvent<HTMLElement> | KeyboardEvent<HTMLElement>

const rowElement = ({ currentTarget, target }: RowEvent): HTMLElement | undefined => {
  const found = target.closest<HTMLElement>('[data-row]')
  // Events of a row's menus and dialogs bubble here from outside of it.
  return found && currentTarget.contains(found) ? found : undefined
}

/** The row an event targets; undefined when it targets a control inside. */
function eventRow<Row>(event: RowEvent, rowOf: RowHandlers<Row>['rowOf']): Row | undefined {
  const element = rowElement(event)
  const control = event.target.closest(CONTROLS)
  if (!element || (control && element.contains(control))) return undefined
  return rowOf(element.dataset['row'] ?? '')
}

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const rows: (HTMLElement | undefined)[] = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')]
  const next = rows[rows.indexOf(rowElement(event)) + (event.key === 'ArrowDown' ? 1 : -1)]
  next?.focus()
}

/** Mouse and keyboard of all rows in one element: click or Enter opens, space ticks, arrows move. */
export function rowEvents<Row>({ rowOf, onOpen, onDoubleClick, onToggle }: RowHandlers<Row>) {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const row = eventRow(event, rowOf)
    if (!row) return
    if (event.key === 'Enter') onOpen?.(row)
    else if (event.key === ' ') onToggle?.(row)
    else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') moveFocus(event)
    else return
    event.preventDefault()
  }
  const onMouse = (handle: (row: Row) => void, isMeant: () => boolean) => (event: MouseEvent<HTMLElement>) => {
    const row = eventRow(event, rowOf)
    if (row && isMeant()) handle(row)
  }
  return {
    onKeyDown,
    // Selecting text must not open the row; a double click always selects a word.
    ...(onOpen && { onClick: onMouse(onOpen, () => window.getSelection()?.type !== 'Range') }),
    ...(onDoubleClick && { onDoubleClick: onMouse(onDoubleClick, () => true) }),
  }
}
