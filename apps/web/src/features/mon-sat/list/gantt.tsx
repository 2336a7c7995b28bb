import { DAY_MS, formatGmt8, HOUR_MS } from '@natim/domain/time'
import { useTicker } from '@/ui/ticker.ts'
import { Letter } from '../map/letter.tsx'
import { letterOf, minuteText, secondText } from '../sat-text.ts'
import styles from './gantt.module.css'

export interface GanttPass {
  readonly key: string
  /** 0 = no letter. */
  readonly rank: number
  readonly startMs: number
  readonly isFaulty?: boolean
}

export interface GanttRow {
  readonly key: string
  readonly label: string
  readonly title?: string
  /** The window of a task. */
  readonly span?: { readonly fromMs: number; readonly toMs: number; readonly tone: string }
  readonly passes: readonly GanttPass[]
}

export interface GanttProps {
  readonly fromMs: number
  readonly toMs: number
  readonly rows: readonly GanttRow[]
  readonly onPick: (key: string) => void
}

const STEPS = [2 * HOUR_MS, 6 * HOUR_MS, 12 * HOUR_MS, DAY_MS, 2 * DAY_MS, 7 * DAY_MS]
const MAX_TICKS = 9
const GMT8_MS = 8 * HOUR_MS

/** Tick times of the time axis, on whole GMT+8 days or hours. */
export function ticksOf(fromMs: number, toMs: number): number[] {
  const step = STEPS.find((ms) => (toMs - fromMs) / ms <= MAX_TICKS) ?? 7 * DAY_MS
  const first = Math.ceil((fromMs + GMT8_MS) / step) * step - GMT8_MS
  const count = Math.max(0, Math.floor((toMs - first) / step) + 1)
  return Array.from({ length: count }, (_, index) => first + index * step)
}

/** Windows as bars, passes as lettered ticks, on a common time axis. */
export function Gantt({ fromMs, toMs, rows, onPick }: GanttProps) {
  const share = (ms: number) => `${(100 * (Math.min(toMs, Math.max(fromMs, ms)) - fromMs)) / (toMs - fromMs)}%`
  const nowMs = useTicker((now) => Math.floor(now / 60_000) * 60_000)
  const ticks = ticksOf(fromMs, toMs)
  const hasHours = (ticks[1] ?? 0) - (ticks[0] ?? 0) < DAY_MS
  if (rows.length === 0) return <p className={styles.empty}>这段时间没有窗口与过境</p>
  return (
    <div className={styles.gantt}>
      <div className={styles.axis} aria-hidden>
        {ticks.map((ms) => (
          <span key={ms} style={{ insetInlineStart: share(ms) }}>
            {hasHours ? minuteText(ms) : formatGmt8(ms).slice(5, 10)}
          </span>
        ))}
      </div>
      <ul className={styles.rows}>
        {rows.map(({ key, label, title, span, passes }) => (
          <li key={key}>
            <button
              type="button"
              className={styles.label}
              title={title}
              onClick={() => onPick(span ? key : (passes[0]?.key ?? key))}
            >
              {label}
            </button>
            <span className={styles.line}>
              {ticks.map((ms) => (
                <i key={ms} className={styles.tick} style={{ insetInlineStart: share(ms) }} aria-hidden />
              ))}
              {nowMs > fromMs && nowMs < toMs && (
                <i className={styles.now} style={{ insetInlineStart: share(nowMs) }} aria-hidden />
              )}
              {span && (
                <i
                  className={styles.span}
                  data-tone={span.tone}
                  title={`窗口 ${minuteText(span.fromMs)} – ${minuteText(span.toMs)}`}
                  style={{ insetInlineStart: share(span.fromMs), insetInlineEnd: `calc(100% - ${share(span.toMs)})` }}
                />
              )}
              <Passes {...{ label, fromMs, toMs, share, passes }} onPick={(pass) => onPick(span ? key : pass)} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}

interface PassesProps extends Pick<GanttRow, 'label' | 'passes'>, Pick<GanttProps, 'fromMs' | 'toMs' | 'onPick'> {
  /** Position of an instant, percent. */
  readonly share: (ms: number) => string
}

const Passes = ({ label, passes, fromMs, toMs, share, onPick }: PassesProps) =>
  passes
    .filter(({ startMs }) => startMs >= fromMs && startMs <= toMs)
    .map((pass) => (
      <button
        key={pass.key}
        type="button"
        className={styles.pass}
        data-faulty={pass.isFaulty || undefined}
        style={{ insetInlineStart: share(pass.startMs) }}
        title={secondText(pass.startMs)}
        aria-label={`${label} 过境 ${secondText(pass.startMs)}${pass.rank > 0 ? ` 方案 ${letterOf(pass.rank)}` : ''}`}
        onClick={() => onPick(pass.key)}
      >
        {pass.rank > 0 ? <Letter rank={pass.rank} /> : <i className={styles.mark} />}
      </button>
    ))
