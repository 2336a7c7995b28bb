import { Spin } from 'antd'
import { type ReactNode, type RefObject, useLayoutEffect, useRef } from 'react'
import type { CellOption } from '../core/column.ts'
import styles from '../grid.module.css'
import { BlockFrame } from './block-frame.tsx'
import { ColumnSources } from './column-options.tsx'
import { GridHead } from './grid-head.tsx'
import type { GridLayout } from './grid-layout.ts'
import { GridRow } from './grid-row.tsx'
import { StatisticsRow } from './statistics-row.tsx'
import { useGridClipboard } from './use-grid-clipboard.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { HEAD_PX, useGridWindow } from './use-grid-window.ts'
import { type Size, useViewport } from './use-viewport.ts'

interface GridBodyProps {
  readonly layout: GridLayout
  readonly label: string
  readonly scroller: RefObject<HTMLDivElement | null>
  readonly size: Size
  readonly maxHeightPx: number
  readonly mayAdd: boolean
  readonly isLoading: boolean
  readonly onInsertBelow: (id: string) => void
  readonly onMenu: (id: string, handle: HTMLElement) => void
  readonly clicks: { readonly onClick: (event: React.MouseEvent) => void }
  readonly onFound: (key: string, options: readonly CellOption[]) => void
}

/** The table: a scroller as high as all rows, with the few visible rows pinned to its viewport. */
export function GridBody(props: GridBodyProps) {
  const { layout, scroller, size, mayAdd, isLoading, onInsertBelow } = props
  const { grid, columns, edges, rowPx, fixedPx, selection } = layout
  const view = useViewport(scroller, rowPx, size)
  const pane = useRef<HTMLDivElement>(null)
  const layer = useRef<HTMLDivElement>(null)
  const seen = useGridWindow(layout, view, { pane, layer })
  const { showCell, geometry, footPx, rowCount, pageRows } = seen
  useLayoutEffect(() => grid.setReveal(showCell), [grid, showCell])
  const keys = useGridKeys({ grid, showCell, pageRows, mayAdd, onInsertBelow })
  const clipboard = useGridClipboard(grid, mayAdd)
  const pointer = useGridPointer({ layout, scroller, geometry, onMenu: props.onMenu, onInsertBelow })
  const heightPx = HEAD_PX + footPx + Math.max(geometry.heightPx, rowPx)
  const paneStyle = { width: view.width || '100%', height: Math.min(view.height || heightPx, heightPx) }

  const table = (
    <div
      ref={scroller}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rowCount + 1}
      aria-colcount={columns.length}
      aria-multiselectable={selection === 'checkbox' || undefined}
      aria-busy={isLoading || undefined}
      tabIndex={seen.isActive ? -1 : 0}
      className={styles.scroller}
      style={{ maxHeight: props.maxHeightPx }}
      {...keys}
      {...clipboard}
      {...pointer.handlers}
      {...props.clicks}
    >
      <ColumnSources grid={grid} columns={columns} range={seen.range} onFound={props.onFound} />
      <div className={styles.spacer} style={{ height: heightPx, minWidth: fixedPx + (edges.at(-1) ?? 0) }}>
        <div ref={pane} className={styles.pane} style={paneStyle}>
          <GridHead layout={layout} first={seen.columns.first} end={seen.columns.end} />
          <div role="rowgroup" className={styles.rows} style={{ top: HEAD_PX, bottom: footPx }}>
            <Rows ref={layer} layout={layout} seen={seen} pointer={pointer} />
            {rowCount === 0 && <Nothing />}
          </div>
          {footPx > 0 && <StatisticsRow layout={layout} heightPx={footPx} />}
        </div>
      </div>
    </div>
  )
  return (
    <div className={styles.body}>
      {table}
      {isLoading && (
        <div className={styles.loading}>
          <Spin />
        </div>
      )}
    </div>
  )
}

const Nothing = () => (
  <div role="row">
    <div role="gridcell" className={styles.empty}>
      暂无数据
    </div>
  </div>
)

interface RowsProps {
  readonly ref: RefObject<HTMLDivElement | null>
  readonly layout: GridLayout
  readonly seen: ReturnType<typeof useGridWindow>
  readonly pointer: Pick<ReturnType<typeof useGridPointer>, 'dropLine' | 'fillEnd'>
}

function Rows({ ref, layout, seen, pointer: { dropLine, fillEnd } }: RowsProps): ReactNode {
  const { geometry, originTop, columns } = seen
  const { topOf } = geometry
  return (
    <div ref={ref} className={styles.layer}>
      {seen.rows.map(({ index, id, slot }) => (
        <div
          key={slot}
          role="row"
          aria-rowindex={index + 2}
          data-id={id}
          className={styles.row}
          style={{
            height: topOf(index + 1) - topOf(index),
            transform: `translateY(${topOf(index) - originTop}px)`,
          }}
        >
          <GridRow layout={layout} id={id} index={index} first={columns.first} end={columns.end} />
        </div>
      ))}
      <BlockFrame layout={layout} geometry={geometry} originTop={originTop} fillEnd={fillEnd} />
      {dropLine !== undefined && (
        <div className={styles.dropLine} style={{ transform: `translateY(${topOf(dropLine) - originTop}px)` }} />
      )}
    </div>
  )
}
