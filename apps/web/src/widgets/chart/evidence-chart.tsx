import { formatClock, formatNumber } from '@natim/domain/format'
import { useMemo } from 'react'
import { useTheme } from '@/theme/theme-provider.tsx'
import { SeverityGlyph } from '@/ui/severity-glyph.tsx'
import styles from './evidence-chart.module.css'
import {
  EVIDENCE_SIDES,
  type EvidenceFrame,
  type EvidencePlot,
  evidenceHeight,
  evidenceOption,
  evidencePlots,
} from './evidence-option.ts'
import { useChartHost, useChartOption } from './use-chart.ts'

export interface EvidenceChartProps {
  readonly frame: EvidenceFrame
  /** The current time, if it is in the range; the future after it is never drawn. Epoch ms. */
  readonly nowMs: number | undefined
}

const GLYPH_PX = 18

/** Half an hour before and after the sample that raised an alarm (design 19). */
export function EvidenceChart({ frame, nowMs }: EvidenceChartProps) {
  const theme = useTheme()
  const { setHost, chart } = useChartHost()
  const plots = useMemo(() => evidencePlots(frame), [frame])
  const option = useMemo(() => evidenceOption(frame, theme), [frame, theme])
  useChartOption(chart, option)
  const { fromMs, toMs } = frame.range
  const share = (tsMs: number) => Math.min(1, Math.max(0, (tsMs - fromMs) / (toMs - fromMs)))
  const { trigger, unit, precision } = frame
  const value = trigger.value === null ? '' : ` · ${formatNumber(trigger.value, precision)} ${unit}`
  return (
    <figure className={styles.figure} aria-label={describe(frame)}>
      <div ref={setHost} style={{ height: evidenceHeight(plots) }} />
      <div
        className={styles.over}
        style={{ insetInline: `${EVIDENCE_SIDES.left}px ${EVIDENCE_SIDES.right}px` }}
        aria-hidden
      >
        {nowMs !== undefined && <Now plots={plots} nowMs={nowMs} share={share(nowMs)} />}
        <Trigger plots={plots} frame={frame} share={share(trigger.tsMs)} />
        <span className={styles.label} style={{ insetInlineEnd: `${(1 - share(trigger.tsMs)) * 100}%` }}>
          触发样本 {formatClock(trigger.tsMs)}
          {value}
        </span>
      </div>
    </figure>
  )
}

const bottomOf = (plots: readonly EvidencePlot[]) => {
  const last = plots.at(-1)
  return last ? last.top + last.height : 0
}

interface PlaceProps {
  readonly plots: readonly EvidencePlot[]
  /** Position on the time axis, 0–1. */
  readonly share: number
}

/** A line through all plots, and a glyph on the sample. */
function Trigger({ plots, frame, share }: PlaceProps & { readonly frame: EvidenceFrame }) {
  const [first] = plots
  if (first === undefined) return null
  const { trigger } = frame
  const { min, max } = first.scale
  const at = trigger.value === null ? 0.5 : Math.min(1, Math.max(0, (trigger.value - min) / (max - min)))
  return (
    <>
      <span
        className={styles.trigger}
        style={{ insetInlineStart: `${share * 100}%`, top: first.top, height: bottomOf(plots) - first.top }}
      />
      <span
        className={styles.glyph}
        style={{ insetInlineStart: `${share * 100}%`, top: first.top + first.height * (1 - at) - GLYPH_PX / 2 }}
      >
        <SeverityGlyph level={trigger.severity} size={GLYPH_PX} isDecorative />
      </span>
    </>
  )
}

function Now({ plots, share, nowMs }: PlaceProps & { readonly nowMs: number }) {
  const [first] = plots
  if (first === undefined) return null
  return (
    <>
      {plots.map(({ top, height }) => (
        <span key={top} className={styles.future} style={{ insetInlineStart: `${share * 100}%`, top, height }} />
      ))}
      <span
        className={styles.now}
        style={{ insetInlineStart: `${share * 100}%`, top: first.top, height: bottomOf(plots) - first.top }}
      />
      <span className={styles.nowLabel} style={{ insetInlineStart: `${share * 100}%` }}>
        现在 {formatClock(nowMs)}
      </span>
    </>
  )
}

function describe({ judged, judgedName, unit, precision, trigger, limits }: EvidenceFrame): string {
  const values = judged.map(([, value]) => value)
  const range =
    values.length === 0
      ? '没有数据'
      : `${formatNumber(Math.min(...values), precision)} 至 ${formatNumber(Math.max(...values), precision)} ${unit}`
  const lines = limits.map(({ name, value }) => `${name} ${formatNumber(value, precision)} ${unit}`).join('、')
  return `触发前后 30 分钟，${judgedName} ${range}，${formatClock(trigger.tsMs)} 触发${lines && `，限值 ${lines}`}`
}
