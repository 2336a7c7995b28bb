import { SEVERITY, type Severity } from '@natim/contract/dict'
import type { AlarmCounts } from '@natim/contract/mon/alarm'
import { formatNumber } from '@natim/domain/format'
import { useListContext } from '@/resource/index.ts'
import { SeverityGlyph, severityName } from '@/ui/severity-glyph.tsx'
import { Count } from '@/ui/tag.tsx'
import styles from './severity-tabs.module.css'

const LEVELS: readonly Severity[] = [1, 2, 3, 4, 5]

/** Counts by level are kept for these views; the others have none. */
function countsOf(view: string, counts: AlarmCounts | undefined): readonly number[] | undefined {
  if (view === 'open') return counts?.open
  return view === 'unacked' ? counts?.unacked : undefined
}

export interface SeverityTabsProps {
  readonly view: string
  readonly counts: AlarmCounts | undefined
  /** A record stands beside the list: glyphs and counts alone. */
  readonly isNarrow: boolean
}

/** Alarms by level; a tab narrows the list to its level. */
export function SeverityTabs({ view, counts, isNarrow }: SeverityTabsProps) {
  const { state, search } = useListContext()
  const chosen = state.filters['severity']
  const shown = countsOf(view, counts)
  return (
    <div role="group" aria-label="按级别筛选" className={styles.tabs}>
      <button
        type="button"
        className={styles.tab}
        aria-pressed={!chosen}
        onClick={() => search({ severity: undefined })}
      >
        全部
        {shown && <Count>{formatNumber(shown.reduce((total, count) => total + count, 0))}</Count>}
      </button>
      {LEVELS.map((level) => (
        <button
          key={level}
          type="button"
          className={styles.tab}
          aria-pressed={chosen === String(level)}
          aria-label={shown ? `${severityName(level)} ${shown[level - 1] ?? 0}` : severityName(level)}
          title={isNarrow ? severityName(level) : undefined}
          onClick={() => search({ severity: chosen === String(level) ? undefined : String(level) })}
        >
          <SeverityGlyph level={level} size={16} isDecorative />
          {!isNarrow && <span className={styles.name}>{SEVERITY[level]}</span>}
          {shown && <Count>{formatNumber(shown[level - 1] ?? 0)}</Count>}
        </button>
      ))}
    </div>
  )
}
