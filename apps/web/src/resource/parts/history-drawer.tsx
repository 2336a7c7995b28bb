import type { RowVersion } from '@natim/contract/resource/crud-endpoints'
import { formatNumber } from '@natim/domain/format'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Popconfirm } from 'antd'
import { use } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { TableSkeleton } from '@/ui/skeleton.tsx'
import { Tag } from '@/ui/tag.tsx'
import { apiErrorOf } from '../../lib/api/api-error.ts'
import { useNotify } from '../../lib/notify.ts'
import { ListContext } from '../context.ts'
import type { Resource, ResourceRow } from '../define-resource.ts'
import { callHistory, callRestore } from '../endpoint-calls.ts'
import { changesOf, verbOf } from '../record-changes.ts'
import { useMay } from '../use-may.ts'
import { announceRow } from '../use-row-sync.ts'
import { ChangeList } from './change-list.tsx'
import styles from './history-drawer.module.css'
import { rowName } from './row-name.ts'

export interface HistoryDrawerProps {
  readonly resource: Resource
  readonly row: ResourceRow
  readonly isOpen: boolean
  readonly onClose: () => void
  /** The row was restored to a version; views of it are stale. */
  readonly onRestored: () => void
}

const WIDTH = 520

/** The versions of a row, newest first: what each changed, by whom, and a restore button. */
export function HistoryDrawer({ resource, row, isOpen, onClose, onRestored }: HistoryDrawerProps) {
  return (
    <Drawer
      open={isOpen}
      size={WIDTH}
      title={`变更历史 · ${rowName(resource, row)}`}
      closable={{ placement: 'end', 'aria-label': '关闭' }}
      onClose={onClose}
      destroyOnHidden
    >
      <Versions resource={resource} row={row} onRestored={onRestored} />
    </Drawer>
  )
}

type VersionsProps = Pick<HistoryDrawerProps, 'resource' | 'row' | 'onRestored'>

function Versions({ resource, row, onRestored }: VersionsProps) {
  const { history } = resource.endpoints
  const { data, error, refetch } = useQuery<readonly RowVersion[]>({
    queryKey: [history?.path, row.id],
    queryFn: ({ signal }) => (history ? callHistory(history, row.id, { signal }) : []),
    // The row may have been saved meanwhile.
    staleTime: 0,
  })
  const restore = useRestore(resource, row, onRestored)
  if (error) return <ErrorState message={error.message} requestId={error.requestId} onRetry={() => void refetch()} />
  if (!data) return <TableSkeleton rows={4} columns={2} />
  if (data.length === 0) return <EmptyState title="没有变更记录" hint="记录变更功能启用之前的数据没有历史版本" />
  return (
    <ol className={styles.list} aria-label="历史版本">
      {data.map((version, index) => (
        <li key={version.id} className={styles.version}>
          <header className={styles.head}>
            <b>第 {formatNumber(version.version)} 版</b>
            <Tag>{verbOf(version, data[index + 1])}</Tag>
            <span className={styles.facts}>
              {version.createBy} · {version.createTime}
            </span>
            {index === 0 ? (
              <Tag tone="info">当前</Tag>
            ) : (
              restore && <RestoreButton resource={resource} version={version} current={data[0]} onRestore={restore} />
            )}
          </header>
          <ChangeList resource={resource} changes={changesOf(version, data[index + 1])} />
        </li>
      ))}
    </ol>
  )
}

interface RestoreButtonProps {
  readonly resource: Resource
  readonly version: RowVersion
  /** The current version of the row. */
  readonly current: RowVersion | undefined
  readonly onRestore: (version: number) => Promise<void>
}

/** Lists the fields and values it will set before restoring. */
function RestoreButton({ resource, version: wanted, current, onRestore }: RestoreButtonProps) {
  const { version } = wanted
  const { restored } = resource
  const changes = changesOf(wanted, current).filter(({ key }) => restored === undefined || restored.includes(key))
  const isSame = changes.length === 0
  return (
    <Popconfirm
      title={isSame ? `第 ${version} 版中可恢复的字段与当前相同` : `恢复到第 ${version} 版？将设置以下字段：`}
      description={
        !isSame && (
          <div className={styles.preview}>
            <ChangeList resource={resource} changes={changes} />
            <p className="t-caption">当前内容会保留为一个版本，可以再恢复</p>
          </div>
        )
      }
      showCancel={!isSame}
      okText={isSame ? '知道了' : '恢复'}
      onConfirm={() => (isSame ? undefined : onRestore(version))}
    >
      <Button type="link" size="small" aria-label={`恢复到第 ${version} 版`}>
        恢复
      </Button>
    </Popconfirm>
  )
}

/** Restores the row to a version; undefined without the right. */
function useRestore(resource: Resource, row: ResourceRow, onRestored: () => void) {
  const notify = useNotify()
  const list = use(ListContext)
  const { restore: plain, restoreVersion: restore = plain } = resource.endpoints
  const mayRestore = useMay(restore)
  if (!restore || !mayRestore) return undefined
  return async (version: number): Promise<void> => {
    try {
      notify.line((await callRestore(restore, { id: row.id, version })) || '恢复成功！', 'success')
      announceRow(resource, row.id)
      list?.reload()
      onRestored()
    } catch (error) {
      notify.line(apiErrorOf(error).message)
    }
  }
}
