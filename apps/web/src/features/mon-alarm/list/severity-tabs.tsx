import { SEVERITY, type Severity } from '@natim/contract/dict'
import type { AlarmCounts } from '@natim/contract/mon/alarm'
import { useListContext } from '@/resource/index.ts'
import { FilterTabs } from '@/ui/filter-tabs.tsx'
import { SeverityGlyph, severityName } from '@/ui/severity-glyph.tsx'
import styles from './severity-tabs.module.css'

const LEVELS: readonly Severity[] = [1, 2, 3, 4, 5]

/** Counts by level exist for these views only. */
function countsOf(view: string, counts: AlarmCounts | undefined): readonly number[] | undefined {
  if (view === 'open') return counts?.open
  return view === 'unacked' ? counts?.unacked : undefined
}

export interface SeverityTabsProps {
  readonly view: string
  readonly counts: AlarmCounts | undefined
  /** The drawer is open: glyphs and counts only. */
  readonly isNarrow: boolean
}

/** Alarms by level; a tab filters the list to its level. */
export function SeverityTabs({ view, counts, isNarrow }: SeverityTabsProps) {
  const { state, search } = useListContext()
  const chosen = state.filters['severity']
  const shown = countsOf(view, counts)
  return (
    <FilterTabs
      label="按级别筛选"
      tabs={[
        { key: '', label: '全部', count: shown?.reduce((total, count) => total + count, 0) },
        ...LEVELS.map((level) => ({
          key: String(level),
          label: !isNarrow && <span className={styles.name}>{SEVERITY[level]}</span>,
          mark: <SeverityGlyph level={level} size={16} isDecorative />,
          name: shown ? `${severityName(level)} ${shown[level - 1] ?? 0}` : severityName(level),
          title: isNarrow ? severityName(level) : undefined,
          count: shown && (shown[level - 1] ?? 0),
        })),
      ]}
      chosen={chosen ?? ''}
      onChoose={(level) => search({ severity: level === '' || level === chosen ? undefined : level })}
    />
  )
}
