import {
  ClearOutlined,
  DeleteOutlined,
  DownOutlined,
  PlusOutlined,
  RedoOutlined,
  SaveOutlined,
  UndoOutlined,
  UpOutlined,
} from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { useStore } from 'zustand'
import type { GridButtons } from '@/lib/permissions/can.ts'
import type { Grid } from '../core/grid-store.ts'
import type { EditableGridProps, ToolbarButton } from '../editable-grid-props.ts'
import styles from '../grid.module.css'
import { AddSettingsPopover } from './add-settings-popover.tsx'
import { LiveMark } from './live-mark.tsx'

interface GridToolbarProps {
  readonly grid: Grid
  readonly table: EditableGridProps
  readonly buttons: readonly ToolbarButton[]
  readonly rights: GridButtons
  readonly onAdd: () => void
  readonly onRemove: () => void
}

/** Buttons above the rows (WG-173); those for selected rows appear with a selection (D-25). */
export function GridToolbar({ grid, table, buttons, rights, onAdd, onRemove }: GridToolbarProps) {
  const { disabled: isDisabled = false, onSave, live, toolbarBefore, toolbarAfter } = table
  const selected = useStore(grid.view, (view) => view.grid.selectedIds.size)
  const rowCount = useStore(grid.view, (view) => view.grid.records.length)
  const [isFolded, setIsFolded] = useState(false)
  const has = (button: ToolbarButton) => buttons.includes(button) && !isFolded
  return (
    <div className={styles.toolbar} role="toolbar" aria-label="表格操作">
      {toolbarBefore}
      {has('add') && rights.add && (
        <>
          <Button type="primary" icon={<PlusOutlined />} disabled={isDisabled} onClick={onAdd}>
            新增
          </Button>
          <AddSettingsPopover rowCount={rowCount} />
        </>
      )}
      {has('save') && (
        <Button icon={<SaveOutlined />} disabled={isDisabled} onClick={onSave}>
          保存
        </Button>
      )}
      {selected > 0 && (
        <>
          {has('remove') && rights.remove && (
            <Button danger icon={<DeleteOutlined />} disabled={isDisabled} onClick={onRemove}>
              删除
            </Button>
          )}
          {has('clearSelection') && (
            <Button icon={<ClearOutlined />} onClick={grid.clearSelection}>
              清空选择
            </Button>
          )}
          <span className="t-caption">已选 {selected} 行</span>
        </>
      )}
      {toolbarAfter}
      <span className="push" />
      {live && <LiveMark />}
      {!isDisabled && <History grid={grid} />}
      {buttons.includes('collapse') && (
        <Button
          type="text"
          icon={isFolded ? <DownOutlined /> : <UpOutlined />}
          aria-expanded={!isFolded}
          onClick={() => setIsFolded(!isFolded)}
        >
          {isFolded ? '展开' : '收起'}
        </Button>
      )}
    </div>
  )
}

function History({ grid }: { grid: Grid }) {
  const canUndo = useStore(grid.view, (view) => view.grid.past.length > 0)
  const canRedo = useStore(grid.view, (view) => view.grid.future.length > 0)
  return (
    <>
      <Button
        type="text"
        icon={<UndoOutlined />}
        aria-label="撤销"
        title="撤销 Ctrl+Z"
        disabled={!canUndo}
        onClick={grid.undo}
      />
      <Button
        type="text"
        icon={<RedoOutlined />}
        aria-label="重做"
        title="重做 Ctrl+Y"
        disabled={!canRedo}
        onClick={grid.redo}
      />
    </>
  )
}
