import { MINUTE_MS } from '@natim/domain/time'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import { describeFrame } from '../chart/describe-frame.ts'
import type { ChartFrame, TimeRange } from '../chart/frame.ts'
import { timeSeriesOption } from '../chart/time-series-option.ts'
import { useChartHost, useChartOption } from '../chart/use-chart.ts'
import styles from './sample-marks.module.css'

export interface BrushChartProps {
  readonly frame: ChartFrame
  readonly range: TimeRange
  /** The selected span, epoch ms. */
  readonly brush: TimeRange | undefined
  readonly onBrush: (brush: TimeRange) => void
  /** px. */
  readonly height?: number
}

/** A drag starting this close to an end moves that end. */
const GRIP_PX = 8
/** A shorter drag is a click. */
const MIN_DRAG_PX = 4

/** Curves with a span selectable by dragging; both ends can be adjusted. */
export function BrushChart({ frame, range, brush, onBrush, height = 300 }: BrushChartProps) {
  const theme = useTheme()
  const { setHost, host, chart, widthPx } = useChartHost()
  const option = useMemo(() => timeSeriesOption(frame, theme, { range, widthPx }), [frame, theme, range, widthPx])
  useChartOption(chart, option)
  const shown = usePixels(chart, option, brush, widthPx)

  const instantAt = (px: number): number => {
    const ms = Number(chart?.convertFromPixel({ xAxisIndex: 0 }, px) ?? range.fromMs)
    const minute = Math.round(ms / MINUTE_MS) * MINUTE_MS
    return Math.min(range.toMs, Math.max(range.fromMs, minute))
  }
  /** The fixed end of a drag: the opposite end of the brush when the drag starts at one of them. */
  const anchorOf = useEffectEvent((px: number): number => {
    const isNear = (edgePx: number) => Math.abs(px - edgePx) < GRIP_PX
    if (shown && brush && isNear(shown.leftPx)) return brush.toMs
    if (shown && brush && isNear(shown.leftPx + shown.widthPx)) return brush.fromMs
    return instantAt(px)
  })
  const handleDrag = useEffectEvent((anchorMs: number, px: number) => {
    const ms = instantAt(px)
    if (chart && ms !== anchorMs) onBrush({ fromMs: Math.min(ms, anchorMs), toMs: Math.max(ms, anchorMs) })
  })
  useEffect(() => {
    if (!host) return
    return listenForBrush(
      host,
      (px) => anchorOf(px),
      (anchorMs, px) => handleDrag(anchorMs, px),
    )
  }, [host])
  return (
    <figure className={styles.plot} aria-label={describeFrame(frame)}>
      <div ref={setHost} className={styles.host} style={{ height }} />
      {shown && <span className={styles.brush} style={{ insetInlineStart: shown.leftPx, width: shown.widthPx }} />}
    </figure>
  )
}

/** Pixel position of the brush: known once the chart has been laid out with this option. */
function usePixels(
  chart: ReturnType<typeof useChartHost>['chart'],
  option: object,
  brush: TimeRange | undefined,
  widthPx: number,
): { readonly leftPx: number; readonly widthPx: number } | undefined {
  const [pixels, setPixels] = useState<{ readonly leftPx: number; readonly widthPx: number }>()
  useEffect(() => {
    if (!chart || !brush) return
    const at = (ms: number) => Number(chart.convertToPixel({ xAxisIndex: 0 }, ms))
    const measure = () => {
      const left = at(brush.fromMs)
      if (Number.isFinite(left)) setPixels({ leftPx: left, widthPx: Math.max(2, at(brush.toMs) - left) })
    }
    measure()
    chart.on('finished', measure)
    return () => void chart.off('finished', measure)
  }, [chart, brush, option, widthPx])
  return brush && pixels
}

/** Reports drags with the primary mouse button or pen, each with the anchor of its start. */
function listenForBrush(
  host: HTMLDivElement,
  anchorOf: (px: number) => number,
  onDrag: (anchorMs: number, px: number) => void,
): () => void {
  let start: { readonly px: number; readonly anchorMs: number } | undefined
  const pxOf = (event: PointerEvent) => event.clientX - host.getBoundingClientRect().left
  const onDown = (event: PointerEvent) => {
    // Touch scrolls the page; the input fields serve instead.
    if (event.button !== 0 || event.pointerType === 'touch') return
    start = { px: pxOf(event), anchorMs: anchorOf(pxOf(event)) }
    host.setPointerCapture?.(event.pointerId)
  }
  const onMove = (event: PointerEvent) => {
    if (start && Math.abs(pxOf(event) - start.px) >= MIN_DRAG_PX) onDrag(start.anchorMs, pxOf(event))
  }
  const onEnd = () => {
    start = undefined
  }
  host.addEventListener('pointerdown', onDown)
  host.addEventListener('pointermove', onMove)
  host.addEventListener('pointerup', onEnd)
  host.addEventListener('pointercancel', onEnd)
  return () => {
    host.removeEventListener('pointerdown', onDown)
    host.removeEventListener('pointermove', onMove)
    host.removeEventListener('pointerup', onEnd)
    host.removeEventListener('pointercancel', onEnd)
  }
}
