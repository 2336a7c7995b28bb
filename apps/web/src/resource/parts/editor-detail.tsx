import { HistoryOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useEditorContext } from '../context.ts'
import type { Resource, ResourceRow } from '../define-resource.ts'
import { useMay } from '../use-may.ts'
import styles from './editor-modal.module.css'

const HistoryDrawer = lazyPart(async () => (await import('./history-drawer.tsx')).HistoryDrawer)

/** Who made and who changed the row, as far as it says so. */
export function Stamps({ row }: { readonly row: ResourceRow }) {
  const { createBy, createTime, updateBy, updateTime } = row as ResourceRow & Partial<Record<string, unknown>>
  const made = [createBy, createTime].filter(Boolean).join(' ')
  const changed = [updateBy, updateTime].filter(Boolean).join(' ')
  const text = [made && `创建 ${made}`, changed && `更新 ${changed}`].filter(Boolean).join(' · ')
  return text === '' ? null : <p className="t-caption">{text}</p>
}

/** Below a row that is only looked at: its history, the way to editing it, 关闭. */
export function DetailFooter() {
  const editor = useEditorContext()
  const mayEdit = useMay(editor.resource.endpoints.update)
  const { row } = editor
  return (
    <div className={styles.foot}>
      {row && <HistoryButton resource={editor.resource} row={row} onRestored={editor.close} />}
      {row && mayEdit && <Button onClick={() => editor.edit(row)}>编辑</Button>}
      <Button onClick={editor.close}>关闭</Button>
    </div>
  )
}

export interface HistoryButtonProps {
  readonly resource: Resource
  readonly row: ResourceRow
  /** The row went back to a version; what shows it is out of date. */
  readonly onRestored: () => void
}

/** 变更历史: the versions of a row, for those who may read them. */
export function HistoryButton({ resource, row, onRestored }: HistoryButtonProps) {
  const mayRead = useMay(resource.endpoints.history)
  const [isOpen, setIsOpen] = useState(false)
  const [hasOpened, setHasOpened] = useState(false)
  if (!mayRead) return null
  const open = () => {
    setHasOpened(true)
    setIsOpen(true)
  }
  return (
    <>
      <Button
        type="text"
        className={styles.history}
        // Reading is allowed where a form around it is not to be filled.
        disabled={false}
        icon={<HistoryOutlined aria-hidden />}
        aria-haspopup="dialog"
        onClick={open}
      >
        变更历史
      </Button>
      {hasOpened && (
        <HistoryDrawer
          resource={resource}
          row={row}
          isOpen={isOpen}
          onClose={() => setIsOpen(false)}
          onRestored={onRestored}
        />
      )}
    </>
  )
}
