import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { useEffect, useMemo, useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { useLiveTopic } from '@/lib/socket/live.ts'
import { tickerNow } from '@/ui/ticker.ts'
import { createStreamBuffer, type StreamBuffer, type StreamPoint } from '@/widgets/chart/stream-buffer.ts'

/** Longest window offered by the chart, ms. */
const MAX_WINDOW_MS = 3_600_000
/** One point per second for the longest window. */
const MAX_POINTS = 3_600

async function loadRecent(channelNos: readonly number[], signal: AbortSignal): Promise<StreamPoint[]> {
  // The server clock estimate has fractions of a millisecond; the API takes integers.
  const to = Math.round(tickerNow())
  const query = {
    channels: channelNos.join(','),
    from: to - MAX_WINDOW_MS,
    to,
    agg: 'raw' as const,
    maxPoints: MAX_POINTS,
  }
  const { series } = await call(timeseriesEndpoints.query, { query }, { signal, silent: true })
  return series.flatMap(({ channelNo, timesMs, avg, q }) =>
    timesMs.flatMap((tsMs, index): StreamPoint[] => {
      const value = avg[index]
      return value == null ? [] : [[channelNo, tsMs, value, q[index] ?? 0]]
    }),
  )
}

/**
 * Loads the last hour of some channels, then appends every point as it arrives. A hidden page catches up when shown
 * again.
 */
export function useStream(channelNos: readonly number[]): { buffer: StreamBuffer; hasFailed: boolean } {
  const [buffer] = useState(() => createStreamBuffer({ maxPoints: MAX_POINTS, maxAgeMs: MAX_WINDOW_MS }))
  const [hasFailed, setHasFailed] = useState(false)
  const key = channelNos.join(',')
  const keys = useMemo(() => (key === '' ? [] : key.split(',').map(Number)), [key])
  useLiveTopic(keys.length > 0 ? { topic: 'ch', keys, maxHz: 2 } : undefined, (message) => {
    if (message.t === 'ch' || message.t === 'snap') buffer.push(message.d)
  })
  useEffect(() => {
    if (keys.length === 0) return
    const stop = new AbortController()
    const catchUp = async () => {
      try {
        buffer.push(await loadRecent(keys, stop.signal))
        setHasFailed(false)
      } catch {
        // The curves start from now; the tab shows a notice.
        if (!stop.signal.aborted) setHasFailed(true)
      }
    }
    void catchUp()
    return () => stop.abort()
  }, [buffer, keys])
  return { buffer, hasFailed }
}
