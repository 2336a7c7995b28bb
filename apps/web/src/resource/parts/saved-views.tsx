import { DeleteOutlined } from '@ant-design/icons'
import { type SavedView, savedViewEndpoints, type ViewContent } from '@natim/contract/system/saved-view'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { ErrorBar } from '@/ui/error-state.tsx'
import { call, callWithMessage } from '../../lib/api/http.ts'
import { useNotify } from '../../lib/notify.ts'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import { SaveView, type ViewDraft } from './save-view.tsx'
import styles from './views-panel.module.css'

export interface SavedViewsProps {
  /** Key of the views: the path of a list or page. */
  readonly listPath: string
  /** The current content to save. */
  readonly contentOf: () => ViewContent
  readonly onShow: (view: SavedView) => void
  /** Placeholder of the name input: `把当前条件、排序和列保存为…`. */
  readonly placeholder: string
}

/** Own and shared views to choose from, and saving the current one. */
export function SavedViews({ listPath, contentOf, onShow, placeholder }: SavedViewsProps) {
  const notify = useNotify()
  const queryClient = useQueryClient()
  const views = useEndpoint(savedViewEndpoints.list, { query: { listPath } }, { staleTime: 0 })
  const reload = () => queryClient.invalidateQueries({ queryKey: [savedViewEndpoints.list.path] })

  const save = async ({ name, audience }: ViewDraft) => {
    const body = { listPath, name, audience, content: contentOf() }
    const { message } = await callWithMessage(savedViewEndpoints.save, { body })
    notify.line(message, 'success')
    await reload()
  }
  const remove = async (id: string) => {
    await call(savedViewEndpoints.remove, { query: { id } })
    await reload()
  }

  return (
    <div className={styles.panel}>
      {views.error && <ErrorBar message={views.error.message} onRetry={() => void views.refetch()} />}
      {views.isLoading && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {views.data?.length === 0 && <p className="t-caption">还没有保存的视图</p>}
      <ul className={styles.list} aria-label="保存的视图">
        {views.data?.map((view) => (
          <li key={view.id}>
            <button type="button" className={styles.view} onClick={() => onShow(view)}>
              <span className="ellipsis">{view.name}</span>
              <span className="t-caption">{noteOf(view)}</span>
            </button>
            {view.isOwn && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除视图 ${view.name}`}
                // Already reported by the client.
                onClick={() => void remove(view.id).catch(() => undefined)}
              />
            )}
          </li>
        ))}
      </ul>
      <SaveView placeholder={placeholder} onSave={save} />
    </div>
  )
}

/** Its audience, or its owner. */
function noteOf({ isOwn, owner, audience }: SavedView): string {
  if (!isOwn) return `${owner} 共享`
  return audience ? `共享给${audience.name}` : ''
}
