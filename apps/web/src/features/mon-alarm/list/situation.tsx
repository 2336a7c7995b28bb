import type { AlarmCounts } from '@natim/contract/mon/alarm'
import { formatNumber, formatShare, NO_VALUE } from '@natim/domain/format'
import { regionShortName } from '@natim/domain/regions'
import { MINUTE_MS } from '@natim/domain/time'
import { Situation } from '@/ui/page-head.tsx'

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const minutes = (ms: number | null) => (ms === null ? NO_VALUE : `${formatNumber(ms / MINUTE_MS, 1)} 分钟`)

const NAMED_REGIONS = 3

/**
 * Scope of the figures, regardless of the list's filters: `全国`, `江苏、浙江`, `江苏、浙江、安徽等 5 地`, `本部门`.
 */
function scopeText(prefixes: readonly string[]): string {
  if (prefixes.includes('*')) return '全国'
  if (prefixes.length === 0) return '本部门'
  const names = prefixes.slice(0, NAMED_REGIONS).map((prefix) => regionShortName(prefix.padEnd(6, '0')))
  return names.join('、') + (prefixes.length > NAMED_REGIONS ? `等 ${prefixes.length} 地` : '')
}

/** `全国 · 活动 31 起 · 确认中位 3.6 分钟 · 近 30 天误报率 4.2 %` */
export function AlarmSituation({ counts }: { readonly counts: AlarmCounts }) {
  return (
    <Situation>
      {[
        scopeText(counts.regionPrefixes),
        `活动 ${formatNumber(sum(counts.open))} 起`,
        `确认中位 ${minutes(counts.ackMedianMs)}`,
        `近 30 天误报率 ${formatShare(counts.falseShare)}`,
        ...(counts.drills.open > 0 ? [`另有演练 ${formatNumber(counts.drills.open)} 起`] : []),
      ].join(' · ')}
    </Situation>
  )
}
