import { AREA_PERIODS, type AreaPeriod, type HomeAreas, homeCardEndpoints } from '@natim/contract/mon/home-cards'
import { formatNumber } from '@natim/domain/format'
import { metricByCode } from '@natim/domain/metrics'
import { useMemo } from 'react'
import { lazyPart } from '../../../lib/lazy-part.ts'
import { useListState } from '../../../lib/list-state.ts'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { useIsPhone } from '../../../lib/use-media.ts'
import { useSeen } from '../../../lib/use-seen.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { metricLabel } from '../../../ui/metric-label.ts'
import { Panel } from '../../../ui/panel.tsx'
import type { ChartFrame } from '../../../widgets/chart/frame.ts'
import type { CardProps } from './card.ts'
import { CardOutline } from './card-outline.tsx'
import styles from './cards.module.css'
import { Choice } from './choice.tsx'

const TimeSeriesChart = lazyPart(
  async () => (await import('../../../widgets/chart/time-series-chart.tsx')).TimeSeriesChart,
)

const PERIOD_NAMES: Readonly<Record<AreaPeriod, string>> = {
  today: '今日',
  week: '近 7 天',
  month: '近 30 天',
  year: '近一年',
}
const PERIODS = AREA_PERIODS.map((value) => ({ value, label: PERIOD_NAMES[value] }))
/** Metrics measured nearly everywhere in the network. */
const METRICS = ['pm25', 'pm10', 'o3', 'no2', 'so2', 'co', 'h2s', 'nh3', 'dose_rate'].flatMap((value) => {
  const metric = metricByCode(value)
  return metric ? [{ value, label: metricLabel({ formula: metric.formula ?? null, name: metric.nameCn }) }] : []
})
const REFRESH_MS = 60_000
const SHOWN = 10
const HEIGHT_PX = 240

const DEFAULTS: { readonly metric: string; readonly period: string } = { metric: 'pm25', period: 'today' }

/** 区域趋势与排名: a metric over time, and where it is highest (BZ-03). */
export function AreasCard({ region, isPaused }: CardProps) {
  const [state, change] = useListState(DEFAULTS)
  const isPhone = useIsPhone()
  // The chart library is the heaviest part of the page, and the card is usually below the viewport.
  const [seenRef, isSeen] = useSeen<HTMLDivElement>()
  const metric = METRICS.find(({ value }) => value === state.metric)?.value ?? DEFAULTS.metric
  const period = AREA_PERIODS.find((known) => known === state.period) ?? 'today'
  const { data, error, isFetching, refetch } = useEndpoint(
    homeCardEndpoints.areas,
    { query: { metric, period, region } },
    { refetchInterval: isPaused ? false : REFRESH_MS, enabled: isSeen },
  )
  const choices = (
    <>
      <Choice label="因子" value={metric} options={METRICS} onChange={(next) => change({ metric: next })} />
      <Choice label="时段" value={period} options={PERIODS} onChange={(next) => change({ period: next })} isOpen />
    </>
  )
  return (
    <Panel
      title="区域趋势与排名"
      meta={`${period === 'today' || period === 'week' ? '小时均值' : '日均值'}${data ? ` · ${data.unit}` : ''}`}
      {...(!isPhone && { actions: choices })}
      isReloading={isFetching && data !== undefined}
      {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
    >
      <div ref={seenRef}>
        {isPhone && <div className={styles.choices}>{choices}</div>}
        {data ? <Areas areas={data} metric={metric} /> : !error && <CardOutline rows={7} />}
      </div>
    </Panel>
  )
}

function Areas({ areas, metric }: { readonly areas: HomeAreas; readonly metric: string }) {
  const frame = useMemo(() => frameOf(areas, metric), [areas, metric])
  if (areas.ranking.length === 0)
    return <EmptyState title="该时段没有有效数据" hint="可以换一个时段或因子，或查看设备是否在线" />
  const top = Math.max(...areas.ranking.map(({ value }) => value))
  return (
    <div className={styles.areas}>
      <div className={styles.curve} style={{ minHeight: HEIGHT_PX }}>
        <TimeSeriesChart frame={frame} range={areas} height={HEIGHT_PX} hasLegend={false} />
      </div>
      <table className={styles.ranking} aria-label={`均值最高的 ${Math.min(SHOWN, areas.ranking.length)} 个区域`}>
        <tbody>
          {areas.ranking.slice(0, SHOWN).map(({ regionCode, name, value, max, instruments }, index) => (
            <tr
              key={regionCode}
              title={`最高 ${formatNumber(max, areas.precision)} ${areas.unit} · ${instruments} 个通道`}
            >
              <td className={styles.no}>{index + 1}</td>
              <th scope="row">{name}</th>
              <td aria-hidden>
                <span className={styles.bar} style={{ inlineSize: `${top > 0 ? (value / top) * 100 : 0}%` }} />
              </td>
              <td>{formatNumber(value, areas.precision + 1)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function frameOf({ points, unit, precision }: HomeAreas, metricCode: string): ChartFrame {
  const name = metricByCode(metricCode)?.nameCn ?? metricCode
  return {
    timesMs: points.map(({ tMs }) => tMs),
    series: [
      {
        channelNo: 0,
        metricCode,
        name: `${name} 均值`,
        unit,
        precision: precision + 1,
        values: points.map(({ value }) => value),
        min: points.map(({ min }) => min),
        max: points.map(({ max }) => max),
      },
    ],
    gaps: [],
    limits: [],
  }
}
