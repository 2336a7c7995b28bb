import { MESSAGES } from '@natim/contract/messages'
import { type CSSProperties, type MouseEvent, type ReactNode, type RefObject, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useNotify } from '@/lib/notify.ts'
import type { Grid } from '../core/grid-store.ts'
import type { GridValues } from '../core/rows.ts'
import styles from '../grid.module.css'
import { rowAt } from './cell-at.ts'

/** With less space than this below a row the sub-table is shown above it, px (WG-206). */
const NEEDED_PX = 350
const RETRIES = 3
const RETRY_MS = 100

interface SubTablePlace extends CSSProperties {
  readonly left: number
  readonly width: number
  readonly top?: number
  readonly bottom?: number
}

/** Below the row, or above it at the end of the window. Undefined when the row is not rendered. */
function placeAt(root: HTMLElement | null, id: string): SubTablePlace | undefined {
  const rows = [...(root?.querySelectorAll<HTMLElement>('[data-id]') ?? [])]
  const row = rows.find(({ dataset }) => dataset['id'] === id)
  if (!root || !row) return undefined
  const { left, width } = root.getBoundingClientRect()
  const { top, bottom } = row.getBoundingClientRect()
  const hasRoom = window.innerHeight - bottom >= NEEDED_PX
  return { left, width, ...(hasRoom ? { top: bottom } : { bottom: window.innerHeight - top }) }
}

/** The sub-table of the clicked row. Closes on scroll, edit or a second click. */
export function useSubTable(grid: Grid, root: RefObject<HTMLElement | null>, isWanted: boolean) {
  const notify = useNotify()
  const [openId, setOpenId] = useState<string>()
  const [place, setPlace] = useState<SubTablePlace>()

  useEffect(() => {
    if (openId === undefined) return
    let tries = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const attempt = () => {
      const found = placeAt(root.current, openId)
      setPlace(found)
      if (found) return
      if (tries === RETRIES) {
        setOpenId(undefined)
        notify.line(MESSAGES['subTable.failed'], 'error')
        return
      }
      tries += 1
      timer = setTimeout(attempt, RETRY_MS)
    }
    attempt()
    return () => clearTimeout(timer)
  }, [openId, root, notify])

  useEffect(() => {
    if (openId === undefined) return
    const close = () => setOpenId(undefined)
    const element = root.current
    const { records } = grid.state()
    const unsubscribe = grid.view.subscribe(({ grid: state }) => state.records !== records && close())
    element?.addEventListener('scroll', close, { capture: true, passive: true })
    window.addEventListener('scroll', close, { passive: true })
    return () => {
      unsubscribe()
      element?.removeEventListener('scroll', close, { capture: true })
      window.removeEventListener('scroll', close)
    }
  }, [openId, grid, root])

  return {
    openId,
    place: openId === undefined ? undefined : place,
    clicks: {
      onClick: (event: MouseEvent) => {
        const id = rowAt(event.target)
        if (isWanted && id !== undefined) setOpenId((was) => (was === id ? undefined : id))
      },
    },
  }
}

interface SubTableProps {
  readonly grid: Grid
  readonly openId: string | undefined
  readonly place: SubTablePlace | undefined
  readonly draw: (row: GridValues) => ReactNode
}

export function SubTable({ grid, openId, place, draw }: SubTableProps) {
  const row = openId === undefined ? undefined : grid.recordOf(openId)?.values
  if (!row || !place) return null
  return createPortal(
    <section className={styles.subTable} style={place} aria-label="子表">
      {draw(row)}
    </section>,
    document.body,
  )
}
