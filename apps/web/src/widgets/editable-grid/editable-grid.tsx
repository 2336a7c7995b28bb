import { GRID } from '@natim/contract/constants'
import { useImperativeHandle, useRef } from 'react'
import { gridButtons } from '@/lib/permissions/can.ts'
import { useSession } from '@/lib/session/session-store.ts'
import { SlotContext, useSlotHost } from './cells/slot-cells.tsx'
import { createHandle } from './core/grid-handle.ts'
import type { Grid } from './core/grid-store.ts'
import type { EditableGridProps } from './editable-grid-props.ts'
import styles from './grid.module.css'
import { readAddSettings } from './parts/add-settings.ts'
import { GridBody } from './parts/grid-body.tsx'
import { GridPager } from './parts/grid-pager.tsx'
import { GridToolbar } from './parts/grid-toolbar.tsx'
import { RowMenu, useMenuPlace } from './parts/row-menu.tsx'
import { SubTable, useSubTable } from './parts/sub-table.tsx'
import { useClickGuard } from './parts/use-click-guard.ts'
import { useOutside } from './parts/use-outside.ts'
import { useRemoval } from './parts/use-removal.ts'
import { useGrid, useLayout } from './use-grid.ts'

/** Row actions the user may perform by button, menu or key. */
function useRowActions(grid: Grid, props: EditableGridProps) {
  const permissions = useSession((session) => session.permissions)
  const rights = gridButtons(props.authPre, permissions)
  const guardInsert = useClickGuard(GRID.insertMs)
  const guardAdd = useClickGuard(GRID.tooFastMs)
  return {
    rights,
    mayAdd: rights.add && props.disabled !== true,
    remove: useRemoval(grid, props),
    insertBelow: (id: string) => guardInsert(() => grid.insertBelow(id)),
    add: () =>
      guardAdd(() => {
        const { rows, position, scrollToBottom } = readAddSettings()
        grid.add(rows, Math.min(position, grid.state().records.length))
        if (scrollToBottom) grid.reveal(grid.state().records.length - 1, 0)
      }),
  }
}

/**
 * A table with directly editable cells (WG-170 to WG-209). Only visible rows are rendered, as light elements; the
 * control of a cell is mounted under pointer or focus.
 */
export function EditableGrid({ ref, ...props }: EditableGridProps) {
  const { toolbar = GRID.toolbar, page, details, subTable, slots, loading = false } = props
  const root = useRef<HTMLDivElement>(null)
  const parts = useGrid(props)
  const { grid } = parts
  const { layout, scroller, size } = useLayout(props, parts)
  const rows = useRowActions(grid, props)
  const menu = useMenuPlace()
  const sub = useSubTable(grid, root, subTable !== undefined)
  const outside = useOutside(root, () => grid.activate(undefined))
  const slotHost = useSlotHost(grid, slots)
  useImperativeHandle(ref, () => createHandle(grid), [grid])

  return (
    <SlotContext value={slotHost}>
      <div
        ref={root}
        className={`${styles.grid} ${props.bordered === false ? styles.plainBorder : ''}`}
        style={{ '--fixed': `${layout.fixedPx}px`, '--row': `${layout.rowPx}px` }}
        {...outside}
      >
        {toolbar && (
          <GridToolbar
            grid={grid}
            table={props}
            buttons={toolbar}
            rights={rows.rights}
            onAdd={rows.add}
            onRemove={rows.remove}
          />
        )}
        <GridBody
          layout={layout}
          label={props['aria-label'] ?? '可编辑表格'}
          scroller={scroller}
          size={size}
          maxHeightPx={props.maxHeight ?? GRID.maxHeightPx}
          mayAdd={rows.mayAdd}
          isLoading={loading}
          onFound={parts.addFound}
          clicks={sub.clicks}
          onInsertBelow={rows.insertBelow}
          onMenu={menu.open}
        />
        {page && <GridPager page={page} isDisabled={loading} onChange={props.onPageChange} />}
        <RowMenu
          grid={grid}
          place={menu.place}
          mayInsert={rows.mayAdd}
          onInsertBelow={rows.insertBelow}
          details={details}
          onClose={menu.close}
        />
        {subTable && <SubTable grid={grid} openId={sub.openId} place={sub.place} draw={subTable} />}
      </div>
    </SlotContext>
  )
}
