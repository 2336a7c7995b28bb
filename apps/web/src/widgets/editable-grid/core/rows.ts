import type { GridRow } from '@natim/contract/grid-column'

/** Values of a row by column key, including its id and sort number. Never mutated. */
export type GridValues = GridRow

/** A row of the grid. */
export interface GridRecord {
  /** Stored or temporary id, as text. */
  readonly id: string
  readonly values: GridValues
  /** What was loaded; undefined for a new row. */
  readonly origin: GridValues | undefined
  /** Messages by column key; undefined when all cells are valid. */
  readonly errors: Readonly<Record<string, string>> | undefined
}

export interface CellChange {
  readonly id: string
  readonly key: string
  readonly value: unknown
}

interface ChangedCell extends CellChange {
  readonly before: unknown
}

/** One undo step: cells, or the rows and their order. `mergeKey`: typing in one cell is one step. */
type Step =
  | { readonly cells: readonly ChangedCell[]; readonly mergeKey?: string | undefined }
  | { readonly before: Layout; readonly after: Layout }

type Layout = Pick<GridState, 'records' | 'deletedIds'>

export interface GridState {
  readonly records: readonly GridRecord[]
  /** Position by id; the same object as long as no row is added, removed or moved. */
  readonly indexOf: ReadonlyMap<string, number>
  /** Deleted stored rows; new ones leave no trace. */
  readonly deletedIds: readonly string[]
  readonly selectedIds: ReadonlySet<string>
  readonly past: readonly Step[]
  readonly future: readonly Step[]
}

export type GridAction =
  | { readonly type: 'load'; readonly rows: readonly GridValues[] }
  | { readonly type: 'insert'; readonly at: number; readonly rows: readonly GridValues[] }
  | { readonly type: 'move'; readonly id: string; readonly to: number }
  /** `isFinal`: deleted elsewhere too, so that earlier steps cannot be undone. */
  | { readonly type: 'remove'; readonly ids: ReadonlySet<string>; readonly isFinal?: boolean }
  | { readonly type: 'set'; readonly cells: readonly CellChange[]; readonly mergeKey?: string | undefined }
  /** A change made elsewhere: not undoable here. */
  | { readonly type: 'patch'; readonly id: string; readonly values: Readonly<Record<string, unknown>> }
  | { readonly type: 'errors'; readonly cells: readonly { id: string; key: string; message: string | undefined }[] }
  | { readonly type: 'select'; readonly ids: Iterable<string> }
  | { readonly type: 'undo' | 'redo' }

/** Maximum undo steps. */
const HISTORY = 100

export const EMPTY_GRID: GridState = {
  records: [],
  indexOf: new Map(),
  deletedIds: [],
  selectedIds: new Set(),
  past: [],
  future: [],
}

/**
 * The grid after an action; the same object when nothing changed. `sortKey` names the sort number, renumbered 1…n after
 * every row change.
 */
export function reduceGrid(state: GridState, action: GridAction, sortKey: string): GridState {
  switch (action.type) {
    case 'load':
      return { ...EMPTY_GRID, ...placed(action.rows.map(toRecord)) }
    case 'insert': {
      const added = action.rows.map((row) => ({ ...toRecord(row), origin: undefined }))
      return layOut(state, state.records.toSpliced(action.at, 0, ...added), sortKey)
    }
    case 'move':
      return move(state, action.id, action.to, sortKey)
    case 'remove':
      return remove(state, action, sortKey)
    case 'set':
      return setCells(state, action.cells, action.mergeKey)
    case 'patch':
      return patch(state, action.id, action.values)
    case 'errors':
      return setErrors(state, action.cells)
    case 'select':
      return { ...state, selectedIds: new Set(action.ids) }
    case 'undo':
    case 'redo':
      return travel(state, action.type, sortKey)
  }
}

const toRecord = (values: GridValues): GridRecord => ({
  id: String(values.id),
  values,
  origin: values,
  errors: undefined,
})

const placed = (records: readonly GridRecord[]): Pick<GridState, 'records' | 'indexOf'> => {
  const indexOf = new Map<string, number>()
  for (const [index, { id }] of records.entries()) indexOf.set(id, index)
  return { records, indexOf }
}

const renumbered = (records: readonly GridRecord[], sortKey: string): readonly GridRecord[] =>
  records.map((record, index) =>
    record.values[sortKey] === index + 1 ? record : { ...record, values: { ...record.values, [sortKey]: index + 1 } },
  )

const remember = (past: readonly Step[], step: Step): readonly Step[] => [...past.slice(1 - HISTORY), step]

/** Lays out rows in a new order, possibly with more or fewer rows. */
function layOut(
  state: GridState,
  records: readonly GridRecord[],
  sortKey: string,
  deletedIds: readonly string[] = state.deletedIds,
): GridState {
  const numbered = renumbered(records, sortKey)
  const { records: was, deletedIds: wasDeleted } = state
  const step: Step = { before: { records: was, deletedIds: wasDeleted }, after: { records: numbered, deletedIds } }
  return { ...state, ...placed(numbered), deletedIds, past: remember(state.past, step), future: [] }
}

function move(state: GridState, id: string, to: number, sortKey: string): GridState {
  const from = state.indexOf.get(id)
  const record = from === undefined ? undefined : state.records[from]
  const target = Math.max(0, Math.min(to, state.records.length - 1))
  if (from === undefined || record === undefined || from === target) return state
  return layOut(state, state.records.toSpliced(from, 1).toSpliced(target, 0, record), sortKey)
}

function remove(state: GridState, { ids, isFinal }: GridAction & { type: 'remove' }, sortKey: string): GridState {
  const gone = state.records.filter(({ id }) => ids.has(id))
  if (gone.length === 0) return state
  const stored = gone.filter(({ origin }) => origin !== undefined).map(({ id }) => id)
  const rest = state.records.filter(({ id }) => !ids.has(id))
  const selectedIds = new Set([...state.selectedIds].filter((id) => !ids.has(id)))
  const laid = { ...layOut(state, rest, sortKey, [...state.deletedIds, ...stored]), selectedIds }
  return isFinal ? { ...laid, past: [], future: [] } : laid
}

/** Writes cells; unknown rows and equal values are skipped. */
function write(state: GridState, cells: readonly CellChange[]): { records: GridRecord[]; changed: ChangedCell[] } {
  const records = state.records.slice()
  const changed: ChangedCell[] = []
  const fresh = new Map<number, Record<string, unknown> & Pick<GridValues, 'id'>>()
  for (const { id, key, value } of cells) {
    const index = state.indexOf.get(id)
    const record = index === undefined ? undefined : records[index]
    if (index === undefined || record === undefined || Object.is(record.values[key], value)) continue
    changed.push({ id, key, value, before: record.values[key] })
    let values = fresh.get(index)
    if (values === undefined) {
      values = { ...record.values }
      fresh.set(index, values)
      records[index] = { ...record, values }
    }
    values[key] = value
  }
  return { records, changed }
}

/** Merges two steps: a cell in both is restored to its value before the first. */
function mergeCells(earlier: readonly ChangedCell[], later: readonly ChangedCell[]): ChangedCell[] {
  const cells = new Map(earlier.map((cell) => [`${cell.id}\n${cell.key}`, cell]))
  for (const cell of later) {
    const name = `${cell.id}\n${cell.key}`
    const first = cells.get(name)
    cells.set(name, first ? { ...cell, before: first.before } : cell)
  }
  return [...cells.values()]
}

function setCells(state: GridState, cells: readonly CellChange[], mergeKey: string | undefined): GridState {
  const { records, changed } = write(state, cells)
  if (changed.length === 0) return state
  const last = state.past.at(-1)
  const isMerged = mergeKey !== undefined && last !== undefined && 'cells' in last && last.mergeKey === mergeKey
  const step: Step = isMerged ? { mergeKey, cells: mergeCells(last.cells, changed) } : { mergeKey, cells: changed }
  return { ...state, records, past: remember(isMerged ? state.past.slice(0, -1) : state.past, step), future: [] }
}

function patch(state: GridState, id: string, values: Readonly<Record<string, unknown>>): GridState {
  const cells = Object.entries(values).flatMap(([key, value]) => (key === 'id' ? [] : [{ id, key, value }]))
  const { records, changed } = write(state, cells)
  return changed.length === 0 ? state : { ...state, records }
}

function setErrors(
  state: GridState,
  cells: readonly { id: string; key: string; message: string | undefined }[],
): GridState {
  let records: GridRecord[] | undefined
  for (const { id, key, message } of cells) {
    const index = state.indexOf.get(id)
    const record = index === undefined ? undefined : (records ?? state.records)[index]
    if (index === undefined || record === undefined || record.errors?.[key] === message) continue
    records ??= state.records.slice()
    const { [key]: _former, ...others } = record.errors ?? {}
    const errors = message === undefined ? others : { ...others, [key]: message }
    records[index] = { ...record, errors: Object.keys(errors).length > 0 ? errors : undefined }
  }
  return records === undefined ? state : { ...state, records }
}

function travel(state: GridState, way: 'undo' | 'redo', sortKey: string): GridState {
  const [from, to] = way === 'undo' ? (['past', 'future'] as const) : (['future', 'past'] as const)
  const step = state[from].at(-1)
  if (step === undefined) return state
  const history = { [from]: state[from].slice(0, -1), [to]: [...state[to], step] }
  if ('cells' in step) {
    const cells = step.cells.map(({ before, ...cell }) => (way === 'undo' ? { ...cell, value: before } : cell))
    return { ...state, ...history, records: write(state, cells).records }
  }
  const { records, deletedIds } = way === 'undo' ? step.before : step.after
  // Changes made by others meanwhile are kept.
  const current = records.map((record) => state.records[state.indexOf.get(record.id) ?? -1] ?? record)
  const known = new Set(records.map(({ id }) => id))
  const selectedIds = new Set([...state.selectedIds].filter((id) => known.has(id)))
  return { ...state, ...history, ...placed(renumbered(current, sortKey)), deletedIds, selectedIds }
}
