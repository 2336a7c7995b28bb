import { describe, expect, it } from 'vitest'
import { type KeyPlace, keyCommand } from './keys.ts'

const press = (text: string) => {
  const parts = text.split('+')
  return {
    key: parts.at(-1) ?? '',
    ctrlKey: parts.includes('Ctrl'),
    shiftKey: parts.includes('Shift'),
    altKey: parts.includes('Alt'),
    metaKey: false,
  }
}
const inText = (part: Partial<NonNullable<KeyPlace['caret']>> = {}): KeyPlace => ({
  isPopupOpen: false,
  hasBlock: false,
  pageRows: 6,
  caret: { isAtStart: false, isAtEnd: false, isAll: false, ...part },
})
const inSelect: KeyPlace = { ...inText(), caret: undefined }
const move = (rows: number, columns: number, isExtending = false) => ({
  do: 'move',
  rows,
  columns,
  extends: isExtending,
})

describe('a key', () => {
  it.each([
    ['Tab', inText(), { do: 'tab', by: 1 }],
    ['Shift+Tab', inText(), { do: 'tab', by: -1 }],
    ['Enter', inText(), move(1, 0)],
    ['Shift+Enter', inText(), move(-1, 0)],
    ['ArrowDown', inText(), move(1, 0)],
    ['ArrowLeft', inText(), undefined],
    ['ArrowLeft', inText({ isAtStart: true }), move(0, -1)],
    ['ArrowRight', inText({ isAtStart: true }), undefined],
    ['ArrowRight', inText({ isAtEnd: true }), move(0, 1)],
    ['ArrowRight', inText({ isAll: true }), move(0, 1)],
    ['Shift+ArrowRight', inText({ isAtEnd: true }), undefined],
    ['Shift+ArrowRight', inText({ isAll: true }), move(0, 1, true)],
    ['Shift+ArrowDown', inText(), move(1, 0, true)],
    ['ArrowRight', inSelect, move(0, 1)],
    ['ArrowDown', { ...inSelect, isPopupOpen: true }, undefined],
    ['Enter', { ...inSelect, isPopupOpen: true }, undefined],
    ['Tab', { ...inSelect, isPopupOpen: true }, { do: 'tab', by: 1 }],
    ['PageDown', inText(), move(6, 0)],
    ['F2', inText(), { do: 'edit' }],
    ['Escape', inText(), { do: 'cancel' }],
    ['Delete', inText(), undefined],
    ['Delete', { ...inText(), hasBlock: true }, { do: 'clear' }],
    ['Delete', inSelect, { do: 'clear' }],
    ['Ctrl+z', inText(), { do: 'undo' }],
    ['Ctrl+Shift+Z', inText(), { do: 'redo' }],
    ['Ctrl+y', inText(), { do: 'redo' }],
    ['Ctrl+d', inText(), { do: 'fillDown' }],
    ['Ctrl+c', inText(), undefined],
    ['Ctrl+Home', inText(), move(-Number.MAX_SAFE_INTEGER, -Number.MAX_SAFE_INTEGER)],
    ['Ctrl+Shift+End', inText(), move(Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, true)],
    ['Alt+ArrowUp', inText(), { do: 'moveRow', by: -1 }],
    ['Alt+Enter', inText(), { do: 'insertRow' }],
    ['a', inText(), undefined],
  ] as const)('%s works as in a spreadsheet', (keys, place, command) => {
    expect(keyCommand(press(keys), place)).toEqual(command)
  })
})
