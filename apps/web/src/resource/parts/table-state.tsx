import { formatClock } from '@natim/domain/format'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar, ErrorState } from '@/ui/error-state.tsx'
import { useListContext } from '../context.ts'
import styles from './table-state.module.css'

/**
 * Empty and failed states; a loading table draws its own skeleton; after a failure the stale rows stay below, dimmed
 * and dated.
 */
export function TableState({
  emptyAction,
  children,
}: {
  readonly emptyAction?: ReactNode
  readonly children: ReactNode
}) {
  const { answer, total } = useListContext()
  const { error } = answer
  if (!answer.hasData) {
    if (!error) return children
    return <ErrorState message={`加载失败：${error.message}`} requestId={error.requestId} onRetry={answer.retry} />
  }
  if (error) {
    const earlier = answer.isOfAnother ? '下面仍是上一次查询的结果，' : ''
    const dated = `加载失败：${error.message}，${earlier}数据截至 ${formatClock(answer.atMs)}`
    return (
      <>
        <ErrorBar message={dated} requestId={error.requestId} onRetry={answer.retry} />
        <div className={styles.old}>{children}</div>
      </>
    )
  }
  return total === 0 ? <Empty action={emptyAction} /> : children
}

function Empty({ action }: { readonly action: ReactNode }) {
  const { state, showAll, resource } = useListContext()
  const isFiltered = Object.keys(state.filters).length > 0 || state.query !== undefined
  if (!isFiltered) {
    const where = resource.isScoped ? '您的数据范围内没有' : '还没有'
    return <EmptyState title={`${where}${resource.entityLabel}`} action={action} />
  }
  return (
    <EmptyState
      hint="请调整筛选条件"
      action={
        <Button type="primary" onClick={showAll}>
          清除筛选
        </Button>
      }
    />
  )
}
