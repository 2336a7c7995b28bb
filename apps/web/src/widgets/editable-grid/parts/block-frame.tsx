import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { blockOf, isSingle } from '../core/block.ts'
import type { Geometry } from '../core/geometry.ts'
import styles from '../grid.module.css'
import type { GridLayout } from './grid-layout.ts'

interface BlockFrameProps {
  readonly layout: GridLayout
  readonly geometry: Geometry
  /** Where the layer of the rows begins, px. */
  readonly originTop: number
}

/** The frame around a marked block. */
export function BlockFrame({ layout, geometry, originTop }: BlockFrameProps) {
  const { grid, columns, edges, fixedPx } = layout
  const block = useStore(
    grid.view,
    useShallow(({ grid: state, active, head }) =>
      head === undefined ? undefined : blockOf(state, columns, active, head),
    ),
  )
  if (!block || isSingle(block)) return null
  const left = fixedPx + (edges[block.left] ?? 0)
  return (
    <div
      className={styles.block}
      style={{
        left,
        width: fixedPx + (edges[block.right + 1] ?? 0) - left,
        height: geometry.topOf(block.bottom + 1) - geometry.topOf(block.top),
        transform: `translate(var(--shift-x), ${geometry.topOf(block.top) - originTop}px)`,
      }}
    />
  )
}
