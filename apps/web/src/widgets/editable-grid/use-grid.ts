import { GRID } from '@natim/contract/constants'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { fieldAccess } from '@/lib/permissions/can.ts'
import { useSession } from '@/lib/session/session-store.ts'
import { columnWidths, type EditableColumn, prepareColumns } from './core/column.ts'
import { isRowDisabled } from './core/disabled-rows.ts'
import { createGrid, type GridConfig } from './core/grid-store.ts'
import { linkedSources } from './core/linkage.ts'
import { edgesOf } from './core/viewport.ts'
import type { EditableGridProps, GridSize } from './editable-grid-props.ts'
import { useColumnOptions } from './parts/column-options.tsx'
import { CHECK_PX, type GridLayout, HANDLE_PX } from './parts/grid-layout.ts'
import { useLiveRows } from './parts/use-live-rows.ts'
import { useSize } from './parts/use-viewport.ts'

const ROW_PX: Readonly<Record<GridSize, number>> = { medium: GRID.rowHeightPx, small: 52, mini: 44, tiny: 36 }
const EXPANDED_PX = 200

/** The columns with the user's rights and the options found so far. */
function useColumns({ columns, authPre, disabled, linkage }: EditableGridProps) {
  const permissions = useSession((session) => session.permissions)
  const prepared = useMemo(() => {
    const access = (key: string) => (authPre ? fieldAccess(authPre, key, permissions) : 'editable')
    return prepareColumns(columns, access, disabled, linkedSources(columns, linkage ?? []))
  }, [columns, authPre, permissions, disabled, linkage])
  return useColumnOptions(prepared)
}

const keysOf = (columns: readonly EditableColumn[]) => new Set(columns.map(({ key }) => key))

/** State and measurements of a grid, from its props. */
export function useGrid(props: EditableGridProps) {
  const { rows, disabled = false, disabledRows, rowSelection = 'checkbox', dragSortKey = GRID.dragSortKey } = props
  const [grid] = useState(createGrid)
  const { columns, addFound } = useColumns(props)
  const live = useLiveRows(grid, props.live)
  const allKeys = useMemo(() => keysOf(props.columns), [props.columns])

  const config: GridConfig = {
    columns,
    allKeys,
    sortKey: dragSortKey,
    isDisabled: disabled,
    disabledRows,
    isSingleSelect: rowSelection === 'radio',
    events: props,
    onOwnChange: live.tell,
  }
  useLayoutEffect(() => grid.configure(config))
  useLayoutEffect(() => grid.load(rows), [grid, rows])
  useEffect(() => grid.dispose, [grid])
  return { grid, columns, addFound, reloadedIds: live.reloaded }
}

type Parts = ReturnType<typeof useGrid>

/** Layout of a grid. */
export function useLayout(props: EditableGridProps, { grid, columns, reloadedIds }: Parts) {
  const { disabled = false, disabledRows, rowSelection = 'checkbox', rowNumber = true, dragSort = true } = props
  const { alwaysEdit = true, expandedRow, expandedHeight = EXPANDED_PX } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rowPx = ROW_PX[props.size ?? 'medium']
  const size = useSize(scroller)
  const [expandedIds, setExpandedIds] = useState<ReadonlySet<string>>(new Set())
  const onExpand = useCallback(
    (id: string) =>
      setExpandedIds((was) => (was.has(id) ? new Set([...was].filter((one) => one !== id)) : new Set([...was, id]))),
    [],
  )

  const edges = useMemo(() => edgesOf(columnWidths(columns, size.width)), [columns, size.width])
  const layout = useMemo<GridLayout>(
    () => ({
      grid,
      columns,
      edges,
      rowPx,
      expansion: expandedRow && { draw: expandedRow, panelPx: expandedHeight },
      expandedIds,
      onExpand,
      fixedPx: (rowSelection ? CHECK_PX : 0) + (dragSort || rowNumber || expandedRow ? HANDLE_PX : 0),
      selection: rowSelection || undefined,
      hasNumbers: rowNumber,
      hasHandles: dragSort && !disabled,
      isDisabled: disabled,
      isAlwaysEditing: alwaysEdit,
      isFree: (values) => !disabled && !isRowDisabled(values, disabledRows),
      reloadedIds,
    }),
    [
      grid,
      columns,
      edges,
      rowPx,
      expandedRow,
      expandedHeight,
      expandedIds,
      onExpand,
      rowSelection,
      dragSort,
      rowNumber,
      disabled,
      alwaysEdit,
      disabledRows,
      reloadedIds,
    ],
  )
  return { layout, scroller, size }
}
