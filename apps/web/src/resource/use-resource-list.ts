import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { type LastGood, useLastGood } from '@/lib/query/use-last-good.ts'
import type { ApiError } from '../lib/api/api-error.ts'
import { useListState } from '../lib/list-state.ts'
import { useNotify } from '../lib/notify.ts'
import type { ActiveQuery } from '../widgets/advanced-query/query-draft.ts'
import { toActive, toAddress } from './advanced-query.ts'
import type { Resource, ResourceRow, Sort } from './define-resource.ts'
import { callList } from './endpoint-calls.ts'
import { conditionQuery, exportQuery, listQuery, type WireQuery } from './list-query.ts'
import {
  initialListState,
  type ListState,
  pageAfterRemoval,
  pageAfterResize,
  readListState,
  withFilters,
} from './list-state.ts'
import { useExport } from './use-export.ts'
import { type Printing, usePrint } from './use-print.ts'
import { type Removal, useRemoval } from './use-removal.tsx'
import { useRowSync } from './use-row-sync.ts'
import { type Selection, useSelection } from './use-selection.ts'

/** Logic of a list page, without rendering. */
export interface ResourceList<Row extends ResourceRow = ResourceRow> extends Removal<Row> {
  readonly resource: Resource<Row>
  readonly state: ListState
  /** Filters in wire format, for counts under the same conditions. */
  readonly filterQuery: WireQuery
  readonly rows: readonly Row[]
  readonly total: number
  /** For the refetching state use `useIsReloading`, which re-renders nothing else. */
  readonly answer: Omit<LastGood<unknown>, 'data' | 'isFetching'> & { readonly hasData: boolean }
  readonly selection: Selection<Row>
  /** Sets filters, clears the selection and goes to the first page; an empty value removes a filter. */
  readonly search: (filters: Readonly<Record<string, string | undefined>>) => void
  /** The advanced query in force. */
  readonly query: ActiveQuery | undefined
  /** Sets or ends the advanced query and goes to the first page. */
  readonly ask: (query: ActiveQuery | undefined) => void
  /** Removes all filters; the advanced query stays (SY-02). */
  readonly reset: () => void
  /** Removes all filters and the advanced query. */
  readonly showAll: () => void
  /** Applies these conditions and this order, from the first page. */
  readonly show: (view: Pick<ListState, 'filters' | 'query' | 'sort'>) => void
  readonly setPage: (page: number, size: number) => void
  readonly setSort: (sort: Sort | undefined) => void
  readonly reload: () => void
  /** Printing of the list. */
  readonly printing: Printing<Row>
  readonly isExporting: boolean
  readonly exportXls: () => Promise<void>
}

interface ListOptions {
  /** Polling interval while the page is visible, for rows with data that nothing pushes. */
  readonly refreshMs?: number
}

function useRows<Row extends ResourceRow>(resource: Resource, state: ListState, { refreshMs }: ListOptions) {
  const { list } = resource.endpoints
  const query = listQuery(resource, state)
  const answer = useLastGood(
    useQuery({
      queryKey: [list.path, query],
      queryFn: ({ signal }) => callList<Row>(list, query, { signal, silent: true }),
      placeholderData: keepPreviousData,
      refetchInterval: refreshMs ?? false,
    }),
    JSON.stringify(query),
  )
  useRefusal(answer.error)
  return answer
}

const HTTP_OK = 200

/** A refusal in an envelope also shows a warning, like every refusal (SY-04); the block shows all failures. */
function useRefusal(error: ApiError | undefined): void {
  const notify = useNotify()
  useEffect(() => {
    if (error?.status === HTTP_OK) notify.line(error.message)
  }, [error, notify])
}

/** State in the address, rows in the query cache, selection and actions. */
export function useResourceList<Row extends ResourceRow>(
  resource: Resource<Row>,
  options: ListOptions = {},
): ResourceList<Row> {
  const queryClient = useQueryClient()
  const defaults = useMemo(() => initialListState(resource.defaultSort), [resource])
  const [given, change] = useListState<ListState>(defaults)
  const state = useMemo(() => readListState(given, resource.defaultSort), [given, resource])
  const { data, atMs, isOfAnother, error, retry } = useRows<Row>(resource, state, options)
  const rows = data?.records ?? []
  const selection = useSelection<Row>(JSON.stringify([state.filters, state.query]))

  const reload = useCallback(() => {
    for (const endpoint of [resource.endpoints.list, ...resource.related]) {
      void queryClient.invalidateQueries({ queryKey: [endpoint.path] })
    }
  }, [queryClient, resource])

  useRowSync(resource, reload)

  /** Refetches even when nothing changes, as when 查询 is pressed. */
  const start = (patch: Partial<ListState>) => {
    selection.clear()
    const next = { ...state, ...patch, page: 1 }
    if (JSON.stringify(next) === JSON.stringify(state)) reload()
    else change({ ...patch, page: 1 })
  }

  const removal = useRemoval<Row>(resource, {
    selected: selection.rows,
    onRestored: reload,
    onRemoved(ids) {
      const gone = rows.filter(({ id }) => ids.includes(id)).length
      selection.clear()
      change({ page: pageAfterRemoval(state.page, rows.length, gone) })
      reload()
    },
  })
  return {
    resource,
    state,
    filterQuery: conditionQuery(resource, state),
    rows,
    total: data?.total ?? 0,
    answer: { atMs, isOfAnother, error, retry, hasData: data !== undefined },
    selection,
    search: (filters) => start({ filters: withFilters(state.filters, filters) }),
    query: toActive(resource, state.query),
    ask: (query) => change({ query: query && toAddress(query), page: 1 }),
    reset: () => start({ filters: {} }),
    show: ({ filters, query, sort }) => start({ filters, query, sort }),
    showAll: () => start({ filters: {}, query: undefined }),
    setPage: (page, size) => change({ page: size === state.size ? page : pageAfterResize(state, size), size }),
    setSort: (sort) => change({ sort: sort ?? resource.defaultSort, page: 1 }),
    reload,
    ...removal,
    printing: usePrint<Row>(resource, state, (data?.total ?? 0) > rows.length),
    ...useExport(resource, exportQuery(resource, state), selection.ids),
  }
}
