import type { AlarmStats } from '@natim/contract/mon/alarm-stats'
import { DEFAULT_ESCALATION } from '@natim/domain/alarm/rule'
import { FALSE_SHARE_LIMIT } from '@natim/domain/alarm/tuning'
import { formatDuration, formatNumber, formatShare, formatSigned } from '@natim/domain/format'
import { MINUTE_MS, SECOND_MS } from '@natim/domain/time'
import { useIsPhone } from '@/lib/use-media.ts'
import { Kpi, KpiStrip } from '@/ui/kpi-strip.tsx'
import { Sparkline } from '@/ui/sparkline.tsx'
import { minutesText, percentText } from './stats-text.ts'

const GRAVE_TARGET_MS = (DEFAULT_ESCALATION[1][0]?.afterS ?? 0) * SECOND_MS

/** Six figures, each with a daily trend and a note. */
export function StatsKpis({ stats }: { readonly stats: AlarmStats }) {
  return (
    <KpiStrip label="报警指标">
      <SpeedKpis stats={stats} />
      <NuisanceKpis stats={stats} />
    </KpiStrip>
  )
}

function Trend({ values, label }: { readonly values: readonly (number | null)[]; readonly label: string }) {
  const isPhone = useIsPhone()
  return <Sparkline values={values} label={label} width={isPhone ? 48 : 72} height={26} />
}

/** Alarm count and acknowledgement times. */
function SpeedKpis({ stats: { total, before, trend } }: { readonly stats: AlarmStats }) {
  return (
    <>
      <Kpi
        caption="报警"
        value={formatNumber(total.alarms)}
        unit="起"
        spark={<Trend values={trend.map((day) => day.alarms)} label="每日报警数" />}
        note={`较上一时段 ${formatSigned(total.alarms - before.alarms, '')} · 通知 ${formatNumber(total.messages)} 条`}
      />
      <Kpi
        caption="平均确认时长 MTTA"
        value={minutesText(total.ackMs)}
        unit="min"
        spark={<Trend values={trend.map((day) => day.ackMs)} label="每日平均确认时长" />}
        note={`P95 ${minutesText(total.ackP95Ms)} · 1–2 级 ${minutesText(total.graveAckMs)} · 目标 ${minutesText(GRAVE_TARGET_MS)}`}
      />
      <Kpi
        caption="平均处置时长 MTTR"
        value={minutesText(total.resolveMs)}
        unit="min"
        spark={<Trend values={trend.map((day) => day.resolveMs)} label="每日平均处置时长" />}
        note={[
          total.resolveP95Ms !== null && `P95 ${formatDuration(total.resolveP95Ms)}`,
          total.resolveMs !== null &&
            before.resolveMs !== null &&
            `较前 ${formatSigned((total.resolveMs - before.resolveMs) / MINUTE_MS, 'min')}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      />
    </>
  )
}

/** Nuisance figures: false alarms and floods. */
function NuisanceKpis({ stats: { total, trend, rules, floods } }: { readonly stats: AlarmStats }) {
  const noisy = rules.filter(({ falseShare }) => (falseShare ?? 0) > FALSE_SHARE_LIMIT).length
  const peak = Math.max(0, ...floods.list.map((flood) => flood.peak))
  return (
    <>
      <Kpi
        caption="误报率"
        value={percentText(total.falseShare)}
        unit="%"
        spark={<Trend values={trend.map((day) => day.falseShare)} label="每日误报率" />}
        note={
          total.falseShare === null
            ? `样本不足 · 已判定 ${total.judged} 起`
            : `${total.falses} / ${formatNumber(total.judged)} 已判定 · ${noisy} 条规则超过 ${formatShare(FALSE_SHARE_LIMIT, 0)}`
        }
      />
      <Kpi
        caption="超时升级"
        value={formatNumber(total.escalated)}
        unit="起"
        spark={<Trend values={trend.map((day) => day.escalated)} label="每日超时升级数" />}
        note={`占 ${formatShare(total.escalated / total.alarms)}`}
      />
      <Kpi
        caption="报警洪水"
        value={floods.count}
        unit="次"
        note={floods.count === 0 ? '没有报警洪水' : `最高 ${peak} 起 / 10 min`}
      />
    </>
  )
}
