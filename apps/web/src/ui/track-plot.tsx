import { formatNumber } from '@natim/domain/format'
import { projectTrack, scaleBarM, type TrackPlace } from '@natim/domain/track'
import { useMemo } from 'react'
import styles from './track-plot.module.css'

const MAX_HEIGHT = 420
const MIN_HEIGHT = 240
const MARGIN = 28
const BAR_MAX = 160
/** Minimum span: a stationary device is drawn in the middle of it. */
const MIN_SPAN_M = 20

export interface TrackPlotProps {
  /** Text alternative of the plot. */
  readonly label: string
  /** At least one, in order of time. */
  readonly places: readonly TrackPlace[]
  /** A longer time between two places is a hole: the path in between is unknown. */
  readonly holeMs: number
  /** Index of the marked place. */
  readonly selected: number
  readonly widthPx: number
}

/** The track of a device, to scale, north up, without a map: a walk spans a single street on a map of provinces. */
export function TrackPlot({ label, places, holeMs, selected, widthPx }: TrackPlotProps) {
  const heightPx = Math.min(MAX_HEIGHT, Math.max(MIN_HEIGHT, widthPx * 0.75))
  const { points, mPerPx } = useMemo(() => layOut(places, widthPx, heightPx), [places, widthPx, heightPx])
  const { solid, dashed } = useMemo(() => pathsOf(points, places, holeMs), [points, places, holeMs])
  const barM = scaleBarM(BAR_MAX * mPerPx)
  const at = points[selected]
  return (
    <svg className={styles.plot} width={widthPx} height={heightPx} role="img" aria-label={label}>
      <path className={styles.dashed} d={dashed} />
      <path className={styles.line} d={solid} />
      {points[0] && <circle className={styles.start} cx={points[0].x} cy={points[0].y} r={5} />}
      {points.length > 1 && <circle className={styles.end} cx={points.at(-1)?.x} cy={points.at(-1)?.y} r={5} />}
      {at && <circle className={styles.selected} cx={at.x} cy={at.y} r={9} />}
      <g className={styles.bar} transform={`translate(${MARGIN} ${heightPx - 14})`}>
        <path d={`M0 -6V0H${barM / mPerPx}V-6`} />
        <text x={barM / mPerPx + 8} y={1}>
          {barM >= 1_000 ? `${formatNumber(barM / 1_000)} km` : `${formatNumber(barM, barM < 1 ? 1 : 0)} m`}
        </text>
      </g>
      <g className={styles.north} transform={`translate(${widthPx - MARGIN} 22)`}>
        <path d="M0 -12L5 6L0 2L-5 6Z" />
        <text y={20} textAnchor="middle">
          北
        </text>
      </g>
    </svg>
  )
}

interface Point {
  readonly x: number
  readonly y: number
}

function layOut(
  places: readonly TrackPlace[],
  widthPx: number,
  heightPx: number,
): { readonly points: readonly Point[]; readonly mPerPx: number } {
  const metres = projectTrack(places)
  const half = (axis: 'x' | 'y') => Math.max(MIN_SPAN_M / 2, ...metres.map((point) => Math.abs(point[axis])))
  const mPerPx = Math.max(half('x') / (widthPx / 2 - MARGIN), half('y') / (heightPx / 2 - MARGIN))
  return {
    mPerPx,
    points: metres.map(({ x, y }) => ({ x: widthPx / 2 + x / mPerPx, y: heightPx / 2 - y / mPerPx })),
  }
}

function pathsOf(points: readonly Point[], places: readonly TrackPlace[], holeMs: number) {
  let [solid, dashed] = ['', '']
  for (const [i, { x, y }] of points.entries()) {
    const [from, before, here] = [points[i - 1], places[i - 1], places[i]]
    const isJoined = before && here && here.tsMs - before.tsMs <= holeMs
    solid += `${isJoined ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`
    if (from && !isJoined) dashed += `M${from.x.toFixed(1)} ${from.y.toFixed(1)}L${x.toFixed(1)} ${y.toFixed(1)}`
  }
  return { solid, dashed }
}
