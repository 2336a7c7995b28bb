import { timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import { formatClock, formatNumber } from '@natim/domain/format'
import { figuresOf, reachedLimit } from '@natim/domain/mean-window'
import { useState } from 'react'
import { LinkButton } from '@/widgets/link-button/link-button.tsx'
import { serverNow } from '../../lib/clock.ts'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import { type DeviceStates, useDeviceState } from '../../lib/socket/device-states.ts'
import { useLiveValue } from '../../lib/socket/live.ts'
import type { LiveValues } from '../../lib/socket/live-values.ts'
import { useWidth } from '../../lib/use-width.ts'
import { Age, useIsStale } from '../../ui/age.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { LimitRail } from '../../ui/limit-rail.tsx'
import { limitText } from '../../ui/limit-text.ts'
import { metricColour } from '../../ui/metric-colour.ts'
import { SideDrawer } from '../../ui/side-drawer.tsx'
import { BlockSkeleton } from '../../ui/skeleton.tsx'
import { Sparkline } from '../../ui/sparkline.tsx'
import { ValueWithUnit } from '../../ui/value-with-unit.tsx'
import styles from './channel-drawer.module.css'
import { limitsOf } from './matrix-model.ts'
import type { OpenChannel } from './matrix-state.ts'

const WINDOW_MS = 3_600_000
const LAST_POINTS = 20
const DEFAULT_WIDTH_PX = 364

/** One channel beside the matrix: value with its ruler, the last hour, and the last twenty points. */
export function ChannelDrawer({
  open,
  values,
  states,
  onClose,
}: {
  readonly open: OpenChannel | undefined
  readonly values: LiveValues
  readonly states: DeviceStates
  readonly onClose: () => void
}) {
  return (
    <SideDrawer
      isOpen={open !== undefined}
      onClose={onClose}
      title={open?.row.name}
      footer={
        open && (
          <LinkButton to={`/mon/device/detail/${open.row.id}`} isPrimary>
            设备详情
          </LinkButton>
        )
      }
    >
      {open && <Channel key={open.cell.channelNo} open={open} values={values} states={states} />}
    </SideDrawer>
  )
}

interface ChannelProps {
  readonly open: OpenChannel
  readonly values: LiveValues
  readonly states: DeviceStates
}

function Channel({ open, values, states }: ChannelProps) {
  const { cell, column, row } = open
  const point = useLiveValue(values, cell.channelNo)
  const isStale = useIsStale(point?.[1], cell.periodS)
  const limits = limitsOf(cell, column)
  const figures = figuresOf({ v: point?.[2], q: point?.[3] }, cell.means)
  const reached = reachedLimit(limits, figures)
  const isOffline = (useDeviceState(states, row.id)?.st ?? row.status) === 'offline'
  return (
    <div className={styles.channel}>
      <p className="t-caption">
        {row.clientId} · {row.regionText}
        {row.stationName && ` · ${row.stationName}`}
      </p>
      <div>
        <div className="row">
          <span>{column.name}</span>
          <span className="push t-caption">
            <Age tsMs={point?.[1]} periodS={cell.periodS} />
          </span>
        </div>
        <ValueWithUnit
          value={point?.[2]}
          q={point?.[3] ?? 0}
          unit={column.unit}
          precision={column.precision}
          size="kpi"
          look={isOffline ? 'offline' : isStale ? 'stale' : 'live'}
          severity={isStale || isOffline ? undefined : reached?.severity}
        />
        <LimitRail
          value={point?.[2]}
          q={point?.[3] ?? 0}
          limits={limits}
          means={cell.means}
          precision={column.precision}
          size="card"
          isMuted={isStale || isOffline}
        />
        {limits
          .filter(({ avgPeriod }) => avgPeriod !== 'instant')
          .map((limit) => (
            <p key={`${limit.name} ${limit.value}`} className="t-caption">
              {limitText(limit, figures, column.precision)}
            </p>
          ))}
      </div>
      <LastHour open={open} isMuted={isStale || isOffline} />
    </div>
  )
}

function LastHour({ open: { cell, column }, isMuted }: { readonly open: OpenChannel; readonly isMuted: boolean }) {
  const [ref, width = DEFAULT_WIDTH_PX] = useWidth<HTMLDivElement>()
  const [range] = useState(() => ({ from: Math.floor(serverNow() - WINDOW_MS), to: Math.ceil(serverNow()) }))
  const { data, error, refetch } = useEndpoint(timeseriesEndpoints.query, {
    query: { channels: String(cell.channelNo), ...range, maxPoints: 400, agg: 'raw' },
  })
  const series = data?.series[0]
  const points =
    series?.timesMs.map((ts, index) => ({ ts, v: series.avg[index] ?? null })).filter(({ v }) => v !== null) ?? []
  if (error) return <ErrorState message={error.message} onRetry={() => refetch()} />
  if (series === undefined) return <BlockSkeleton height={96} />
  if (points.length === 0) return <EmptyState title="最近 1 小时没有数据" />
  return (
    <div ref={ref} className="stack">
      <Sparkline
        values={series.avg}
        label={`${column.name} 最近 1 小时`}
        width={width}
        height={96}
        hasArea
        colour={metricColour(column.metricCode)}
        isMuted={isMuted}
      />
      <table className={styles.points}>
        <caption className="t-caption">最近 {Math.min(points.length, LAST_POINTS)} 点</caption>
        <tbody>
          {points
            .slice(-LAST_POINTS)
            .toReversed()
            .map(({ ts, v }) => (
              <tr key={ts}>
                <td>{formatClock(ts)}</td>
                <td>
                  {formatNumber(v ?? 0, column.precision)} <span className="t-tertiary">{column.unit}</span>
                </td>
              </tr>
            ))}
        </tbody>
      </table>
    </div>
  )
}
