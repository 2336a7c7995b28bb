import { SEVERITY_NAMES } from '@natim/domain/alarm/words'
import { statDayGmt8 } from '@natim/domain/time'
import type { Db } from '../../../platform/db/db.ts'
import { loadAlarmStats } from '../../alarm-stats/index.ts'
import type { ReportParams } from '../run.repository.ts'
import { percent, type ReportBody, tableOf } from './document.ts'

const minutes = (ms: number | null) => (ms === null ? null : Math.round(ms / 6_000) / 10)
const MAX_RULES = 50

/** A week of alarms with the figures of the statistics page. */
export async function alarmWeek(db: Db, { scope, region, toMs }: ReportParams): Promise<ReportBody> {
  const stats = await loadAlarmStats(db, scope, { days: 7, region: region === '' ? undefined : region }, toMs)
  const { total, before } = stats
  const change = total.alarms - before.alarms
  return {
    title: '报警周报',
    conclusions:
      total.alarms === 0
        ? ['该时段没有报警。']
        : [
            `共 ${total.alarms} 个报警，比上周${change === 0 ? '持平' : `${change > 0 ? '多' : '少'} ${Math.abs(change)} 个`}；平均确认 ${minutes(total.ackMs) ?? '—'} 分钟，升级 ${total.escalated} 个。`,
          ],
    tables: [
      tableOf(
        '按级别',
        [
          { title: '级别', value: ({ severity }) => `${severity} 级 ${SEVERITY_NAMES[severity]}`, isText: true },
          { title: '报警', value: ({ alarms }) => alarms },
          { title: '平均确认 min', value: ({ ackMs }) => minutes(ackMs) },
          { title: '目标 min', value: ({ targetMs }) => minutes(targetMs) },
        ],
        stats.severities,
      ),
      tableOf(
        '按日',
        [
          { title: '日期', value: ({ fromMs }) => statDayGmt8(fromMs + 1), isText: true },
          { title: '报警', value: ({ alarms }) => alarms },
          { title: '平均确认 min', value: ({ ackMs }) => minutes(ackMs) },
          { title: '升级', value: ({ escalated }) => escalated },
          { title: '误报率 %', value: ({ falseShare }) => percent(falseShare) },
        ],
        stats.trend,
      ),
      tableOf(
        '按规则',
        [
          { title: '规则', value: ({ name, code }) => name || code, isText: true },
          { title: '级别', value: ({ severity }) => `${severity} 级`, isText: true },
          { title: '报警', value: ({ alarms }) => alarms },
          { title: '平均确认 min', value: ({ ackMs }) => minutes(ackMs) },
          { title: '误报率 %', value: ({ falseShare }) => percent(falseShare) },
          { title: '升级', value: ({ escalated }) => escalated },
        ],
        stats.rules.slice(0, MAX_RULES),
        '误报率按已判定的报警计算，不足 20 个不列。',
      ),
    ],
    chart: null,
  }
}
