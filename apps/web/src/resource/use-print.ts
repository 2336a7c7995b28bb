import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Resource, ResourceRow } from './define-resource.ts'
import { callList } from './endpoint-calls.ts'
import { listQuery } from './list-query.ts'
import type { ListState } from './list-state.ts'

/** About fifty sheets; larger lists are exported as a workbook. */
export const MAX_PRINTED = 2_000
const PAGE_SIZE = 500

/** All printed rows, kept while printing. */
interface Printed<Row> {
  readonly rows: readonly Row[]
  /** Conditions and order they were read under. */
  readonly question: string
}

export interface Printing<Row extends ResourceRow = ResourceRow> {
  /** Replace the page's rows during printing. */
  readonly printed: readonly Row[] | undefined
  readonly isPreparing: boolean
  readonly print: () => Promise<void>
}

/** Resolves after two frames, when the sheet is laid out. */
const drawn = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

/** The rows to print, in the order shown. */
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
 * Prints all pages of the list instead of the current one, at most {@link MAX_PRINTED} rows (BZ-25). Ctrl+P does the
 * same where there is more than one page.
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
      // Already reported by the client.
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
