import { createStore } from 'zustand/vanilla'
import type { Column } from './column.ts'
import { type DisabledRows, isRowDisabled } from './disabled-rows.ts'
import { createRows } from './new-row.ts'
import { type CellChange, EMPTY_GRID, type GridAction, type GridState, type GridValues, reduceGrid } from './rows.ts'
import { createValidator } from './validation.ts'

export interface CellRef {
  readonly id: string
  readonly key: string
}

/** WG-201. Rows are passed as they are after the event. */
export interface GridEvents {
  readonly onAdded?: (rows: readonly GridValues[]) => void
  readonly onInserted?: (rows: readonly GridValues[], index: number) => void
  readonly onDeleted?: (ids: readonly string[]) => void
  readonly onSelectRowChange?: (ids: readonly string[]) => void
  readonly onValueChange?: (change: ValueChange) => void
}

export interface ValueChange {
  readonly type: Column['type']
  readonly row: GridValues
  readonly column: Column
  readonly oldValue: unknown
  readonly value: unknown
}

/** Settings passed to a grid on every render of its component. */
export interface GridConfig {
  readonly columns: readonly Column[]
  /** Keys of all columns, including hidden ones. */
  readonly allKeys: ReadonlySet<string>
  readonly sortKey: string
  readonly isDisabled: boolean
  readonly disabledRows: DisabledRows | undefined
  readonly isSingleSelect: boolean
  readonly events: GridEvents
  /** Values changed here, not by another client (WG-207). */
  readonly onOwnChange: (id: string) => void
}

export interface GridView {
  readonly grid: GridState
  /** The focused cell, and the other corner of the block selected from it. */
  readonly active: CellRef | undefined
  readonly head: CellRef | undefined
  /** The cell under the pointer. */
  readonly hover: CellRef | undefined
}

const isSame = (one: CellRef | undefined, other: CellRef | undefined) =>
  one?.id === other?.id && one?.key === other?.key

const IDLE: GridConfig = {
  columns: [],
  allKeys: new Set(),
  sortKey: 'orderNum',
  isDisabled: false,
  disabledRows: undefined,
  isSingleSelect: false,
  events: {},
  onOwnChange: () => {},
}

/**
 * The rows of one grid and all operations on them. React only renders `view`: a component re-renders when its own slice
 * of it is a new object.
 */
export function createGrid() {
  let config = IDLE
  const view = createStore<GridView>(() => ({ grid: EMPTY_GRID, active: undefined, head: undefined, hover: undefined }))
  const state = () => view.getState().grid
  const columnOf = (key: string) => config.columns.find((column) => column.key === key)
  const isFree = (values: GridValues) => !config.isDisabled && !isRowDisabled(values, config.disabledRows)
  const recordOf = (id: string) => state().records[state().indexOf.get(id) ?? -1]

  function act(action: GridAction): void {
    const before = state()
    const grid = reduceGrid(before, action, config.sortKey)
    if (grid === before) return
    view.setState({ grid })
    if (grid.selectedIds !== before.selectedIds) config.events.onSelectRowChange?.([...grid.selectedIds])
  }

  const validator = createValidator({
    columns: () => config.columns,
    state,
    write: (cells) => act({ type: 'errors', cells }),
    isFree,
  })

  /** Reports changed cells and checks them. */
  function follow(cells: readonly CellChange[], before: GridState): void {
    const changed: (CellRef & { readonly before: unknown })[] = []
    for (const { id, key } of cells) {
      const record = recordOf(id)
      const former = before.records[before.indexOf.get(id) ?? -1]
      const column = columnOf(key)
      if (!record || !former || Object.is(record.values[key], former.values[key])) continue
      const [value, oldValue] = [record.values[key], former.values[key]]
      if (column) config.events.onValueChange?.({ type: column.type, row: record.values, column, oldValue, value })
      changed.push({ id, key, before: oldValue })
      config.onOwnChange(id)
    }
    validator.checkChanged(changed)
  }

  function setCells(cells: readonly CellChange[], mergeKey?: string): void {
    const before = state()
    const all = withLower(cells)
    act({ type: 'set', cells: all, mergeKey })
    follow(all, before)
  }

  /** A change in a linked select clears all levels below it (WG-190). */
  function withLower(cells: readonly CellChange[]): readonly CellChange[] {
    if (config.columns.every(({ source }) => source === undefined)) return cells
    const named = new Set(cells.map(({ id, key }) => `${id} ${key}`))
    return cells.flatMap((cell) => {
      const { source } = columnOf(cell.key) ?? {}
      if (!source || Object.is(recordOf(cell.id)?.values[cell.key], cell.value)) return [cell]
      const lower = source.childKeys.filter((key) => !named.has(`${cell.id} ${key}`))
      return [cell, ...lower.map((key) => ({ id: cell.id, key, value: '' }))]
    })
  }

  function insert(at: number, given: readonly Readonly<Record<string, unknown>>[]): readonly GridValues[] {
    const { records } = state()
    const index = Math.max(0, Math.min(at, records.length))
    const rows = createRows(config.columns, records, given)
    act({ type: 'insert', at: index, rows })
    return rows.map((row) => recordOf(String(row.id))?.values ?? row)
  }

  function travel(way: 'undo' | 'redo'): void {
    const before = state()
    const step = (way === 'undo' ? before.past : before.future).at(-1)
    act({ type: way })
    if (step && 'cells' in step) follow(step.cells, before)
  }

  /** Counts cell visits: everything written during one is a single undo step. */
  let visit = 0
  function leave({ id, key }: CellRef): void {
    validator.checkLeft(id, key)
  }

  let reveal = (_row: number, _column: number): void => {}

  return {
    view,
    state,
    /** Scrolls a cell into view. */
    reveal: (row: number, column: number) => reveal(row, column),
    /** Sets the scroll function; called by the component that renders the rows. */
    setReveal(next: (row: number, column: number) => void): void {
      reveal = next
    },
    /** Writes a value from the control of a cell. */
    write: (id: string, key: string, value: unknown) => setCells([{ id, key, value }], `${visit}`),
    /** Writes several cells of a row at once. */
    fill: (id: string, values: Readonly<Record<string, unknown>>) =>
      setCells(Object.entries(values).map(([key, value]) => ({ id, key, value }))),
    recordOf,
    columnOf,
    isFree,
    hasKey: (key: string) => config.allKeys.has(key),
    columns: () => config.columns,
    configure(next: GridConfig): void {
      config = next
    },
    load: (rows: readonly GridValues[]) => {
      act({ type: 'load', rows })
      view.setState({ active: undefined, head: undefined, hover: undefined })
    },
    setCells,
    /** Adds rows at a position from 1, or after the last one (0); returns them (WG-174). */
    add(count: number, position: number): readonly GridValues[] {
      const at = position === 0 ? state().records.length : position - 1
      const rows = insert(
        at,
        Array.from({ length: Math.max(1, count) }, () => ({})),
      )
      config.events.onAdded?.(rows)
      return rows
    },
    /** Appends rows with given values. */
    append(given: readonly Readonly<Record<string, unknown>>[]): readonly GridValues[] {
      const rows = insert(state().records.length, given)
      config.events.onAdded?.(rows)
      return rows
    },
    insertBelow(id: string): void {
      const at = (state().indexOf.get(id) ?? -1) + 1
      const rows = insert(at, [{}])
      config.events.onInserted?.(rows, at)
    },
    move: (id: string, to: number) => act({ type: 'move', id, to }),
    /** `isFinal`: already deleted on the server. */
    remove(ids: Iterable<string>, isFinal = false): void {
      const gone = new Set(ids)
      const { active } = view.getState()
      if (active && gone.has(active.id)) view.setState({ active: undefined, head: undefined, hover: undefined })
      act({ type: 'remove', ids: gone, isFinal })
      config.events.onDeleted?.([...gone])
    },
    /** Selects or deselects rows, except disabled ones; in radio mode the last one replaces the selection. */
    select(ids: Iterable<string>, isOn: boolean): void {
      const free = [...ids].filter((id) => {
        const record = recordOf(id)
        return record !== undefined && isFree(record.values)
      })
      const next = new Set(config.isSingleSelect ? [] : state().selectedIds)
      for (const id of config.isSingleSelect ? free.slice(-1) : free) {
        if (isOn) next.add(id)
        else next.delete(id)
      }
      act({ type: 'select', ids: next })
    },
    clearSelection: () => act({ type: 'select', ids: [] }),
    /** Applies another client's values: shown, not sent again and not undoable here. */
    patch: (id: string, values: Readonly<Record<string, unknown>>) => act({ type: 'patch', id, values }),
    undo: () => travel('undo'),
    redo: () => travel('redo'),
    /** Focuses a cell; `extend` selects the block up to it instead. */
    activate(cell: CellRef | undefined, extend = false): void {
      const { active, head } = view.getState()
      if (extend && active) view.setState({ head: cell })
      else if (head !== undefined || !isSame(active, cell)) {
        if (!isSame(active, cell)) {
          visit += 1
          if (active) leave(active)
        }
        view.setState({ active: cell, head: undefined })
      }
    },
    hover(cell: CellRef | undefined): void {
      if (!isSame(view.getState().hover, cell)) view.setState({ hover: cell })
    },
    /** Reverts what was written into the cell since it got the focus. Returns whether there was anything. */
    cancel(): boolean {
      const last = state().past.at(-1)
      const isOwn = last !== undefined && 'cells' in last && last.mergeKey === `${visit}`
      if (isOwn) travel('undo')
      return isOwn
    },
    checkAll: validator.checkAll,
    dispose: validator.dispose,
  }
}
export type Grid = ReturnType<typeof createGrid>
