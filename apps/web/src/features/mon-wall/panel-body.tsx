import type { ChannelView } from '@natim/contract/mon/device'
import type { WallAlarm, WallDevice } from '@natim/contract/mon/wall'
import { figuresOf, reachedLimit } from '@natim/domain/mean-window'
import { WALL_LIVE_MS } from '@natim/domain/wall'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { serverNow } from '@/lib/clock.ts'
import { ErrorBar } from '@/ui/error-state.tsx'
import { metricLabel } from '@/ui/metric-label.ts'
import type { StreamBuffer } from '@/widgets/chart/stream-buffer.ts'
import { ChannelTile, sparkOf, type TileReading } from './channel-tile.tsx'
import { valueAt } from './chart-geometry.ts'
import styles from './corner-panel.module.css'
import { PanelChart } from './panel-chart.tsx'
import { limitsAt, limitsBySeries, type WindowLimit } from './past-limits.ts'
import { gapOf, pickChannels, useLivePanel, usePastPanel, useWallSpan } from './use-panel-data.ts'
import { useWall, useWallClock, useWallContext } from './wall-context.tsx'

export interface PanelBodyProps {
  readonly device: WallDevice
  readonly alarms: readonly WallAlarm[]
  readonly isOffline: boolean
}

/** Tiles and chart of a panel, live or historical. */
export function PanelBody({ device, alarms, isOffline }: PanelBodyProps) {
  const picked = useWall((state) => state.metricPick[device.clientId])
  // In device order: selecting a channel changes the chart, not the order of the tiles.
  const channels = useMemo(() => {
    const shown = new Set(pickChannels(device.channels, picked).map(({ channelNo }) => channelNo))
    return device.channels.filter(({ channelNo }) => shown.has(channelNo))
  }, [device.channels, picked])
  const isPast = useWall((state) => state.mode === 'history')
  const charted = channels.find(({ metricCode }) => metricCode === picked?.[0]) ?? loudest(channels, alarms)
  const shared = { device, channels, charted, alarms, isOffline }
  if (charted === undefined) return <p className={styles.empty}>该设备没有启用的通道</p>
  return isPast ? <PastBody {...shared} charted={charted} /> : <LiveBody {...shared} charted={charted} />
}

/** Default channel of the chart: the one in alarm, otherwise the first. */
function loudest(channels: readonly ChannelView[], alarms: readonly WallAlarm[]): ChannelView | undefined {
  const alarm = alarms.find(({ endedMs, channelNo }) => endedMs === null && channelNo !== null)
  return channels.find(({ channelNo }) => channelNo === alarm?.channelNo) ?? channels[0]
}

interface BodyProps extends PanelBodyProps {
  readonly channels: readonly ChannelView[]
  readonly charted: ChannelView
}

/** Step of the window's end: the line moves in these steps, not with every point. */
const WINDOW_STEP_MS = 5_000

function LiveBody({ device, channels, charted, alarms, isOffline }: BodyProps) {
  const { buffer, limitsOf } = useLivePanel(device, channels)
  const values = useWall((state) => state.channelValues[device.clientId])
  const count = useBufferVersion(buffer)
  const columns = useMemo(
    () => new Map(channels.map(({ channelNo }) => [channelNo, buffer.columns(channelNo)])),
    // The buffer is one object for good; its count says when it holds something else.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
    [channels, buffer, count],
  )
  const toMs = useWallClock((nowMs) => Math.ceil(nowMs / WINDOW_STEP_MS) * WINDOW_STEP_MS)
  const readingOf = (channel: ChannelView): TileReading | undefined => values?.[channel.seq]
  return (
    <Body
      {...{ device, channels, charted, alarms, isOffline, readingOf }}
      columnsOf={({ channelNo }) => columns.get(channelNo) ?? NOTHING}
      limits={limitsOf(charted)}
      span={{ fromMs: toMs - WALL_LIVE_MS, toMs }}
      cursorMs={undefined}
      gapMs={gapOf(charted)}
    />
  )
}

function PastBody({ device, channels: today, charted: picked, alarms, isOffline }: BodyProps) {
  const { data, error, refetch } = usePastPanel(device.clientId, today)
  const span = useWallSpan()
  const cursorMs = useWallClock((nowMs) => nowMs)
  const columns = useMemo(
    () => new Map(data?.series.map((one) => [one.channelNo, { timesMs: one.timesMs, values: one.avg, q: one.q }])),
    [data],
  )
  const limitsOf = useMemo(() => limitsBySeries(data?.series), [data])
  const channels = today.map((channel) => ({ ...channel, limits: limitsAt(limitsOf(channel), cursorMs) }))
  const charted = channels.find(({ channelNo }) => channelNo === picked.channelNo) ?? picked
  const readingOf = useCallback(
    (channel: ChannelView): TileReading | undefined => {
      const column = columns.get(channel.channelNo)
      const at = column && valueAt(column, cursorMs)
      if (at === undefined) return undefined
      const reached = reachedLimit(channel.limits, figuresOf({ v: at.value, q: 0 }, undefined))
      return { v: at.value, ts: at.tsMs, q: 0, level: reached?.severity ?? null }
    },
    [columns, cursorMs],
  )
  if (error) return <ErrorBar message={error.message} onRetry={() => void refetch()} />
  if (span === undefined) return null
  const stepMs = data?.series.find(({ channelNo }) => channelNo === charted.channelNo)?.stepMs
  return (
    <Body
      {...{ device, channels, charted, alarms, isOffline, readingOf, span, cursorMs }}
      columnsOf={({ channelNo }) => columns.get(channelNo) ?? NOTHING}
      limits={limitsOf(charted)}
      gapMs={gapOf(charted, stepMs)}
    />
  )
}

interface Columns {
  readonly timesMs: readonly number[]
  readonly values: readonly (number | null)[]
}
const NOTHING: Columns = { timesMs: [], values: [] }

interface DrawnProps extends BodyProps {
  readonly readingOf: (channel: ChannelView) => TileReading | undefined
  readonly columnsOf: (channel: ChannelView) => Columns
  /** Of the charted channel, over the span. */
  readonly limits: readonly WindowLimit[]
  readonly span: { readonly fromMs: number; readonly toMs: number }
  readonly cursorMs: number | undefined
  readonly gapMs: number
}

function Body(props: DrawnProps) {
  const { device, channels, charted, alarms, isOffline, readingOf, columnsOf, limits, span, cursorMs, gapMs } = props
  const { store, screen } = useWallContext()
  const level = readingOf(charted)?.level ?? null
  const source = charted.limits[0]?.source
  const pick = (code: string) => {
    const { metricPick } = store.getState()
    const others = channels.map(({ metricCode }) => metricCode).filter((one) => one !== code)
    store.change({ metricPick: { ...metricPick, [device.clientId]: [code, ...others] } })
  }
  return (
    <div className={styles.body} data-offline={isOffline || undefined}>
      <div className={styles.tiles}>
        {channels.map((channel) => (
          <ChannelTile
            key={channel.channelNo}
            channel={channel}
            reading={readingOf(channel)}
            recent={sparkOf(columnsOf(channel), cursorMs ?? serverNow())}
            staleS={screen.staleS}
            isOffline={isOffline}
            isPast={cursorMs !== undefined}
            isCharted={channel === charted}
            onPick={() => pick(channel.metricCode)}
          />
        ))}
      </div>
      <div className={styles.main}>
        <p className={styles.caption}>
          <b>{metricLabel(charted)}</b> {charted.unit} · {cursorMs === undefined ? '最近 60 分钟' : '历史'}
          {source && (
            <span className={styles.source} title={source}>
              {source}
            </span>
          )}
        </p>
        <PanelChart
          channel={charted}
          columns={columnsOf(charted)}
          limits={limits}
          {...span}
          gapMs={gapMs}
          cursorMs={cursorMs}
          alarms={alarms.filter(({ channelNo }) => channelNo === charted.channelNo)}
          level={isOffline ? null : level}
        />
      </div>
    </div>
  )
}

const counts = new WeakMap<StreamBuffer, number>()

/** Increments whenever the buffer takes in points. */
function useBufferVersion(buffer: StreamBuffer): number {
  const subscribe = useCallback(
    (listener: () => void) =>
      buffer.subscribe(() => {
        counts.set(buffer, (counts.get(buffer) ?? 0) + 1)
        listener()
      }),
    [buffer],
  )
  return useSyncExternalStore(subscribe, () => counts.get(buffer) ?? 0)
}
