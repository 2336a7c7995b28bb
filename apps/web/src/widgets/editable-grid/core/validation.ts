import { checkCell, rowsSharing } from '@natim/domain/row-rules'
import { type Column, fillNames } from './column.ts'
import type { GridRecord, GridState, GridValues } from './rows.ts'

export interface CellError {
  readonly id: string
  readonly key: string
  readonly message: string
}

type Verdict = { readonly id: string; readonly key: string; readonly message: string | undefined }

/** spec §5: delay before a left cell is checked, ms. */
const LEAVE_MS = 100

const valueRows = new WeakMap<readonly GridRecord[], readonly GridValues[]>()

/** Values of all rows; one array per state, because the rules cache shared values by its identity. */
function rowsOf(records: readonly GridRecord[]): readonly GridValues[] {
  const known = valueRows.get(records)
  if (known) return known
  const rows = records.map(({ values }) => values)
  valueRows.set(records, rows)
  return rows
}

/** VA-50: an invalid pattern is reported to the developer; the cell passes. */
const reportBadPattern = (pattern: string) => reportError(new Error(`Not a pattern: ${pattern}`))

const isUnique = ({ validateRules = [] }: Column) =>
  validateRules.some(({ unique, pattern }) => unique === true || pattern === 'only')

interface ValidatorPort {
  readonly columns: () => readonly Column[]
  readonly state: () => GridState
  readonly write: (verdicts: readonly Verdict[]) => void
  /** Rows that cannot be edited are not checked. */
  readonly isFree: (values: GridValues) => boolean
}

/**
 * Checks cells on request and writes the results. An answer that arrives after its cell was checked again is ignored
 * (VA-43).
 */
export function createValidator(port: ValidatorPort) {
  const turns = new Map<string, number>()
  const timers = new Set<ReturnType<typeof setTimeout>>()
  let turn = 0

  /** The verdict on a cell; a promise only where a handler returns one. */
  function judge(column: Column, record: GridRecord): Verdict | Promise<Verdict | undefined> {
    const { key } = column
    const { id, values } = record
    const verdict = (text: string | undefined): Verdict => ({
      id,
      key,
      message: text === undefined ? undefined : fillNames(text, column),
    })
    const name = `${id}\n${key}`
    const { records } = port.state()
    const found = checkCell(column.validateRules ?? [], values[key], {
      column,
      row: values,
      get rows() {
        return rowsOf(records)
      },
      onBadPattern: reportBadPattern,
    })
    if (!(found instanceof Promise)) {
      turns.delete(name)
      return verdict(found)
    }
    turn += 1
    const own = turn
    turns.set(name, own)
    return found.then((text) => {
      if (turns.get(name) !== own) return undefined
      turns.delete(name)
      return verdict(text)
    })
  }

  /** Checks cells and writes the results: synchronous ones at once, the others as they arrive. */
  async function check(cells: readonly (readonly [Column, GridRecord])[]): Promise<void> {
    const now: Verdict[] = []
    const later: Promise<void>[] = []
    for (const [column, record] of cells) {
      const verdict = judge(column, record)
      if (verdict instanceof Promise) later.push(verdict.then((late) => late && port.write([late])))
      else now.push(verdict)
    }
    port.write(now)
    await Promise.all(later)
  }

  const ruled = () => port.columns().filter(({ validateRules = [] }) => validateRules.length > 0)
  const find = (id: string) => {
    const { records, indexOf } = port.state()
    return records[indexOf.get(id) ?? -1]
  }

  function checkOne(id: string, key: string): void {
    const column = ruled().find((one) => one.key === key)
    const record = find(id)
    if (column && record && port.isFree(record.values)) void check([[column, record]])
  }

  return {
    checkOne,
    /** Checks changed cells, and those that share or shared a value where values must be unique (VA-42). */
    checkChanged(changed: readonly { readonly id: string; readonly key: string; readonly before: unknown }[]): void {
      void check(
        ruled().flatMap((column) => {
          const own = changed.filter(({ key }) => key === column.key)
          const ids = new Set(own.map(({ id }) => id))
          if (own.length > 0 && isUnique(column)) {
            const rows = rowsOf(port.state().records)
            const values = own.flatMap(({ id, key, before }) => [before, find(id)?.values[key]])
            for (const twin of rowsSharing(rows, column.key, values)) ids.add(String(twin.id))
          }
          return [...ids].flatMap((id) => {
            const record = find(id)
            return record ? [[column, record] as const] : []
          })
        }),
      )
    },
    /** Checks a cell 100 ms after it was left. */
    checkLeft(id: string, key: string): void {
      const timer = setTimeout(() => {
        timers.delete(timer)
        checkOne(id, key)
      }, LEAVE_MS)
      timers.add(timer)
    },
    /** Checks all cells; resolves to the errors in row and column order. */
    async checkAll(): Promise<CellError[]> {
      const columns = ruled()
      const cells = port
        .state()
        .records.flatMap((record) =>
          columns.length > 0 && port.isFree(record.values) ? columns.map((column) => [column, record] as const) : [],
        )
      await check(cells)
      return port
        .state()
        .records.flatMap(({ id, errors }) =>
          errors === undefined
            ? []
            : port
                .columns()
                .flatMap(({ key }) => (errors[key] === undefined ? [] : [{ id, key, message: errors[key] }])),
        )
    },
    dispose(): void {
      for (const timer of timers) clearTimeout(timer)
      timers.clear()
      turns.clear()
    },
  }
}
