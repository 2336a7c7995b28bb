import { DownOutlined, UpOutlined } from '@ant-design/icons'
import { type LayerTrend, type MapLayer, mapEndpoints, WORST_MARKS } from '@natim/contract/mon/map'
import { formatNumber } from '@natim/domain/format'
import { regionName, regionPrefix, regionShortName } from '@natim/domain/regions'
import { formatGmt8 } from '@natim/domain/time'
import { troubledAreas } from '@natim/domain/troubled-areas'
import type { CSSProperties } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Sparkline } from '@/ui/sparkline.tsx'
import { LAYER_NAMES, LEVEL_NAMES, levelSeverity } from '@/widgets/map/layer-levels.ts'
import { type ReplayFrame, worstMarks } from './replay-frame.ts'
import styles from './side-charts.module.css'

/** Chart that is open below the list; empty = collapsed. */
export type SideChart = 'top' | 'trend' | ''

const REFRESH_MS = 30_000
const TREND_REFRESH_MS = 60_000
const CHART_PX = { width: 276, height: 88 }

export interface SideChartsProps {
  readonly layer: MapLayer
  /** Six-digit code of the selected province; empty = all. */
  readonly region: string
  readonly open: SideChart
  /** End of the replayed day; undefined = the last 24 h. */
  readonly dayEndMs: number | undefined
  /** Moment of a replay; undefined while the map is live. */
  readonly replay: ReplayFrame | undefined
  readonly isReplay: boolean
  readonly onOpen: (open: SideChart) => void
}

const TITLES: Readonly<Record<MapLayer, string>> = {
  status: '离线与故障前十',
  aqi: 'AQI 前十',
  atl: 'ATL 前十',
  dose: '剂量率前十',
}

/** Charts below the list: highest places of the layer, and its trend over 24 h, both for the selected region. */
export function SideCharts(props: SideChartsProps) {
  const { layer, region, open, onOpen } = props
  const tab = (chart: 'top' | 'trend', name: string) => (
    <button type="button" aria-pressed={open === chart} onClick={() => onOpen(chart)}>
      {name}
    </button>
  )
  return (
    <section className={styles.charts} aria-label="图层统计">
      <header className={styles.head}>
        {tab('top', TITLES[layer])}
        {tab('trend', '近 24 h')}
        <span className={`t-caption ellipsis ${styles.place}`}>{region === '' ? '全部区域' : regionName(region)}</span>
        <button
          type="button"
          aria-label={open === '' ? '展开图层统计' : '收起图层统计'}
          aria-expanded={open !== ''}
          onClick={() => onOpen(open === '' ? 'top' : '')}
        >
          {open === '' ? <UpOutlined /> : <DownOutlined />}
        </button>
      </header>
      {open === 'top' && (props.isReplay ? <ReplayedTop {...props} /> : <LiveTop {...props} />)}
      {open === 'trend' && <Trend {...props} />}
    </section>
  )
}

interface Bar {
  readonly id: string
  readonly name: string
  readonly level: number
  readonly value: number
  readonly unit: string
  readonly precision: number
}

const prefixOf = (region: string) => (region === '' ? undefined : regionPrefix(region))

function LiveTop({ layer, region }: SideChartsProps) {
  const { data, error, isPlaceholderData, refetch } = useEndpoint(
    mapEndpoints.worst,
    { query: { layer, region: prefixOf(region), limit: WORST_MARKS } },
    { refetchInterval: REFRESH_MS },
  )
  if (error)
    return (
      <p className={styles.note}>
        {error.message} <button onClick={() => void refetch()}>重试</button>
      </p>
    )
  // Data of the previous layer is not shown for this one.
  return <Bars layer={layer} rows={isPlaceholderData ? undefined : data?.rows} />
}

/** Ranking of the shown frame, by the rules of the live one. */
function ReplayedTop({ layer, region, replay }: SideChartsProps) {
  const prefix = prefixOf(region)
  if (replay === undefined) return <Bars layer={layer} rows={undefined} />
  const rows =
    layer === 'status'
      ? troubledAreas(replay.statuses, prefix).map(({ regionCode, trouble }) => ({
          id: regionCode,
          name: regionShortName(regionCode),
          level: 0,
          value: trouble,
          unit: '台',
          precision: 0,
        }))
      : worstMarks(replay.marks.filter(({ regionCode }) => prefix === undefined || regionCode.startsWith(prefix)))
  return <Bars layer={layer} rows={rows.slice(0, WORST_MARKS)} />
}

const colourOf = (layer: MapLayer, level: number) => {
  if (layer === 'status') return 'var(--text-tertiary)'
  if (layer === 'aqi') return `var(--aqi-${level + 1})`
  const severity = levelSeverity(layer, level)
  return severity === undefined ? 'var(--series-1)' : `var(--sev-${severity})`
}

function Bars({ layer, rows }: { readonly layer: MapLayer; readonly rows: readonly Bar[] | undefined }) {
  if (rows === undefined) return <p className={styles.note}>加载中</p>
  if (rows.length === 0)
    return <p className={styles.note}>{layer === 'status' ? '没有离线或故障的设备' : '没有站点有这一图层的数据'}</p>
  const top = Math.max(...rows.map(({ value }) => value))
  return (
    <ol className={styles.bars} aria-label={TITLES[layer]}>
      {rows.map(({ id, name, level, value, unit, precision }) => {
        const bar: CSSProperties = {
          inlineSize: `${top > 0 ? (value / top) * 100 : 0}%`,
          background: colourOf(layer, level),
        }
        return (
          <li key={id} title={layer === 'status' ? name : `${name} · ${LEVEL_NAMES[layer][level]}`}>
            <span className="ellipsis">{name}</span>
            <span className={styles.track} aria-hidden>
              <i style={bar} />
            </span>
            <span>
              {formatNumber(value, precision)}
              {unit && <small> {unit}</small>}
            </span>
          </li>
        )
      })}
    </ol>
  )
}

function Trend({ layer, region, dayEndMs }: SideChartsProps) {
  const { data, error, isPlaceholderData, refetch } = useEndpoint(
    mapEndpoints.trend,
    { query: { layer, region: prefixOf(region), ...(dayEndMs !== undefined && { to: dayEndMs }) } },
    { ...(dayEndMs === undefined && { refetchInterval: TREND_REFRESH_MS }) },
  )
  if (error)
    return (
      <p className={styles.note}>
        {error.message} <button onClick={() => void refetch()}>重试</button>
      </p>
    )
  if (data === undefined || isPlaceholderData) return <p className={styles.note}>加载中</p>
  return <Curve layer={layer} trend={data} />
}

function Curve({ layer, trend }: { readonly layer: MapLayer; readonly trend: LayerTrend }) {
  const known = trend.points.flatMap(({ value }) => value ?? [])
  if (known.length === 0) return <p className={styles.note}>该时段没有数据</p>
  const last = trend.points.at(-1)
  const number = (value: number | null | undefined) =>
    value == null ? '—' : `${formatNumber(value, trend.precision)}${trend.unit && ` ${trend.unit}`}`
  const name = layer === 'status' ? '在线率' : `${LAYER_NAMES[layer]} 最高值`
  const words = `${name} 24 小时：最低 ${number(Math.min(...known))}，最高 ${number(Math.max(...known))}，最后 ${number(last?.value)}`
  return (
    <div className={styles.trend}>
      <Sparkline values={trend.points.map(({ value }) => value)} label={words} hasArea {...CHART_PX} />
      <p className={styles.ends}>
        <time>{formatGmt8(trend.fromMs).slice(5, 16)}</time>
        <time>{formatGmt8(trend.toMs).slice(5, 16)}</time>
      </p>
      <p className="t-caption">
        {name} {number(last?.value)} · {number(Math.min(...known))} 至 {number(Math.max(...known))}
      </p>
      <p className="t-caption">
        {layer === 'status'
          ? `离线与故障 ${last?.grave ?? 0} 台`
          : `中位 ${number(last?.median)} · ${LEVEL_NAMES[layer][2]}及以上 ${last?.grave ?? 0} 站`}
      </p>
    </div>
  )
}
