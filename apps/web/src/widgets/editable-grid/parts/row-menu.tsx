import { Dropdown } from 'antd'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { Grid } from '../core/grid-store.ts'
import type { GridValues } from '../core/rows.ts'
import { DetailsModal, type RowDetails } from './details-modal.tsx'

interface MenuPlace {
  readonly id: string
  readonly leftPx: number
  readonly topPx: number
}

interface RowMenuProps {
  readonly grid: Grid
  readonly place: MenuPlace | undefined
  readonly mayInsert: boolean
  readonly onInsertBelow: (id: string) => void
  /** Undefined: rows have no details. */
  readonly details: RowDetails | undefined
  readonly onClose: () => void
}

/** Position of the menu: below the clicked handle. */
export function useMenuPlace() {
  const [place, setPlace] = useState<MenuPlace>()
  return {
    place,
    open: (id: string, handle: HTMLElement) => {
      const { left, bottom } = handle.getBoundingClientRect()
      setPlace({ id, leftPx: left, topPx: bottom })
    },
    close: () => setPlace(undefined),
  }
}

/** Menu of a row's handle (WG-175), shared by the grid, and the details it opens. */
export function RowMenu({ details, ...menu }: RowMenuProps) {
  const { grid } = menu
  const [detailed, setDetailed] = useState<GridValues>()
  return (
    <>
      <Menu {...menu} onDetails={details && ((id) => setDetailed(grid.recordOf(id)?.values))} />
      {details && <DetailsModal details={details} row={detailed} onClose={() => setDetailed(undefined)} />}
    </>
  )
}

interface MenuProps extends Omit<RowMenuProps, 'details'> {
  readonly onDetails: ((id: string) => void) | undefined
}

function Menu({ grid, place, mayInsert, onInsertBelow, onDetails, onClose }: MenuProps) {
  const index = useStore(grid.view, (view) => (place ? (view.grid.indexOf.get(place.id) ?? -1) : -1))
  const last = useStore(grid.view, (view) => view.grid.records.length - 1)
  if (!place || index < 0) return null
  const { id } = place
  const shortcut = (text: string, keys: string) => (
    <>
      {text} <span className="t-caption">{keys}</span>
    </>
  )
  const items = [
    mayInsert && { key: 'insert', label: shortcut('在下方插入', 'Alt+Enter'), onClick: () => onInsertBelow(id) },
    { key: 'up', label: shortcut('上移', 'Alt+↑'), disabled: index === 0, onClick: () => grid.move(id, index - 1) },
    {
      key: 'down',
      label: shortcut('下移', 'Alt+↓'),
      disabled: index === last,
      onClick: () => grid.move(id, index + 1),
    },
    onDetails && { key: 'details', label: '详细信息', onClick: () => onDetails(id) },
  ].filter((item) => item !== false && item !== undefined)
  return (
    <Dropdown
      open
      trigger={['click']}
      menu={{ items, onClick: onClose, autoFocus: true }}
      onOpenChange={(isOpen) => !isOpen && onClose()}
    >
      <span style={{ position: 'fixed', left: place.leftPx, top: place.topPx, width: 1, height: 1 }} />
    </Dropdown>
  )
}
