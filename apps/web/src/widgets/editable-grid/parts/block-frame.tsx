import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { blockOf, isSingle } from '../core/block.ts'
import type { Geometry } from '../core/geometry.ts'
import styles from '../grid.module.css'
import type { GridLayout } from './grid-layout.ts'

interface BlockFrameProps {
  readonly layout: GridLayout
  readonly geometry: Geometry
  /** Top of the row layer, px. */
  readonly originTop: number
  /** Last row of the range the block is being dragged over. */
  readonly fillEnd: number | undefined
}

/** Frame of the selected block, with the fill handle at its corner or at that of the focused cell. */
export function BlockFrame({ layout, geometry, originTop, fillEnd }: BlockFrameProps) {
  const { grid, columns, edges, fixedPx } = layout
  const block = useStore(
    grid.view,
    useShallow(({ grid: state, active, head }) => blockOf(state, columns, active, head)),
  )
  if (!block) return null
  const isPlain = isSingle(block) && fillEnd === undefined
  if (isPlain && layout.isDisabled) return null
  const { topOf } = geometry
  const offset = edges[block.left] ?? 0
  return (
    <div
      className={styles.block}
      data-plain={isPlain || undefined}
      style={{
        left: fixedPx + offset,
        width: (edges[block.right + 1] ?? 0) - offset,
        height: topOf((fillEnd ?? block.bottom) + 1) - topOf(block.top),
        transform: `translate(var(--shift-x), ${topOf(block.top) - originTop}px)`,
        // Keeps the frame below the fixed columns when scrolled.
        clipPath: `inset(-5px -5px -5px max(-5px, ${-offset}px - var(--shift-x)))`,
      }}
    >
      {!layout.isDisabled && <span className={styles.fillHandle} data-fill />}
    </div>
  )
}
