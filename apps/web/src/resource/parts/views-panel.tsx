import type { SavedView } from '@natim/contract/system/saved-view'
import { useListContext } from '../context.ts'
import { useTableSettings } from '../table-settings.ts'
import { SavedViews } from './saved-views.tsx'

/** Own and shared views of the list: conditions, order and columns. */
export function ViewsPanel({ onShown }: { readonly onShown: () => void }) {
  const list = useListContext()
  const listPath = list.resource.endpoints.list.path
  const { settings, change } = useTableSettings(listPath)

  const show = ({ content: { columns, ...conditions } }: SavedView) => {
    change({ columns })
    list.show({ query: undefined, ...conditions })
    onShown()
  }
  const contentOf = () => {
    const { filters, query, sort } = list.state
    return { filters, sort, columns: settings.columns ?? {}, ...(query && { query: toContent(query) }) }
  }
  return (
    <SavedViews listPath={listPath} contentOf={contentOf} onShow={show} placeholder="把当前条件、排序和列保存为…" />
  )
}

type ContentQuery = NonNullable<SavedView['content']['query']>

/** The address query in wire format: its lines are readonly tuples there and mutable here. */
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
