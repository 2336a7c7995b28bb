import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getAction } from '@/lib/api/actions.ts'
import { ApiError } from '@/lib/api/api-error.ts'
import { useNotify } from '@/lib/notify.ts'
import { rowsOf, type TreeRow } from './tree-rows.ts'

export interface TreeSource {
  /** Answers a list or a page of rows. */
  readonly url: string
  /** Address of the rows below one; the same by default. */
  readonly childrenUrl?: string
  /** Parameter that names the parent. */
  readonly queryKey?: string
  /** Parent of the roots; empty = the parameter is not sent. */
  readonly topValue?: string
  readonly condition?: string
  /** Further parameters; a change loads the roots anew and closes every row. */
  readonly query?: Readonly<Record<string, string>>
  readonly onBefore?: (parent: string) => void
  readonly onSuccess?: (rows: readonly TreeRow[], parent: string) => void
  readonly onFinally?: (parent: string) => void
}

/** Asks for the rows below a parent. @throws Error with the words of the server, or `返回数据类型不识别` */
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
  /** The question the rows below belong to. */
  readonly of: string
  readonly expanded: readonly string[]
  readonly children: ReadonlyMap<string, readonly TreeRow[]>
}

/** Rows of a tree table: the roots at once, the others when their row is opened first. */
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

  /** An answer to a question that is no longer asked changes nothing. */
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
      // A status was reported by the client.
      if (!(error instanceof ApiError) || error.status === 200) notify.line((error as Error).message, 'error')
      close(key)
    }
  }
  return { roots, expanded: state.expanded, children: state.children, expand, close }
}
