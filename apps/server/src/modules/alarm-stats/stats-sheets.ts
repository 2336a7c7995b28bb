import { CLOSE_CODE, SEVERITY } from '@natim/contract/dict'
import type { AlarmStats, StatsPanel } from '@natim/contract/mon/alarm-stats'
import { calendarDayGmt8, formatGmt8, MINUTE_MS } from '@natim/domain/time'
import type { SheetColumn } from '../../platform/xlsx.ts'

export type SheetLine = readonly (string | number | null)[]

interface Sheet {
  readonly title: string
  readonly head: readonly string[]
  readonly linesOf: (stats: AlarmStats) => readonly SheetLine[]
}

const minutes = (ms: number | null) => ms && Number((ms / MINUTE_MS).toFixed(1))
const percent = (share: number | null) => share && Number((share * 100).toFixed(1))
const WEEKDAYS = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const

/** The panels of the page as sheets: the same figures, with units in the headings. */
export const SHEETS: Readonly<Record<StatsPanel, Sheet>> = {
  trend: {
    title: '报警趋势',
    head: ['24 小时，始于', '报警', '平均确认 min', '平均处置 min', '误报率 %', '超时升级'],
    linesOf: ({ trend }) =>
      trend.map((day) => [
        formatGmt8(day.fromMs),
        day.alarms,
        minutes(day.ackMs),
        minutes(day.resolveMs),
        percent(day.falseShare),
        day.escalated,
      ]),
  },
  rules: {
    title: '误报率与调整建议',
    head: [
      '规则',
      '名称',
      '次数',
      '已判定',
      '误报',
      '误报率 %',
      '确认 min',
      '处置 min',
      '调整建议',
      '预计减少',
      '其中真实',
    ],
    linesOf: ({ rules }) =>
      rules.map((rule) => [
        rule.code,
        rule.name,
        rule.alarms,
        rule.judged,
        rule.falses,
        percent(rule.falseShare),
        minutes(rule.ackMs),
        minutes(rule.resolveMs),
        rule.hint?.text ?? '',
        rule.hint?.fewer ?? null,
        rule.hint?.fewerReal ?? null,
      ]),
  },
  heat: {
    title: '报警时段分布',
    head: ['星期', ...Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, '0')} 时`)],
    linesOf: ({ heat }) =>
      heat.perHour.map((day, index) => [WEEKDAYS[index] ?? '', ...day.map((n) => Number(n.toFixed(2)))]),
  },
  floods: {
    title: '报警洪水',
    head: [
      '开始',
      '结束',
      '报警',
      '10 min 最高',
      '主要规则',
      '占比 %',
      '区域',
      '设备',
      '处理人数',
      '确认 min',
      '超时升级',
    ],
    linesOf: ({ floods }) =>
      floods.list.map((flood) => [
        formatGmt8(flood.fromMs),
        formatGmt8(flood.toMs),
        flood.alarms,
        flood.peak,
        flood.ruleName,
        percent(flood.ruleShare),
        flood.regions.join('、'),
        flood.devices,
        flood.officers,
        minutes(flood.ackMs),
        flood.escalated,
      ]),
  },
  endings: {
    title: '报警关闭原因',
    head: ['关闭原因', '报警'],
    linesOf: ({ endings }) =>
      endings.map(({ closeCode, n }) => [closeCode === null ? '未关闭' : CLOSE_CODE[closeCode], n]),
  },
  severities: {
    title: '报警确认时长',
    head: ['级别', '报警', '平均确认 min', '目标 min'],
    linesOf: ({ severities }) =>
      severities.map((row) => [SEVERITY[row.severity], row.alarms, minutes(row.ackMs), minutes(row.targetMs)]),
  },
}

export const columnsOf = ({ head }: Sheet): SheetColumn<SheetLine>[] =>
  head.map((title, index) => ({ title, value: (line) => line[index] }))

/** `报警洪水 2026-10-22 至 2026-11-21` */
export const sheetTitle = (sheet: Sheet, { fromMs, toMs }: AlarmStats) =>
  `${sheet.title} ${calendarDayGmt8(fromMs)} 至 ${calendarDayGmt8(toMs)}`
