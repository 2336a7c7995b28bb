import type { AlarmCounts } from '@natim/contract/mon/alarm'
import { formatNumber, formatShare, NO_VALUE } from '@natim/domain/format'
import { regionName } from '@natim/domain/regions'
import { MINUTE_MS } from '@natim/domain/time'
import { Situation } from '@/ui/page-head.tsx'

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)

const minutes = (ms: number | null) => (ms === null ? NO_VALUE : `${formatNumber(ms / MINUTE_MS, 1)} 分钟`)

/** `全国 · 活动 31 起 · 确认中位 3.6 分钟 · 近 30 天误报率 4.2 %` */
export function AlarmSituation({ counts, region }: { readonly counts: AlarmCounts; readonly region?: string }) {
  return (
    <Situation>
      {[
        region === undefined ? '全国' : regionName(region.padEnd(6, '0')),
        `活动 ${formatNumber(sum(counts.open))} 起`,
        `确认中位 ${minutes(counts.ackMedianMs)}`,
        `近 30 天误报率 ${formatShare(counts.falseShare)}`,
        ...(counts.drills.open > 0 ? [`另有演练 ${formatNumber(counts.drills.open)} 起`] : []),
      ].join(' · ')}
    </Situation>
  )
}
