import type { DeviceKind } from '@natim/contract/dict'
import { homeEndpoints } from '@natim/contract/mon/home'
import type { LivePoint } from '@natim/contract/socket/live'
import { useEffect, useMemo, useState } from 'react'
import { useAlarmRefresh } from '../../lib/alarm/use-alarm-refresh.ts'
import { serverNow } from '../../lib/clock.ts'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import { useDeviceStates } from '../../lib/socket/device-states.ts'
import { useLiveValues } from '../../lib/socket/live.ts'

const REGISTER_REFRESH_MS = 60_000
const RANK_EVERY_MS = 3_000

/** Register and latest values of one kind of device; frozen while paused, then updated at once. */
export function useMatrix(kind: DeviceKind, region: string | undefined, isPaused: boolean) {
  const query = useEndpoint(
    homeEndpoints.matrix,
    { query: { kind, region } },
    { refetchInterval: isPaused ? false : REGISTER_REFRESH_MS },
  )
  useAlarmRefresh(homeEndpoints.matrix, !isPaused)
  const values = useLiveValues(isPaused ? undefined : { topic: 'kind', kind, maxHz: 1 })
  const ids = useMemo(() => (isPaused ? [] : (query.data?.rows ?? []).map(({ id }) => id)), [query.data, isPaused])
  const states = useDeviceStates(ids)
  useEffect(() => {
    const points = (query.data?.rows ?? []).flatMap((row) =>
      row.cells.flatMap(({ channelNo, latest }): LivePoint[] =>
        latest === null ? [] : [[channelNo, latest.ts, latest.v, latest.q]],
      ),
    )
    values.apply(points)
  }, [query.data, values])
  return { ...query, values, states }
}

/** The server time, updated every few seconds, so that rows change places slowly enough to read. */
export function useRankClock(isPaused: boolean): number {
  const [rankedAtMs, setRankedAtMs] = useState(serverNow)
  useEffect(() => {
    if (isPaused) return
    const timer = window.setInterval(() => setRankedAtMs(serverNow()), RANK_EVERY_MS)
    return () => window.clearInterval(timer)
  }, [isPaused])
  return rankedAtMs
}
