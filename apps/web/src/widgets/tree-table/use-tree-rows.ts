import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAction } from '@/lib/api/actions.ts'
import { ApiError, apiErrorOf } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'
import { rowsOf, type TreeRow } from './tree-rows.ts'

export interface TreeSource {
  /** Returns a list or a page of rows. */
  readonly url: string
  /** Address of child rows; the same by default. */
  readonly childrenUrl?: string
  /** Parameter for the parent. */
  readonly queryKey?: string
  /** Parent value of the roots; empty = the parameter is omitted. */
  readonly topValue?: string
  readonly condition?: string
  /** Additional parameters; a change reloads the roots and collapses all rows. */
  readonly query?: Readonly<Record<string, string>>
  readonly onBefore?: (parent: string) => void
  readonly onSuccess?: (rows: readonly TreeRow[], parent: string) => void
  readonly onFinally?: (parent: string) => void
}

/** Requests the children of a parent. @throws Error with the server's message, or `返回数据类型不识别` */
async function loadRows(source: TreeSource, url: string, parent: string, signal?: AbortSignal) {
  const { queryKey = 'parentId', condition, query, onBefore, onSuccess, onFinally } = source
  onBefore?.(parent)
  try {
    const body = await getAction(url, { [queryKey]: parent, condition, ...query }, signal)
    if (!body.success) throw new ApiError(body.message, { status: 200, code: body.code })
    const rows = rowsOf(body.result)
    onSuccess?.(rows, parent)
    return rows
  } finally {
    onFinally?.(parent)
  }
}

interface Opened {
  /** The query the child rows belong to. */
  readonly of: string
  readonly expanded: readonly string[]
  readonly children: ReadonlyMap<string, readonly TreeRow[]>
}

/** Rows of a tree table: the roots at once, the others when their row is first expanded. */
export function useTreeRows(source: TreeSource) {
  const notify = useNotify()
  const { url, childrenUrl = url, topValue = '' } = source
  const question = JSON.stringify([url, childrenUrl, source.queryKey, topValue, source.condition, source.query])
  const roots = useQuery({
    queryKey: ['tree-table', question],
    queryFn: ({ signal }) => loadRows(source, url, topValue, signal),
  })
  const [state, setState] = useState<Opened>({ of: question, expanded: [], children: new Map() })
  if (state.of !== question) setState({ of: question, expanded: [], children: new Map() })

  /** Ignores an answer to an outdated query. */
  const change = (to: (before: Opened) => Partial<Opened>) =>
    setState((before) => (before.of === question ? { ...before, ...to(before) } : before))
  const close = (key: string) => change(({ expanded }) => ({ expanded: expanded.filter((one) => one !== key) }))
  const expand = async (key: string) => {
    change(({ expanded }) => ({ expanded: [...expanded, key] }))
    if (state.children.has(key)) return
    try {
      const rows = await loadRows(source, childrenUrl, key)
      change(({ children }) => ({ children: new Map([...children, [key, rows]]) }))
    } catch (error) {
      const { status, message } = apiErrorOf(error)
      // Error statuses were already reported by the client.
      if (status === 200) notify.line(message, 'error')
      close(key)
    }
  }
  return { roots, expanded: state.expanded, children: state.children, expand, close }
}
