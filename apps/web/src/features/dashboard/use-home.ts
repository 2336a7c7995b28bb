import { type HomeSummary, homeEndpoints } from '@natim/contract/mon/home'
import type { LiveHome } from '@natim/contract/socket/live'
import { useState } from 'react'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import { useLiveTopic } from '../../lib/socket/live.ts'

const REFRESH_MS = 30_000

/** The national or regional summary, reloaded every 30 s, with live counters in between. */
export function useHome(region: string | undefined, isPaused: boolean) {
  const summary = useEndpoint(
    homeEndpoints.summary,
    { query: { region } },
    { refetchInterval: isPaused ? false : REFRESH_MS },
  )
  const [live, setLive] = useState<{ readonly region: string | undefined; readonly counters: LiveHome }>()
  useLiveTopic(isPaused ? undefined : { topic: 'home', ...(region === undefined ? {} : { region }) }, (message) => {
    if (message.t === 'home') setLive({ region, counters: message.d })
  })
  return { ...summary, home: withLive(summary.data, live?.region === region ? live?.counters : undefined) }
}

/** The newer of both wins, so that a slow summary never sets a counter back. */
function withLive(summary: HomeSummary | undefined, live: LiveHome | undefined): HomeSummary | undefined {
  if (summary === undefined || live === undefined || live.atMs <= summary.atMs) return summary
  return {
    ...summary,
    atMs: live.atMs,
    byStatus: { ...summary.byStatus, ...live.byStatus },
    pointsPerSecond: live.pointsPerSecond,
    samplesToday: Math.max(summary.samplesToday, live.samplesToday),
  }
}
