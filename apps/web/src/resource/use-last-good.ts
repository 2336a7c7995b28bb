import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../lib/api/api-error.ts'

export interface LastGood<T> {
  /** Newest answer that arrived; it outlives a later failure (design §7). */
  readonly data: T | undefined
  /** When it arrived, epoch ms by this machine; 0 before the first. */
  readonly atMs: number
  readonly error: ApiError | undefined
  readonly isFetching: boolean
  readonly retry: () => void
}

/** Keeps what was shown when asking again fails: old data are better than a blank block, as long as they say so. */
export function useLastGood<T>(query: UseQueryResult<T>): LastGood<T> {
  const [kept, setKept] = useState<{ readonly data: T | undefined; readonly atMs: number }>({
    data: query.data,
    atMs: query.dataUpdatedAt,
  })
  const isOwn = query.data !== undefined && !query.isPlaceholderData
  const isNews = isOwn && (query.data !== kept.data || query.dataUpdatedAt !== kept.atMs)
  if (isNews) setKept({ data: query.data, atMs: query.dataUpdatedAt })
  return {
    data: query.data ?? kept.data,
    atMs: kept.atMs,
    error: (query.error ?? undefined) as ApiError | undefined,
    // Asked only where it is shown: whoever does not look is not drawn anew when the question is put again.
    get isFetching() {
      return query.isFetching
    },
    retry: () => void query.refetch(),
  }
}
