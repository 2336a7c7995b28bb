import { type IncidentDraft, mapEndpoints } from '@natim/contract/mon/map'
import { formatGmt8 } from '@natim/domain/time'
import { useQueryClient } from '@tanstack/react-query'
import { App, Button } from 'antd'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useCan } from '@/lib/permissions/use-rights.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import styles from './area-card.module.css'
import { Figures } from './area-card.tsx'

export interface DraftsCardProps {
  readonly drafts: readonly IncidentDraft[] | undefined
  readonly error: { readonly message: string } | null
  readonly onRetry: () => void
}

/** 事件区域: saved areas with their figures at the time; only the creator may delete one. */
export function DraftsCard({ drafts, error, onRetry }: DraftsCardProps) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const client = useQueryClient()
  const mayDraft = useCan('mon:map:draft')
  const remove = ({ id, name }: IncidentDraft) =>
    modal.confirm({
      title: `删除事件草稿「${name}」？`,
      content: '区域和统计一并删除，不可恢复',
      okText: '删除',
      cancelText: '取消',
      okButtonProps: { danger: true },
      onOk: async () => {
        const { message } = await callWithMessage(mapEndpoints.removeDraft, { query: { id } })
        notify.line(message, 'success')
        await client.invalidateQueries({ queryKey: [mapEndpoints.drafts.path] })
      },
    })
  return (
    <section className={styles.card} aria-label="事件区域">
      <header className={styles.head}>
        <b>事件区域</b>
        <span className="t-caption">草稿</span>
      </header>
      {error && <ErrorBar message={error.message} onRetry={onRetry} />}
      {drafts === undefined && !error && <BlockSkeleton height={80} />}
      {drafts?.length === 0 && <EmptyState title="还没有事件草稿" hint="画圆或多边形后点「生成事件」" />}
      <ul className={styles.drafts}>
        {drafts?.map((draft) => (
          <li key={draft.id}>
            <div className={styles.draftHead}>
              <b className="ellipsis">{draft.name}</b>
              {draft.isOwn && mayDraft && (
                <Button type="link" size="small" onClick={() => remove(draft)}>
                  删除
                </Button>
              )}
            </div>
            <p className="t-caption">
              {draft.author} · {formatGmt8(draft.createMs).slice(5, 16)}
            </p>
            <details>
              <summary className="t-caption">当时的统计</summary>
              <Figures figures={draft.figures} />
            </details>
          </li>
        ))}
      </ul>
    </section>
  )
}
