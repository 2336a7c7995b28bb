import type { ThemeTokens } from '@/theme/token-types.ts'
import styles from './chart.module.css'
import type { ChartFrame } from './frame.ts'
import { LIMIT_CHANGE } from './plot-marks.ts'
import { lineLooks } from './series-colour.ts'

export interface ChartLegendProps {
  readonly frame: ChartFrame
  readonly tokens: ThemeTokens
  readonly hidden: ReadonlySet<number>
  readonly onToggle: (channelNo: number) => void
}

/**
 * One per name: a limit whose value changed within the range is drawn twice but listed once. Its nameless stretches are
 * those before the named one.
 */
const distinctLimits = (limits: ChartFrame['limits']) =>
  limits.filter(({ name }, index) => name !== '' && limits.findIndex((other) => other.name === name) === index)

/** Legend above the plot, left; click toggles a channel (design §8). Limits name their set and validity at right. */
export function ChartLegend({ frame, tokens, hidden, onToggle }: ChartLegendProps) {
  const looks = lineLooks(frame.series, tokens)
  const hasBand = frame.series.some((series) => series.min && series.max)
  const sources = [...new Set(frame.limits.map((limit) => limit.source).filter(Boolean))]
  return (
    <div className={styles.legend}>
      {frame.series.map((series, index) => (
        <button
          key={series.channelNo}
          type="button"
          className={styles.legendItem}
          aria-pressed={!hidden.has(series.channelNo)}
          onClick={() => onToggle(series.channelNo)}
        >
          <i className={styles.line} data-dash={looks[index]?.dash && true} style={{ color: looks[index]?.colour }} />
          {series.name}
        </button>
      ))}
      {hasBand && (
        <span className={styles.legendItem}>
          <i className={styles.box} style={{ background: looks[0]?.colour, opacity: tokens.chart.bandOpacity }} />
          {frame.bandName ?? '最小–最大'}
        </span>
      )}
      {distinctLimits(frame.limits).map((limit) => (
        <span key={limit.name} className={styles.legendItem}>
          <i
            className={styles.line}
            data-dash={limit.isOwn ? 'dotted' : true}
            style={{ color: `var(--sev-${limit.severity})` }}
          />
          {limit.name}
        </span>
      ))}
      {(frame.limitChangesMs ?? []).length > 0 && (
        <span className={styles.legendItem}>
          <i className={styles.change} />
          {LIMIT_CHANGE}
        </span>
      )}
      {frame.gaps.length > 0 && (
        <span className={styles.legendItem}>
          <i className={styles.box} style={{ background: tokens.chart.gapBand }} />
          缺测
        </span>
      )}
      {sources.length > 0 && <span className={styles.legendNote}>限值：{sources.join('；')}</span>}
    </div>
  )
}
