import type { AlarmStats, StatsFigures, StatsPanel } from '@natim/contract/mon/alarm-stats'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { columnsOf, SHEETS, sheetTitle } from './stats-sheets.ts'

const FROM = Date.parse('2026-10-22T08:00:00+08:00')
const FIGURES: StatsFigures = {
  alarms: 30,
  ackMs: 90_000,
  ackP95Ms: null,
  resolveMs: null,
  resolveP95Ms: null,
  judged: 21,
  falses: 7,
  falseShare: 1 / 3,
  escalated: 2,
}
const RULE = { ...FIGURES, ruleId: 'r', code: 'R-1', name: '氯气', severity: 2 as const, hint: null }
const DAY = { fromMs: FROM, alarms: 30, ackMs: 90_000, resolveMs: null, falseShare: 1 / 3, escalated: 2 }
const FLOOD = {
  fromMs: FROM,
  toMs: FROM + HOUR_MS,
  alarms: 14,
  peak: 12,
  ruleName: '氯气',
  ruleShare: 0.857,
  regions: ['江苏省', '山东省'],
  devices: 4,
  officers: 0,
  ackMs: null,
  escalated: 0,
}
const STATS: AlarmStats = {
  fromMs: FROM,
  toMs: Date.parse('2026-11-21T08:00:00+08:00'),
  total: { ...FIGURES, graveAckMs: null, messages: 3 },
  before: FIGURES,
  trend: [DAY, { ...DAY, ackMs: 0, falseShare: 0 }],
  rules: [RULE, { ...RULE, hint: { text: '持续 30 秒改为 2 分', fewer: 3, fewerReal: 0, forS: 120 } }],
  heat: {
    perHour: [0, 1, 2, 3, 4, 5, 6].map((day) => Array.from({ length: 24 }, (_, hour) => day + hour / 3)),
    worst: null,
    morningShare: null,
    nightShare: null,
  },
  floods: { count: 1, list: [FLOOD], stepMs: HOUR_MS, curve: [] },
  endings: [
    { closeCode: null, n: 4 },
    { closeCode: 'false', n: 7 },
  ],
  severities: [{ severity: 1, alarms: 2, ackMs: null, targetMs: 5 * MINUTE_MS }],
}

const linesOf = (panel: StatsPanel) => SHEETS[panel].linesOf(STATS)

describe('sheets of the statistics', () => {
  it.each(Object.keys(SHEETS) as StatsPanel[])('%s has a title for every column, each distinct', (panel) => {
    const columns = columnsOf(SHEETS[panel])
    const lines = linesOf(panel)
    expect(lines.length).toBeGreaterThan(0)
    for (const line of lines) {
      expect(line).toHaveLength(columns.length)
      expect(columns.map(({ value }) => value(line))).toEqual(line)
    }
  })

  it.each([
    ['trend', 0, ['2026-10-22 08:00:00', 30, 1.5, null, 33.3, 2]],
    // Zero is a figure, unknown is empty.
    ['trend', 1, ['2026-10-22 08:00:00', 30, 0, null, 0, 2]],
    ['rules', 0, ['R-1', '氯气', 30, 21, 7, 33.3, 1.5, null, '', null, null]],
    ['rules', 1, ['R-1', '氯气', 30, 21, 7, 33.3, 1.5, null, '持续 30 秒改为 2 分', 3, 0]],
    [
      'floods',
      0,
      ['2026-10-22 08:00:00', '2026-10-22 09:00:00', 14, 12, '氯气', 85.7, '江苏省、山东省', 4, 0, null, 0],
    ],
    ['endings', 0, ['未关闭', 4]],
    ['endings', 1, ['误报', 7]],
  ] as const)('%s, line %i, is in minutes and per cent', (panel, line, cells) => {
    expect(linesOf(panel)[line]).toEqual(cells)
  })

  it('start the week on Monday and the day at midnight, with two digits', () => {
    const lines = linesOf('heat')
    expect(lines.map(([day]) => day).join()).toBe('周一,周二,周三,周四,周五,周六,周日')
    expect(lines[1]?.slice(1, 4)).toEqual([1, 1.33, 1.67])
    expect(SHEETS.heat.head.slice(0, 2)).toEqual(['星期', '00 时'])
    expect(SHEETS.heat.head.at(-1)).toBe('23 时')
    expect(linesOf('severities')[0]?.slice(1)).toEqual([2, null, 5])
  })

  it('contain the days in their titles', () => {
    expect(sheetTitle(SHEETS.floods, STATS)).toBe('报警洪水 2026-10-22 至 2026-11-21')
  })
})
