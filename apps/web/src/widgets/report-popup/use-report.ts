import { type CallInput, type CallResult, type Endpoint } from '@natim/contract/endpoint'
import {
  type ReportColumns,
  type ReportQueryItem,
  type ReportRecord,
  reportEndpoints,
} from '@natim/contract/system/report'
import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { call } from '../../lib/api/http.ts'
import { cachedAnswer } from './popup-cache.ts'
import type { ReportDataQuery } from './popup-query.ts'

export interface ReportAnswers {
  readonly columns: UseQueryResult<ReportColumns>
  readonly info: UseQueryResult<ReportQueryItem[]>
  readonly data: UseQueryResult<{ records: ReportRecord[]; total: number }>
}

/** Never sent: the rows query is disabled until its parameters are known. */
const NO_QUERY: ReportDataQuery = { pageNo: 1, pageSize: 1 }

/** Calls an endpoint with the cache of the group. */
const ask = <E extends Endpoint>(groupId: string | undefined, endpoint: E, input: CallInput<E>) => {
  const load = () => call(endpoint, input, { silent: true })
  return cachedAnswer<CallResult<E>>(groupId, endpoint.path, input, load)
}

/**
 * The three requests of a report, strictly in sequence: columns, query items, rows. A failure stops the chain (WG-52).
 * Rows are requested when their query is known, and again when it changes.
 */
export function useReport(
  code: string,
  groupId: string | undefined,
  queryOf: (items: readonly ReportQueryItem[]) => ReportDataQuery,
): ReportAnswers {
  // Popups without a group must not share query cache entries.
  const own = useId()
  const fresh = { gcTime: 0, staleTime: Number.POSITIVE_INFINITY, retry: false } as const
  const columns = useQuery({
    queryKey: [reportEndpoints.columns.path, own, code],
    queryFn: () => ask(groupId, reportEndpoints.columns, { params: { code } }),
    ...fresh,
  })
  const id = columns.data?.cgRpConfigId
  const params = { cgRpConfigId: id ?? '' }
  const info = useQuery({
    queryKey: [reportEndpoints.queryInfo.path, own, id],
    queryFn: () => ask(groupId, reportEndpoints.queryInfo, { params }),
    enabled: id !== undefined,
    ...fresh,
  })
  const query = info.data && queryOf(info.data)
  const data = useQuery({
    queryKey: [reportEndpoints.data.path, own, id, query],
    queryFn: () => ask(groupId, reportEndpoints.data, { params, query: query ?? NO_QUERY }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    ...fresh,
  })
  return { columns, info, data }
}
