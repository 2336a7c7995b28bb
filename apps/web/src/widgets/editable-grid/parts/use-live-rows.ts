import { RELOAD_EFFECT_MS } from '@natim/contract/constants'
import { useEffect, useRef, useState } from 'react'
import { gridSocket } from '@/lib/socket/grid.ts'
import type { Grid } from '../core/grid-store.ts'
import { createTempId, isTempId } from '../core/row-ids.ts'
import type { GridLayout } from './grid-layout.ts'

export interface LiveRows {
  /** Grids with the same key share their changes. */
  readonly socketKey: string
  /** Changes may have been missed: reload the rows. */
  readonly onResync?: () => void
  /** Briefly highlights changed cells. */
  readonly hasEffect?: boolean
}

/** Debounce for announcing typed values, ms. */
const REST_MS = 300
const NONE: GridLayout['reloadedIds'] = new Map()

/** Keeps the rows in sync with other clients (WG-207): receives their changes, announces its own. */
export function useLiveRows(grid: Grid, live: LiveRows | undefined) {
  const { socketKey, hasEffect = false } = live ?? {}
  const resync = useRef(live?.onResync)
  const [reloaded, setReloaded] = useState(NONE)
  const [caseId] = useState(createTempId)
  const waiting = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  /** Announces pending rows now, when the grid is left. */
  const flush = useRef(() => {})
  useEffect(() => {
    resync.current = live?.onResync
  })

  useEffect(() => {
    if (socketKey === undefined) return
    const leave = gridSocket.subscribe(socketKey, caseId, {
      onRow: (row) => {
        const id = String(row.id)
        const former = grid.recordOf(id)?.values
        if (!former) return
        grid.patch(id, row)
        if (!hasEffect) return
        const changed = Object.keys(row).filter((key) => !Object.is(row[key], former[key]))
        setReloaded((was) => new Map(was).set(id, new Set(changed)))
      },
      onResync: () => resync.current?.(),
    })
    return () => {
      flush.current()
      leave()
    }
  }, [grid, socketKey, caseId, hasEffect])

  useEffect(() => {
    if (reloaded.size === 0) return
    const end = setTimeout(() => setReloaded(NONE), RELOAD_EFFECT_MS)
    return () => clearTimeout(end)
  }, [reloaded])

  /** Announces a row changed here. New rows are not shared yet. */
  function tell(id: string): void {
    if (socketKey === undefined || isTempId(id)) return
    waiting.current.add(id)
    clearTimeout(timer.current)
    flush.current = () => {
      clearTimeout(timer.current)
      for (const changed of waiting.current) {
        const row = grid.recordOf(changed)?.values
        if (row) gridSocket.sendRow(socketKey, caseId, { ...row })
      }
      waiting.current.clear()
    }
    timer.current = setTimeout(flush.current, REST_MS)
  }
  return { reloaded, tell }
}
