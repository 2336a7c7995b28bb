/** Meaning of a key in the grid; undefined: left to the control. */
export type KeyCommand =
  | { readonly do: 'move'; readonly rows: number; readonly columns: number; readonly extends: boolean }
  | { readonly do: 'tab'; readonly by: 1 | -1 }
  | { readonly do: 'moveRow'; readonly by: 1 | -1 }
  | { readonly do: 'undo' | 'redo' | 'fillDown' | 'cancel' | 'clear' | 'edit' | 'insertRow' }

export interface KeyPress {
  readonly key: string
  readonly shiftKey: boolean
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

export interface KeyPlace {
  /** A drop-down or calendar is open: only Tab leaves it. */
  readonly isPopupOpen: boolean
  /** Caret position in a text being edited; undefined in other controls. */
  readonly caret: { readonly isAtStart: boolean; readonly isAtEnd: boolean; readonly isAll: boolean } | undefined
  readonly hasBlock: boolean
  /** Rows per page. */
  readonly pageRows: number
}

const ARROWS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}
const WITH_CTRL = { z: 'undo', y: 'redo', d: 'fillDown' } as const

/** Spreadsheet keyboard behaviour for cells that are always editable (WG-182). */
export function keyCommand(press: KeyPress, place: KeyPlace): KeyCommand | undefined {
  const { key, shiftKey, altKey } = press
  if (press.ctrlKey || press.metaKey) return withCtrl(key.toLowerCase(), shiftKey)
  if (key === 'Tab') return { do: 'tab', by: shiftKey ? -1 : 1 }
  if (altKey) return withAlt(key)
  if (place.isPopupOpen) return undefined
  const move = (rows: number, columns = 0, isExtending = false) =>
    ({ do: 'move', rows, columns, extends: isExtending }) as const
  if (key === 'Enter') return move(shiftKey ? -1 : 1)
  if (key === 'PageUp') return move(-place.pageRows)
  if (key === 'PageDown') return move(place.pageRows)
  if (key === 'F2') return { do: 'edit' }
  if (key === 'Escape') return { do: 'cancel' }
  if (key === 'Delete' || key === 'Backspace') return place.hasBlock || !place.caret ? { do: 'clear' } : undefined
  const arrow = ARROWS[key]
  return arrow && isForGrid(arrow[1], shiftKey, place) ? move(arrow[0], arrow[1], shiftKey) : undefined
}

/** Larger than any grid. */
const FAR = Number.MAX_SAFE_INTEGER

function withCtrl(key: string, shiftKey: boolean): KeyCommand | undefined {
  if (key === 'home') return { do: 'move', rows: -FAR, columns: -FAR, extends: shiftKey }
  if (key === 'end') return { do: 'move', rows: FAR, columns: FAR, extends: shiftKey }
  if (key === 'z' && shiftKey) return { do: 'redo' }
  return key === 'z' || key === 'y' || key === 'd' ? { do: WITH_CTRL[key] } : undefined
}

function withAlt(key: string): KeyCommand | undefined {
  if (key === 'ArrowUp') return { do: 'moveRow', by: -1 }
  if (key === 'ArrowDown') return { do: 'moveRow', by: 1 }
  return key === 'Enter' || key === 'Insert' ? { do: 'insertRow' } : undefined
}

/** In a text an arrow moves the caret until it reaches the end; up and down always leave the cell. */
function isForGrid(columns: number, shiftKey: boolean, { caret, hasBlock }: KeyPlace): boolean {
  if (caret === undefined || columns === 0 || caret.isAll || hasBlock) return true
  return !shiftKey && (columns < 0 ? caret.isAtStart : caret.isAtEnd)
}
