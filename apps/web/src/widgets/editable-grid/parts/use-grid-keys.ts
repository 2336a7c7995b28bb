import type { FocusEvent, KeyboardEvent } from 'react'
import { isSingle } from '../core/block.ts'
import { clearBlock, currentBlock, fillDown } from '../core/block-commands.ts'
import type { CellRef, Grid } from '../core/grid-store.ts'
import { type KeyCommand, type KeyPlace, keyCommand } from '../core/keys.ts'
import { cellAt, isPopupOpen } from './cell-at.ts'
import { focusInside } from './focus-inside.ts'

interface KeyOptions {
  readonly grid: Grid
  /** Scrolls a cell into view. */
  readonly showCell: (row: number, column: number) => void
  readonly pageRows: number
  readonly mayAdd: boolean
  readonly onInsertBelow: (id: string) => void
}

const isText = (target: EventTarget): target is HTMLInputElement | HTMLTextAreaElement =>
  (target instanceof HTMLInputElement &&
    target.type === 'text' &&
    !target.readOnly &&
    !target.closest('.ant-select, .ant-picker')) ||
  target instanceof HTMLTextAreaElement

function placeOf(target: Element, hasBlock: boolean, pageRows: number): KeyPlace {
  const shared = { isPopupOpen: isPopupOpen(target), hasBlock, pageRows }
  if (!isText(target)) return { ...shared, caret: undefined }
  const { selectionStart: start, selectionEnd: end, value } = target
  return {
    ...shared,
    caret: {
      isAtStart: start === 0 && end === 0,
      isAtEnd: start === value.length,
      isAll: start === 0 && end === value.length,
    },
  }
}

/** Enters the control of a cell: sets the caret behind the text, or opens its drop-down. */
function enter(target: Element): void {
  if (isText(target)) target.setSelectionRange(target.value.length, target.value.length)
  else if (target instanceof HTMLButtonElement) target.click()
  else target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true, cancelable: true }))
}

/** The control does not use the key, so the browser would scroll the grid under its pop-up. */
const isScroll = (key: string, target: Element, { isPopupOpen: isOpen }: KeyPlace) =>
  isOpen && key.startsWith('Arrow') && !(target instanceof HTMLInputElement && !target.readOnly)

/** Keyboard handling of the grid. Keys inside pop-ups belong to these. */
export function useGridKeys({ grid, showCell, pageRows, mayAdd, onInsertBelow }: KeyOptions) {
  /** Moves focus or block corner to a position, if it exists. */
  function goTo(row: number, column: number, isExtending = false): boolean {
    const record = grid.state().records[row]
    const target = grid.columns()[column]
    if (!record || !target) return false
    showCell(row, column)
    grid.activate({ id: record.id, key: target.key }, isExtending)
    return true
  }
  const positionOf = ({ id, key }: CellRef): readonly [number, number] => [
    grid.state().indexOf.get(id) ?? -1,
    grid.columns().findIndex((column) => column.key === key),
  ]
  const clamp = (position: number, count: number) => Math.max(0, Math.min(position, count - 1))

  function move(command: KeyCommand & { do: 'move' }): boolean {
    const { active, head } = grid.view.getState()
    const from = command.extends ? (head ?? active) : active
    if (!from) return false
    const [row, column] = positionOf(from)
    const { length } = grid.state().records
    return goTo(
      clamp(row + command.rows, length),
      clamp(column + command.columns, grid.columns().length),
      command.extends,
    )
  }

  /** Moves to the next writable cell, wrapping into the next row. */
  function tab(by: 1 | -1): boolean {
    const { active } = grid.view.getState()
    if (!active) return false
    const columns = grid.columns()
    const [row, column] = positionOf(active)
    const last = grid.state().records.length * columns.length
    for (let at = row * columns.length + column + by; at >= 0 && at < last; at += by) {
      const [nextRow, next] = [Math.floor(at / columns.length), at % columns.length]
      if (columns[next]?.isDisabled === false && columns[next].type !== 'normal') return goTo(nextRow, next)
    }
    return false
  }

  /** Returns whether the command was carried out; the key then has no default action. */
  function run(command: KeyCommand, target: Element): boolean {
    const { active } = grid.view.getState()
    const block = currentBlock(grid)
    if (!active || !block) return false
    switch (command.do) {
      case 'move':
        return move(command)
      case 'tab':
        return tab(command.by)
      case 'edit':
        enter(target)
        return true
      case 'cancel':
        return cancel(active, target)
      case 'clear':
        clearBlock(grid, block)
        return true
      case 'fillDown':
        fillDown(grid, block)
        return true
      case 'moveRow':
        grid.move(active.id, (grid.state().indexOf.get(active.id) ?? 0) + command.by)
        return true
      case 'insertRow':
        if (mayAdd) onInsertBelow(active.id)
        return mayAdd
      case 'undo':
      case 'redo':
        grid[command.do]()
        return true
    }
  }

  function cancel(active: CellRef, target: Element): boolean {
    if (grid.view.getState().head) {
      grid.activate(active)
      return true
    }
    const isBack = grid.cancel()
    // React puts the previous text into the field first.
    if (isBack && isText(target)) queueMicrotask(() => target.select())
    return isBack
  }

  return {
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      const { target, currentTarget } = event
      if (!(target instanceof Element) || !currentTarget.contains(target) || event.nativeEvent.isComposing) return
      const block = currentBlock(grid)
      const place = placeOf(target, block !== undefined && !isSingle(block), pageRows)
      const command = keyCommand(event, place)
      if (command ? run(command, target) : isScroll(event.key, target, place)) event.preventDefault()
    },
    onFocus: (event: FocusEvent<HTMLElement>) => {
      const cell = cellAt(event.target)
      // A click beside the control counts as one on it.
      if (event.target instanceof HTMLElement && event.target.dataset['key'] !== undefined) focusInside(event.target)
      if (cell && event.currentTarget.contains(event.target)) grid.activate(cell)
      else if (event.target === event.currentTarget) goTo(0, 0)
    },
  }
}
