import { DeleteOutlined } from '@ant-design/icons'
import { type SavedView, savedViewEndpoints } from '@natim/contract/system/saved-view'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Skeleton } from 'antd'
import { ErrorBar } from '@/ui/error-state.tsx'
import { call, callWithMessage } from '../../lib/api/http.ts'
import { useNotify } from '../../lib/notify.ts'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import { useListContext } from '../context.ts'
import { useTableSettings } from '../table-settings.ts'
import { SaveView, type ViewDraft } from './save-view.tsx'
import styles from './views-panel.module.css'

/** Own and shared views of the list, to be shown, and the way to keep what is shown now. */
export function ViewsPanel({ onShown }: { readonly onShown: () => void }) {
  const list = useListContext()
  const listPath = list.resource.endpoints.list.path
  const { settings, change } = useTableSettings(listPath)
  const notify = useNotify()
  const queryClient = useQueryClient()
  const views = useEndpoint(savedViewEndpoints.list, { query: { listPath } }, { staleTime: 0 })
  const reload = () => queryClient.invalidateQueries({ queryKey: [savedViewEndpoints.list.path] })

  const show = ({ content: { columns, ...conditions } }: SavedView) => {
    change({ columns })
    list.show({ query: undefined, ...conditions })
    onShown()
  }
  const save = async ({ name, audience }: ViewDraft) => {
    const { filters, query, sort } = list.state
    const content = { filters, sort, columns: settings.columns ?? {}, ...(query && { query: toContent(query) }) }
    const body = { listPath, name, audience, content }
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
            <button type="button" className={styles.view} onClick={() => show(view)}>
              <span className="ellipsis">{view.name}</span>
              <span className="t-caption">{noteOf(view)}</span>
            </button>
            {view.isOwn && (
              <Button
                type="text"
                size="small"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={`删除视图 ${view.name}`}
                // A failure was shown by the client.
                onClick={() => void remove(view.id).catch(() => undefined)}
              />
            )}
          </li>
        ))}
      </ul>
      <SaveView onSave={save} />
    </div>
  )
}

type ContentQuery = NonNullable<SavedView['content']['query']>

/** The address' query as it is sent: its lines are fixed there and not here. */
const toContent = ({
  match,
  lines,
}: {
  match: ContentQuery['match']
  lines: readonly (readonly [...ContentQuery['lines'][number]])[]
}): ContentQuery => ({
  match,
  lines: lines.map((line) => [...line]),
})

/** Who else sees it, or whose it is. */
function noteOf({ isOwn, owner, audience }: SavedView): string {
  if (!isOwn) return `${owner} 共享`
  return audience ? `共享给${audience.name}` : ''
}
