import type { Page } from '@natim/contract/envelope'
import { type AlarmDetail, type AlarmRow, alarmEndpoints } from '@natim/contract/mon/alarm'
import type { LiveAlarm } from '@natim/contract/socket/live'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { endpointKey } from '../query/use-endpoint.ts'
import { onLiveReturn } from '../socket/live.ts'
import { noteChanged } from './alarm-changes.ts'
import { onAlarmEvents } from './alarm-feed.ts'

/** A flood brings many events per second; lists and counts are refetched at most this often. */
const REFRESH_MS = 500

const { list, counts, detail } = alarmEndpoints

/** The newer of both: an answer in flight may be older than the feed. */
const newer = (known: AlarmRow, given: AlarmRow | undefined): AlarmRow =>
  given !== undefined && given.version >= known.version ? given : known

function patch(client: QueryClient, events: readonly LiveAlarm[]): void {
  const byId = new Map(events.map(({ a }) => [a.id, a]))
  client.setQueriesData<Page<AlarmRow>>(
    { queryKey: [list.path] },
    (page) => page && { ...page, records: page.records.map((row) => newer(row, byId.get(row.id))) },
  )
  client.setQueriesData<AlarmDetail>(
    { queryKey: [detail.path] },
    (known) => known && { ...known, alarm: newer(known.alarm, byId.get(known.alarm.id)) },
  )
}

/** Applies feed events at once; order, counts and logs come from the server and are refetched. */
function follow(client: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const due = new Set<string>()
  const refresh = () => {
    timer = undefined
    void client.invalidateQueries({ queryKey: [list.path] })
    void client.invalidateQueries({ queryKey: [counts.path] })
    for (const id of due) void client.invalidateQueries({ queryKey: endpointKey(detail, { query: { id } }) })
    due.clear()
  }
  const endEvents = onAlarmEvents((events) => {
    patch(client, events)
    noteChanged(events.map(({ a }) => a.id))
    for (const { a } of events) due.add(a.id)
    timer ??= setTimeout(refresh, REFRESH_MS)
  })
  const endReturn = onLiveReturn(() => {
    for (const { path } of [list, counts, detail]) void client.invalidateQueries({ queryKey: [path] })
  })
  return () => {
    clearTimeout(timer)
    endEvents()
    endReturn()
  }
}

interface Following {
  count: number
  readonly end: () => void
}
const following = new WeakMap<QueryClient, Following>()

/** Keeps all cached alarm data up to date while mounted; several callers share one subscription. */
export function useAlarmSync(isOn = true): void {
  const client = useQueryClient()
  useEffect(() => {
    if (!isOn) return
    const shared = following.get(client) ?? { count: 0, end: follow(client) }
    shared.count += 1
    following.set(client, shared)
    return () => {
      shared.count -= 1
      if (shared.count > 0) return
      following.delete(client)
      shared.end()
    }
  }, [client, isOn])
}
