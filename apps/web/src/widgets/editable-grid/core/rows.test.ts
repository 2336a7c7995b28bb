import { describe, expect, it } from 'vitest'
import { readAll, readChanged, readNew } from './reading.ts'
import { createTempId, isTempId } from './row-ids.ts'
import { EMPTY_GRID, type GridAction, type GridState, reduceGrid } from './rows.ts'

const ROWS = [
  { id: 'a', name: '甲', orderNum: 1 },
  { id: 'b', name: '乙', orderNum: 2 },
  { id: 'c', name: '丙', orderNum: 3 },
]

const play = (actions: readonly GridAction[], from?: GridState) =>
  actions.reduce(
    (state, action) => reduceGrid(state, action, 'orderNum'),
    from ?? reduceGrid(EMPTY_GRID, { type: 'load', rows: ROWS }, 'orderNum'),
  )
const ids = (state: GridState) => state.records.map(({ id }) => id).join('')
const numbers = (state: GridState) => state.records.map(({ values }) => values['orderNum'])
const insert = (at: number, name = '新'): GridAction => ({ type: 'insert', at, rows: [{ id: 'n', name }] })

describe('grid rows', () => {
  it('[WG-172] are numbered 1…n under the sort key after every change', () => {
    const inserted = play([insert(1)])
    expect(ids(inserted)).toBe('anbc')
    expect(numbers(inserted)).toEqual([1, 2, 3, 4])
    expect(numbers(play([{ type: 'move', id: 'a', to: 2 }]))).toEqual([1, 2, 3])
    expect(ids(play([{ type: 'move', id: 'a', to: 2 }]))).toBe('bca')
    expect(numbers(play([{ type: 'remove', ids: new Set(['a']) }]))).toEqual([1, 2])
    const custom = reduceGrid(play([]), { type: 'move', id: 'c', to: 0 }, 'sort')
    expect(custom.records.map(({ values }) => values['sort'])).toEqual([1, 2, 3])
  })

  it('[WG-172] get recognisable, unique ids when new, different from stored ones, and are read with or without them', () => {
    const made = Array.from({ length: 1_000 }, createTempId)
    expect(new Set(made).size).toBe(1_000)
    expect(made.every(isTempId)).toBe(true)
    for (const stored of ['1', '1500000000000000001', 'tmp', 'tmp_1', 7, undefined])
      expect(isTempId(stored)).toBe(false)
    const [id = ''] = made
    const state = play([{ type: 'insert', at: 3, rows: [{ id, name: '丁' }] }])
    expect(readAll(state).at(-1)).toEqual({ name: '丁', orderNum: 4 })
    expect(readAll(state, { withTempIds: true }).at(-1)).toEqual({ id, name: '丁', orderNum: 4 })
  })

  it('do not move up from the first position or down from the last', () => {
    const state = play([])
    expect(play([{ type: 'move', id: 'a', to: -1 }], state)).toBe(state)
    expect(play([{ type: 'move', id: 'c', to: 3 }], state)).toBe(state)
    expect(play([{ type: 'move', id: 'nobody', to: 0 }], state)).toBe(state)
  })

  it('[WG-200] are remembered when stored rows are deleted, unlike new ones, and deselected', () => {
    const state = play([
      insert(0),
      { type: 'select', ids: ['n', 'a', 'b'] },
      { type: 'remove', ids: new Set(['n', 'a']) },
    ])
    expect(state.deletedIds).toEqual(['a'])
    expect([...state.selectedIds]).toEqual(['b'])
  })

  it('stay the same objects when an action does not touch them', () => {
    const before = play([])
    const after = play([{ type: 'set', cells: [{ id: 'b', key: 'name', value: '改' }] }], before)
    expect(after.records[0]).toBe(before.records[0])
    expect(after.records[2]).toBe(before.records[2])
    expect(after.indexOf).toBe(before.indexOf)
    expect(play([{ type: 'set', cells: [{ id: 'b', key: 'name', value: '改' }] }], after)).toBe(after)
  })

  it('[WG-200] are read as all, changed, new or selected rows', () => {
    const state = play([
      { type: 'set', cells: [{ id: 'b', key: 'name', value: '改' }] },
      { type: 'insert', at: 3, rows: [{ id: createTempId(), name: '丁' }] },
    ])
    expect(readChanged(state)).toEqual([{ id: 'b', name: '改', orderNum: 2 }])
    expect(readNew(state)).toEqual([{ name: '丁', orderNum: 4 }])
    expect(readAll(state, { ids: ['c'] })).toEqual([ROWS[2]])
    expect(readChanged(play([{ type: 'undo' }, { type: 'undo' }], state))).toEqual([])
  })

  it('read a pending file as none', () => {
    const pending = { name: 'a.pdf', status: 'uploading', percent: 3, message: '' }
    const state = play([{ type: 'patch', id: 'a', values: { file: pending } }])
    expect(readAll(state)[0]).toMatchObject({ file: '' })
  })
})

describe('undo and redo', () => {
  it('revert cells, rows and their order, one step at a time', () => {
    const state = play([
      { type: 'set', cells: [{ id: 'a', key: 'name', value: '改' }] },
      insert(0),
      { type: 'move', id: 'c', to: 0 },
      { type: 'remove', ids: new Set(['b']) },
    ])
    expect(ids(state)).toBe('cna')
    const back = play([{ type: 'undo' }, { type: 'undo' }, { type: 'undo' }], state)
    expect(ids(back)).toBe('abc')
    expect(back.deletedIds).toEqual([])
    expect(back.records[0]?.values['name']).toBe('改')
    const start = play([{ type: 'undo' }], back)
    expect(start.records.map(({ values }) => values)).toEqual(ROWS)
    const again = play(
      Array.from({ length: 4 }, () => ({ type: 'redo' }) as const),
      start,
    )
    expect(ids(again)).toBe('cna')
    expect(again.deletedIds).toEqual(['b'])
  })

  it('treat typing in one cell as one step', () => {
    const type = (value: string, mergeKey: string): GridAction => ({
      type: 'set',
      cells: [{ id: 'a', key: 'name', value }],
      mergeKey,
    })
    const state = play([type('x', '1'), type('xy', '1'), type('xyz', '2')])
    const once = play([{ type: 'undo' }], state)
    expect(once.records[0]?.values['name']).toBe('xy')
    expect(play([{ type: 'undo' }], once).records[0]?.values['name']).toBe('甲')
  })

  it('revert all changes of one cell visit, in whatever order they were made', () => {
    const cell = (key: string, value: string) => ({ id: 'a', key, value })
    const state = play([
      { type: 'set', cells: [cell('name', '甲省'), cell('city', '')], mergeKey: '1' },
      { type: 'set', cells: [cell('name', '乙省')], mergeKey: '1' },
      { type: 'set', cells: [cell('name', '丙省'), cell('note', 'x')], mergeKey: '1' },
    ])
    const back = play([{ type: 'undo' }], state)
    expect(back.records[0]?.values).toEqual({ ...ROWS[0], city: undefined, note: undefined })
    const again = play([{ type: 'redo' }], back)
    expect(again.records[0]?.values).toEqual({ ...ROWS[0], name: '丙省', city: '', note: 'x' })
  })

  it('keep changes made by others meanwhile', () => {
    const state = play([insert(0), { type: 'patch', id: 'b', values: { name: '别人' } }, { type: 'undo' }])
    expect(state.records.map(({ values }) => values['name'])).toEqual(['甲', '别人', '丙'])
    expect(play([{ type: 'undo' }], state)).toBe(state)
  })
})
