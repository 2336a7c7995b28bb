import { Progress, Tag } from 'antd'
import { createContext, type ReactNode, use, useMemo } from 'react'
import type { Column } from '../core/column.ts'
import { splitValues } from '../core/comma-values.ts'
import type { Grid } from '../core/grid-store.ts'
import type { GridValues } from '../core/rows.ts'
import styles from '../grid.module.css'
import { captionOf } from './captions.ts'
import type { CellKind, CellView } from './cell-kind.ts'

/** Input of a slot's content. */
export interface SlotCell {
  readonly row: GridValues
  readonly value: unknown
  /** From 0. */
  readonly index: number
  readonly column: Column
  readonly setValue: (value: unknown) => void
}

/** Slot contents by `props.slotName` of the column, else by its key. */
export type Slots = Readonly<Record<string, (cell: SlotCell) => ReactNode>>

interface SlotHost {
  readonly slots: Slots
  readonly indexOf: (id: string) => number
  readonly write: (id: string, key: string, value: unknown) => void
}

const NO_HOST: SlotHost = { slots: {}, indexOf: () => -1, write: () => {} }
export const SlotContext = createContext<SlotHost>(NO_HOST)

const NO_SLOTS: Slots = {}

/** What the slots in the cells of a grid need. */
export function useSlotHost(grid: Grid, slots: Slots = NO_SLOTS): SlotHost {
  return useMemo(
    () => ({ slots, indexOf: (id) => grid.state().indexOf.get(id) ?? -1, write: grid.write }),
    [slots, grid],
  )
}

/** Built-in slots: 进度 0–100, and comma values as tags. */
const OWN: Slots = {
  progress: ({ value, column }) => (
    <Progress percent={Math.max(0, Math.min(100, Number(value) || 0))} size="small" aria-label={column.title} />
  ),
  tags: ({ value, column }) => (
    <span className={styles.tags}>
      {splitValues(value).map((part) => (
        <Tag key={part}>{captionOf(column, part)}</Tag>
      ))}
    </span>
  ),
}

function SlotContent({ column, row, value }: CellView) {
  const { slots, indexOf, write } = use(SlotContext)
  const name = String(column.props?.['slotName'] ?? column.key)
  const draw = slots[name] ?? OWN[name]
  if (!draw || !row) return null
  const id = String(row.id)
  return draw({ row, value, column, index: indexOf(id), setValue: (next) => write(id, column.key, next) })
}

export const slotCell: CellKind = {
  View: (view) => <SlotContent {...view} />,
  readsRow: true,
  parse: () => undefined,
  format: (value) => String(value ?? ''),
}
