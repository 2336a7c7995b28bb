import { HistoryOutlined } from '@ant-design/icons'
import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { useEditorContext } from '../context.ts'
import type { Resource, ResourceRow } from '../define-resource.ts'
import { callHistory } from '../endpoint-calls.ts'
import { changesOf, verbOf } from '../record-changes.ts'
import { useMay } from '../use-may.ts'
import { ChangeList } from './change-list.tsx'
import detail from './detail-form.module.css'
import styles from './editor-modal.module.css'

/** Form props for a read-only row: labels and values, no boxes. */
export const detailForm = (isReadOnly: boolean) =>
  isReadOnly
    ? ({
        layout: 'horizontal',
        variant: 'borderless',
        labelAlign: 'left',
        colon: false,
        className: detail.form,
      } as const)
    : ({ layout: 'vertical' } as const)

const HistoryDrawer = lazyPart(async () => (await import('./history-drawer.tsx')).HistoryDrawer)

interface Stamped extends ResourceRow {
  readonly createBy?: unknown
  readonly createTime?: unknown
  readonly updateBy?: unknown
  readonly updateTime?: unknown
}

/** Creator and last editor of the row, where the row has them. */
export function Stamps({ row }: { readonly row: ResourceRow }) {
  const { createBy, createTime, updateBy, updateTime }: Stamped = row
  const made = [createBy, createTime].filter(Boolean).join(' ')
  const changed = [updateBy, updateTime].filter(Boolean).join(' ')
  const text = [made && `创建 ${made}`, changed && `更新 ${changed}`].filter(Boolean).join(' · ')
  return text === '' ? null : <p className="t-caption">{text}</p>
}

const CHANGES_SHOWN = 3

/** 最近变更: the newest versions of a row shown read-only, for users who may read them. */
export function LastChanges({ row }: { readonly row: ResourceRow }) {
  const { resource } = useEditorContext()
  const { history } = resource.endpoints
  const mayRead = useMay(history)
  const { data } = useQuery<readonly RowVersion[]>({
    queryKey: [history?.path, row.id],
    queryFn: ({ signal }) => (history ? callHistory(history, row.id, { signal }) : []),
    enabled: mayRead,
    staleTime: 0,
  })
  // A single version says no more than the stamps; a failure is shown where the history is opened.
  if (data === undefined || data.length < 2) return null
  return (
    <section className={detail.changes} aria-label="最近变更">
      <h3>
        最近变更 <span className="t-caption">{`${Math.min(CHANGES_SHOWN, data.length)} / ${data.length}`}</span>
      </h3>
      <ol>
        {data.slice(0, CHANGES_SHOWN).map((version, index) => (
          <li key={version.id}>
            <span className="t-caption">
              {version.createTime.slice(5, 16)} {version.createBy} {verbOf(version, data[index + 1])}
            </span>
            <ChangeList resource={resource} changes={changesOf(version, data[index + 1])} most={CHANGES_SHOWN} />
          </li>
        ))}
      </ol>
    </section>
  )
}

/** Footer of a read-only row: history, edit, 关闭. */
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
  /** The row was restored to a version; views of it are stale. */
  readonly onRestored: () => void
}

/** 变更历史: the versions of a row, for users who may read them. */
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
        // Stays enabled inside a disabled form: reading is allowed.
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
