import { DeleteOutlined, ExportOutlined, PlusOutlined } from '@ant-design/icons'
import { formatClock, formatNumber } from '@natim/domain/format'
import { Button } from 'antd'
import { type ReactNode, use } from 'react'
import { PageHead } from '@/ui/page-head.tsx'
import { EditorContext, useListContext } from '../context.ts'
import { useMay } from '../use-may.ts'
import { useSelectionRefusal } from '../use-selection-refusal.ts'
import { ListPrintedLine } from './list-printed-line.tsx'
import { SelectionButton } from './selection-button.tsx'
import styles from './toolbar.module.css'

export interface ToolbarProps {
  /** Current scope of the list: a region, a station. */
  readonly scope?: string
  /** Buttons, the primary one last. */
  readonly children?: ReactNode
}

/** Page head: title, «范围 · 总数 · 更新时间», actions. */
export function Toolbar({ scope, children }: ToolbarProps) {
  const { resource, total, answer } = useListContext()
  const count = answer.hasData ? `${formatNumber(total)} ${resource.measureWord}` : undefined
  const updated = answer.atMs > 0 ? `${formatClock(answer.atMs)} 更新` : undefined
  return (
    <div className={styles.toolbar}>
      <PageHead title={resource.title} meta={[scope, count, updated].filter(Boolean).join(' · ')} actions={children} />
      <ListPrintedLine />
    </div>
  )
}

/** Opens the editor for a new row; `onClick` where creating takes more than a form. */
export function CreateButton({ onClick }: { readonly onClick?: () => void }) {
  const { resource } = useListContext()
  const editor = use(EditorContext)
  const mayCreate = useMay(resource.endpoints.create)
  if (!mayCreate) return null
  return (
    <Button
      type="primary"
      className={styles.create}
      icon={<PlusOutlined aria-hidden />}
      onClick={onClick ?? editor?.create}
    >
      <span className={styles.createText}>新增{resource.entityLabel}</span>
    </Button>
  )
}

/** Saves the list as a workbook; only the ticked rows, if any. */
export function ExportButton() {
  const { resource, isExporting, exportXls } = useListContext()
  const mayExport = useMay(resource.endpoints.exportXls)
  if (!mayExport) return null
  return (
    <Button
      className={styles.secondary}
      icon={<ExportOutlined aria-hidden />}
      loading={isExporting}
      onClick={exportXls}
    >
      导出
    </Button>
  )
}

/** Deletes the ticked rows after asking. */
export function RemoveSelectedButton() {
  const { resource, isRemoving, removeMany } = useListContext()
  const mayRemove = useMay(resource.endpoints.removeMany)
  const refusal = useSelectionRefusal('remove')
  if (!mayRemove) return null
  return (
    <SelectionButton
      icon={<DeleteOutlined aria-hidden />}
      isDanger
      isLoading={isRemoving}
      refusal={refusal}
      onClick={removeMany}
    >
      删除
    </SelectionButton>
  )
}
