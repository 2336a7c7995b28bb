import { type TsSeries, timeseriesEndpoints } from '@natim/contract/mon/timeseries'
import type { WxNear } from '@natim/contract/mon/wx-image'
import { formatNumber } from '@natim/domain/format'
import { formatGmt8, HOUR_MS } from '@natim/domain/time'
import { serverNow } from '@/lib/clock.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { BlockSkeleton } from '@/ui/skeleton.tsx'
import styles from '../wx.module.css'

const AROUND_MS = 2 * HOUR_MS
const WIDTH = 300
const HEIGHT = 116
const PAD = { top: 8, right: 46, bottom: 18, left: 30 }
const MAX_POINTS = 300

interface ShotChartProps {
  readonly near: WxNear & { readonly reading: NonNullable<WxNear['reading']> }
  readonly shotMs: number
}

/** Two hours before and after a picture at the nearest device, with a cursor at the shot time. */
export function ShotChart({ near, shotMs }: ShotChartProps) {
  const { channelNo } = near.reading
  const [from, to] = [shotMs - AROUND_MS, shotMs + AROUND_MS]
  const { data, error } = useEndpoint(timeseriesEndpoints.query, {
    query: { channels: String(channelNo), from, to, maxPoints: MAX_POINTS },
  })
  if (error) return <p className={styles.quiet}>读数无法载入：{error.message}</p>
  const series = data?.series.find((one) => one.channelNo === channelNo)
  if (!series) return <BlockSkeleton height={HEIGHT} />
  return <Drawing series={series} shotMs={shotMs} nowMs={serverNow()} />
}

interface DrawingProps {
  readonly series: TsSeries
  readonly shotMs: number
  readonly nowMs: number
}

/** Continuous runs of points as a path; null ends a run. */
export function pathOf(
  timesMs: readonly number[],
  values: readonly (number | null)[],
  x: (ms: number) => number,
  y: (v: number) => number,
): string {
  let isDown = false
  return values
    .map((value, at) => {
      if (value === null) {
        isDown = false
        return ''
      }
      const word = `${isDown ? 'L' : 'M'}${x(timesMs[at] ?? 0).toFixed(1)} ${y(value).toFixed(1)}`
      isDown = true
      return word
    })
    .join('')
}

function Drawing({ series, shotMs, nowMs }: DrawingProps) {
  const limits = series.limits.slice(0, 3)
  const known = series.avg.filter((value) => value !== null)
  const top = Math.max(
    ...known,
    ...limits.map(({ value }) => value).filter((value) => value < 4 * Math.max(...known, 0)),
    1e-9,
  )
  const x = (ms: number) => PAD.left + ((ms - shotMs + AROUND_MS) / (2 * AROUND_MS)) * (WIDTH - PAD.left - PAD.right)
  const y = (value: number) => HEIGHT - PAD.bottom - (value / (top * 1.1)) * (HEIGHT - PAD.top - PAD.bottom)
  const end = shotMs + AROUND_MS
  const at = series.timesMs.findLastIndex((ms, index) => ms <= shotMs + 60_000 && series.avg[index] !== null)
  const value = series.avg[at]
  const label = `${series.deviceName} ${series.name}，${series.unit}，拍摄时 ${value == null ? '无读数' : formatNumber(value, series.precision)}`
  return (
    <svg className={styles.chart} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      {nowMs < end && (
        <>
          <rect
            x={x(nowMs)}
            y={PAD.top}
            width={x(end) - x(nowMs)}
            height={HEIGHT - PAD.top - PAD.bottom}
            data-part="future"
          />
          <text x={(x(nowMs) + x(end)) / 2} y={HEIGHT / 2} textAnchor="middle">
            未到
          </text>
        </>
      )}
      {limits
        .filter((limit) => limit.value <= top * 1.1)
        .map((limit) => (
          <g key={`${limit.name}-${limit.value}`} data-part="limit">
            <line x1={PAD.left} x2={WIDTH - PAD.right} y1={y(limit.value)} y2={y(limit.value)} />
            <text x={WIDTH - PAD.right + 3} y={y(limit.value) + 3}>
              {limit.name.slice(0, 8)}
            </text>
          </g>
        ))}
      <path d={pathOf(series.timesMs, series.avg, x, y)} data-part="line" />
      <line x1={x(shotMs)} x2={x(shotMs)} y1={PAD.top} y2={HEIGHT - PAD.bottom} data-part="cursor" />
      {value != null && <circle cx={x(series.timesMs[at] ?? shotMs)} cy={y(value)} r={3} data-part="dot" />}
      <text x={x(shotMs) - 3} y={PAD.top + 8} textAnchor="end">
        拍摄 {formatGmt8(shotMs).slice(11, 16)}
      </text>
      {[shotMs - AROUND_MS, shotMs, end].map((ms) => (
        <text key={ms} x={x(ms)} y={HEIGHT - 5} textAnchor="middle">
          {formatGmt8(ms).slice(11, 16)}
        </text>
      ))}
      {[0, top].map((tick) => (
        <text key={tick} x={PAD.left - 4} y={y(tick) + 3} textAnchor="end">
          {formatNumber(tick, tick >= 10 ? 0 : series.precision)}
        </text>
      ))}
    </svg>
  )
}
