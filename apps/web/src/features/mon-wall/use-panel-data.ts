import type { ChannelView } from '@natim/contract/mon/device'
import type { TsSeries } from '@natim/contract/mon/timeseries'
import { MAX_WALL_CHANNELS, type WallDevice, wallEndpoints } from '@natim/contract/mon/wall'
import { figuresOf, reachedLimit } from '@natim/domain/mean-window'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { WALL_LIVE_MS, type WallValue, wallSpan } from '@natim/domain/wall'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { serverNow } from '@/lib/clock.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDeviceState, useDeviceStates } from '@/lib/socket/device-states.ts'
import { useLiveTopic } from '@/lib/socket/live.ts'
import { createStreamBuffer } from '@/widgets/chart/stream-buffer.ts'
import { limitsBySeries, openEnded } from './past-limits.ts'
import { useWall, useWallContext } from './wall-context.tsx'

/** A corner shows a new point within 300 ms: at most five frames per second. */
const LIVE_HZ = 5
/** Limits and names seldom change. */
const DEVICE_REFRESH_MS = MINUTE_MS
/** Live points are appended; this refresh backfills what a lost connection missed. */
const WINDOW_REFRESH_MS = 10 * MINUTE_MS
/** One hour of a channel at 1 Hz plus a margin: memory does not grow with uptime. */
export const PANEL_BUFFER = { maxPoints: 4_000, maxAgeMs: WALL_LIVE_MS } as const

/** The device of a corner; null = it cannot be shown, undefined = loading. */
export function usePanelDevice(clientId: string | null) {
  const { screen } = useWallContext()
  const query = useEndpoint(
    wallEndpoints.devices,
    { query: { id: screen.id, clientIds: clientId ?? '' } },
    { enabled: clientId !== null, refetchInterval: DEVICE_REFRESH_MS },
  )
  const isOther = query.isPlaceholderData
  const device = clientId === null || isOther ? undefined : query.data?.[0]
  return { device, error: query.error, refetch: query.refetch }
}

/** Channels of a panel, the charted one first: the picked ones, then the remaining ones of the device. */
export function pickChannels(channels: readonly ChannelView[], picked: readonly string[] | undefined): ChannelView[] {
  const first = (picked ?? []).flatMap((code) => channels.find(({ metricCode }) => metricCode === code) ?? [])
  return [...new Set([...first, ...channels])].slice(0, MAX_WALL_CHANNELS)
}

/**
 * Writes live values from the socket to the store and to this panel's buffer; no other panel re-renders. The limits are
 * those of the window, each with its part of it.
 */
export function useLivePanel(device: WallDevice, channels: readonly ChannelView[]) {
  const { store, screen } = useWallContext()
  const [buffer] = useState(() => createStreamBuffer(PANEL_BUFFER))
  const isLive = useWall((state) => state.mode === 'live')
  const keys = useMemo(() => channels.map(({ channelNo }) => channelNo).toSorted((a, b) => a - b), [channels])
  // Changed limits ask for another window, which knows since when they hold.
  const limitsKey = JSON.stringify(channels.map(({ limits }) => limits.map(({ name, value }) => [name, value])))
  const { data: window } = useQuery({
    queryKey: [wallEndpoints.series.path, screen.id, device.clientId, keys.join(), 'live', limitsKey],
    queryFn: async ({ signal }) => {
      const to = serverNow()
      const query = { id: screen.id, clientId: device.clientId, channels: keys.join(), from: to - WALL_LIVE_MS, to }
      const { series } = await call(wallEndpoints.series, { query }, { signal, silent: true })
      return { series: openEnded(series, to) }
    },
    placeholderData: keepPreviousData,
    enabled: isLive && keys.length > 0,
    refetchInterval: WINDOW_REFRESH_MS,
  })
  useEffect(() => {
    if (!window) return
    buffer.push(window.series.flatMap(pointsOf))
    store.setValues({ [device.clientId]: latestValues(channels) })
    // Names and limits that are read again bring no new window.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [window, buffer, store, device.clientId])
  useLiveTopic(isLive && keys.length > 0 ? { topic: 'ch', keys: [...keys], maxHz: LIVE_HZ } : undefined, (message) => {
    if (message.t !== 'snap' && message.t !== 'ch') return
    const own = message.d.filter(([channelNo]) => keys.includes(channelNo))
    if (own.length === 0) return
    buffer.push(own)
    const values: Record<number, WallValue> = {}
    for (const [channelNo, ts, v, q] of own) {
      const channel = channels.find((one) => one.channelNo === channelNo)
      if (channel) values[channel.seq] = toWallValue(channel, { ts, v, q })
    }
    store.setValues({ [device.clientId]: values })
  })
  const limitsOf = useMemo(() => limitsBySeries(window?.series), [window])
  return { buffer, limitsOf }
}

const pointsOf = ({ channelNo, timesMs, avg, q }: TsSeries) =>
  timesMs.flatMap((tsMs, index) => {
    const value = avg[index]
    return value == null ? [] : [[channelNo, tsMs, value, q[index] ?? 0] as const]
  })

const latestValues = (channels: readonly ChannelView[]): Record<number, WallValue> =>
  Object.fromEntries(
    channels.flatMap((channel) =>
      channel.latest ? [[channel.seq, toWallValue(channel, channel.latest)] as const] : [],
    ),
  )

/** A value with the severity of the limit it has reached. */
function toWallValue(
  { limits, means, unit }: Pick<ChannelView, 'limits' | 'means' | 'unit'>,
  { ts, v, q }: { readonly ts: number; readonly v: number; readonly q: number },
): WallValue {
  const reached = reachedLimit(limits, figuresOf({ v, q }, means))
  return { v, u: unit, ts, q, level: reached?.severity ?? null }
}

/** Columns of the charted channels in history mode, over the span shared by all corners. */
export function usePastPanel(clientId: string, channels: readonly ChannelView[]) {
  const { screen } = useWallContext()
  const span = useWallSpan()
  const keys = channels.map(({ channelNo }) => channelNo).join()
  return useQuery({
    queryKey: [wallEndpoints.series.path, screen.id, clientId, keys, span?.fromMs, span?.toMs],
    queryFn: async ({ signal }) => {
      const query = { id: screen.id, clientId, channels: keys, from: span?.fromMs ?? 0, to: span?.toMs ?? 0 }
      const { series } = await call(wallEndpoints.series, { query }, { signal, silent: true })
      return { series: openEnded(series, query.to) }
    },
    enabled: span !== undefined && keys !== '',
    placeholderData: keepPreviousData,
    staleTime: 5 * MINUTE_MS,
  })
}

/** The span of history mode; undefined while the wall is live. */
export function useWallSpan() {
  const mode = useWall((state) => state.mode)
  const selectedDate = useWall((state) => state.selectedDate)
  const startTime = useWall((state) => state.startTime)
  const endTime = useWall((state) => state.endTime)
  return useMemo(
    () => (mode === 'history' ? wallSpan({ selectedDate, startTime, endTime }) : undefined),
    [mode, selectedDate, startTime, endTime],
  )
}

/** Live status and last contact of the panel's device. */
export function usePanelStatus(device: WallDevice) {
  const ids = useMemo(() => [device.id], [device.id])
  const state = useDeviceState(useDeviceStates(ids), device.id)
  return { status: state?.st ?? device.status, lastSeen: state?.ls ?? device.lastSeen }
}

const GAP_PERIODS = 2.5
/** A gap wider than this breaks the line of a channel, ms. */
export const gapOf = ({ periodS }: Pick<ChannelView, 'periodS'>, stepMs = 0): number =>
  GAP_PERIODS * Math.max(periodS * SECOND_MS, stepMs)
