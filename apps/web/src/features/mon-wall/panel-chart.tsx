import type { ChannelView } from '@natim/contract/mon/device'
import type { WallAlarm } from '@natim/contract/mon/wall'
import { formatClock, formatLimit } from '@natim/domain/format'
import { type RefCallback, useCallback, useMemo, useState } from 'react'
import { type WallChartGeometry, wallChart } from './chart-geometry.ts'
import styles from './panel-chart.module.css'
import type { WindowLimit } from './past-limits.ts'

export interface PanelChartProps {
  readonly channel: ChannelView
  readonly columns: { readonly timesMs: readonly number[]; readonly values: readonly (number | null)[] }
  /** Over the window, each drawn in its part of it. */
  readonly limits: readonly WindowLimit[]
  readonly fromMs: number
  readonly toMs: number
  readonly gapMs: number
  /** History cursor; undefined while the wall is live. */
  readonly cursorMs?: number | undefined
  /** Alarms of this channel; each is marked at its start. */
  readonly alarms: readonly WallAlarm[]
  /** Severity that colours the line. */
  readonly level: number | null
}

/** Main chart of a panel: the line over the window with limit lines, alarm marks and, in history mode, the cursor. */
export function PanelChart(props: PanelChartProps) {
  const { channel, columns, limits: known, fromMs, toMs, gapMs, cursorMs, alarms, level } = props
  const [ref, size] = useSize()
  const limits = useMemo(() => limitsWithin(known, fromMs, toMs), [known, fromMs, toMs])
  const geometry = useMemo(
    () => size && wallChart({ ...columns, fromMs, toMs, gapMs, limits, ...size }),
    [columns, fromMs, toMs, gapMs, limits, size],
  )
  const colour = level === null ? 'var(--series-1)' : `var(--sev-${level})`
  const shown = geometry ? limits.filter(({ value }) => isInside(geometry.yOf(value), size?.height ?? 0)) : []
  return (
    <div className={styles.chart}>
      <div ref={ref} className={styles.plot}>
        {geometry && size && <Plot {...{ channel, fromMs, toMs, cursorMs, alarms, geometry, size, shown, colour }} />}
        {geometry?.lines.length === 0 && <p className={styles.empty}>此时段没有数据</p>}
      </div>
      {geometry && <Labels {...{ channel, geometry, shown }} />}
      <div className={styles.times} aria-hidden>
        {geometry?.times.map(({ tsMs }) => (
          <span key={tsMs}>{formatClock(tsMs).slice(0, 5)}</span>
        ))}
      </div>
    </div>
  )
}

interface LabelsProps extends Pick<PanelChartProps, 'channel'> {
  readonly geometry: WallChartGeometry
  readonly shown: readonly WindowLimit[]
}

/** Axis values left of the plot, names of limits right of it. */
function Labels({ channel, geometry, shown }: LabelsProps) {
  return (
    <>
      {geometry.ticks.map(({ value, y }) => (
        <span key={value} className={styles.tick} style={{ top: y }} aria-hidden>
          {formatLimit(value)}
        </span>
      ))}
      {shown.filter(isLasting).map((limit) => (
        <span
          key={keyOf(limit)}
          className={styles.name}
          title={limitTitle(limit, channel.unit)}
          style={{ top: geometry.yOf(limit.value), color: `var(--sev-${limit.severity}-ink)` }}
        >
          {nameOf(limit)}
        </span>
      ))}
    </>
  )
}

interface PlotProps extends LabelsProps, Pick<PanelChartProps, 'fromMs' | 'toMs' | 'cursorMs' | 'alarms'> {
  readonly size: Size
  readonly colour: string
}

function Plot({ channel, fromMs, toMs, cursorMs, alarms, geometry, size, shown, colour }: PlotProps) {
  return (
    <svg
      width={size.width}
      height={size.height}
      role="img"
      aria-label={`${channel.name} ${formatClock(fromMs)}–${formatClock(toMs)}`}
      style={{ color: colour }}
    >
      {geometry.ticks.map(({ value, y }) => (
        <line key={value} className={styles.grid} x1={0} x2={size.width} y1={y} y2={y} />
      ))}
      {geometry.areas.map((d) => (
        <path key={d} className={styles.area} d={d} />
      ))}
      {shown.map((limit) => (
        <line
          key={keyOf(limit)}
          className={styles.limit}
          x1={limit.fromMs === undefined ? 0 : geometry.xOf(limit.fromMs)}
          x2={limit.toMs === undefined ? size.width : geometry.xOf(limit.toMs)}
          y1={geometry.yOf(limit.value)}
          y2={geometry.yOf(limit.value)}
          stroke={`var(--sev-${limit.severity})`}
        >
          <title>{limitTitle(limit, channel.unit)}</title>
        </line>
      ))}
      {geometry.lines.map((d) => (
        <path key={d} className={styles.line} d={d} />
      ))}
      {alarms
        .filter(({ raisedMs }) => raisedMs > fromMs && raisedMs <= toMs)
        .map(({ id, raisedMs, severity, title }) => (
          <g key={id} transform={`translate(${geometry.xOf(raisedMs)} 0)`}>
            <title>{title}</title>
            <line className={styles.mark} y1={0} y2={size.height} stroke={`var(--sev-${severity})`} />
            <path d="M-5 0H5L0 8Z" fill={`var(--sev-${severity})`} />
          </g>
        ))}
      {cursorMs !== undefined && (
        <line
          className={styles.cursor}
          x1={geometry.xOf(cursorMs)}
          x2={geometry.xOf(cursorMs)}
          y1={0}
          y2={size.height}
        />
      )}
      {geometry.end && <circle cx={geometry.end.x} cy={geometry.end.y} r={3} fill="currentColor" />}
    </svg>
  )
}

/** The caption says whose limits they are; a whole name would lose its level at this width. */
const nameOf = ({ name, severity, isOwn }: WindowLimit) => (isOwn ? `${severity} 级` : name)

const limitTitle = ({ name, value, source }: WindowLimit, unit: string) =>
  `${name} ${formatLimit(value)} ${unit}，${source}`

/** Limits in force within a window, without the bounds outside it. */
const limitsWithin = (limits: readonly WindowLimit[], startMs: number, endMs: number): WindowLimit[] =>
  limits
    .filter(({ fromMs = startMs, toMs = endMs }) => fromMs < endMs && toMs > startMs)
    .map(({ fromMs, toMs, ...limit }) => ({
      ...limit,
      ...(fromMs !== undefined && fromMs > startMs && { fromMs }),
      ...(toMs !== undefined && toMs < endMs && { toMs }),
    }))

/** Names stand at the right end; one that ended before is told by its line. */
const isLasting = ({ toMs }: WindowLimit) => toMs === undefined

const keyOf = ({ name, value, avgPeriod, fromMs }: WindowLimit) => `${name} ${value} ${avgPeriod} ${fromMs}`

const isInside = (y: number, height: number) => y >= 0 && y <= height

interface Size {
  readonly width: number
  readonly height: number
}

/** Observed size of an element, px. */
function useSize(): readonly [RefCallback<HTMLDivElement>, Size | undefined] {
  const [size, setSize] = useState<Size>()
  const ref = useCallback((element: HTMLDivElement | null) => {
    if (element === null) return
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {}
      if (width > 0 && height > 0) setSize({ width: Math.round(width), height: Math.round(height) })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return [ref, size]
}
