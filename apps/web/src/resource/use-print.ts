import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { ListState } from './list-state.ts'
import type { Resource, ResourceRow } from './define-resource.ts'
import { callList } from './endpoint-calls.ts'
import { listQuery } from './list-query.ts'

/** Some fifty sheets; more is asked for as a workbook. */
export const MAX_PRINTED = 2_000
const PAGE_SIZE = 500

/** All rows that are on paper, for as long as they are. */
interface Printed<Row> {
  readonly rows: readonly Row[]
  /** Conditions they were read under. */
  readonly question: string
}

export interface Printing<Row extends ResourceRow = ResourceRow> {
  /** Stand in for the page's rows while it is printed. */
  readonly printed: readonly Row[] | undefined
  readonly isPreparing: boolean
  readonly print: () => Promise<void>
}

/** The sheet is laid out behind the second frame from now. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** The rows that go on paper, in the order shown. */
export async function readAll<Row extends ResourceRow>(resource: Resource, state: ListState): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; rows.length < MAX_PRINTED; page += 1) {
    const { records, total } = await callList<Row>(
      resource.endpoints.list,
      listQuery(resource, { ...state, page, size: PAGE_SIZE }),
      {},
    )
    rows.push(...records)
    if (records.length === 0 || rows.length >= total) break
  }
  return rows.slice(0, MAX_PRINTED)
}

const isPrintKey = ({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) =>
  key.toLowerCase() === 'p' && (ctrlKey || metaKey) && !shiftKey && !altKey

/**
 * Prints all pages of the list, at most {@link MAX_PRINTED} rows, not the one on the screen alone (BZ-25). Ctrl+P does the same
 * where there are more.
 */
export function usePrint<Row extends ResourceRow>(
  resource: Resource,
  state: ListState,
  hasMore: boolean,
): Printing<Row> {
  const [kept, setKept] = useState<Printed<Row>>()
  const [isPreparing, setIsPreparing] = useState(false)
  const question = JSON.stringify([state.filters, state.query, state.sort])
  const printed = kept?.question === question ? kept.rows : undefined

  async function print(): Promise<void> {
    setIsPreparing(true)
    try {
      const rows = await readAll<Row>(resource, state)
      flushSync(() => setKept({ rows, question }))
      await drawn()
      window.print()
    } catch {
      // Reported by the client already.
    } finally {
      setIsPreparing(false)
    }
  }

  const isPrinted = printed !== undefined
  useEffect(() => {
    if (!isPrinted) return
    const end = () => setKept(undefined)
    window.addEventListener('afterprint', end)
    return () => window.removeEventListener('afterprint', end)
  }, [isPrinted])

  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    if (!hasMore || isPreparing || !isPrintKey(event)) return
    event.preventDefault()
    void print()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => handleKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  return { printed, isPreparing, print }
}
