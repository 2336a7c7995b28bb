import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import type { ApiError } from '../api/api-error.ts'

export interface LastGood<T> {
  /** Latest answer; kept through a later failure (design §7). */
  readonly data: T | undefined
  /** When it arrived, epoch ms by this machine; 0 before the first. */
  readonly atMs: number
  /** Whether it answers an earlier question than the current one. */
  readonly isOfAnother: boolean
  readonly error: ApiError | undefined
  readonly isFetching: boolean
  readonly retry: () => void
}

interface Kept<T> {
  readonly data: T | undefined
  readonly atMs: number
  readonly question: string
}

/**
 * Keeps the last data when a refetch fails: stale data, marked as such, are better than a blank block.
 *
 * @param question identifies what is asked, where it changes
 */
export function useLastGood<T>(query: UseQueryResult<T>, question = ''): LastGood<T> {
  const [kept, setKept] = useState<Kept<T>>({ data: query.data, atMs: query.dataUpdatedAt, question })
  const isOwn = query.data !== undefined && !query.isPlaceholderData
  const isNews = isOwn && (query.data !== kept.data || query.dataUpdatedAt !== kept.atMs)
  if (isNews) setKept({ data: query.data, atMs: query.dataUpdatedAt, question })
  return {
    data: query.data ?? kept.data,
    atMs: kept.atMs,
    isOfAnother: kept.question !== question,
    error: query.error ?? undefined,
    // A getter, so that only components that read it re-render on a refetch.
    get isFetching() {
      return query.isFetching
    },
    retry: () => void query.refetch(),
  }
}
