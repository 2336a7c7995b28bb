import { type AlarmStats, alarmStatsEndpoints } from '@natim/contract/mon/alarm-stats'
import { fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import AlarmStatsPage from './alarm-stats-page.tsx'

const DAY_MS = 86_400_000
const TO = Date.parse('2026-11-21T11:00:00+08:00')
const FIGURES = {
  alarms: 212,
  ackMs: 288_000,
  ackP95Ms: 700_000,
  resolveMs: 2_280_000,
  resolveP95Ms: 11_520_000,
  judged: 200,
  falses: 70,
  falseShare: 0.35,
  escalated: 4,
}
const RULE = {
  ...FIGURES,
  ruleId: '57',
  code: 'R-0057',
  name: '氨气两级报警',
  severity: 3 as const,
  hint: { text: '持续 30 秒改为 2 分', fewer: 61, fewerReal: 2, forS: 120 },
}
const STATS: AlarmStats = {
  fromMs: TO - 30 * DAY_MS,
  toMs: TO,
  total: { ...FIGURES, graveAckMs: 84_000, messages: 1_927 },
  before: { ...FIGURES, alarms: 300 },
  trend: Array.from({ length: 30 }, (_, i) => ({
    fromMs: TO - (30 - i) * DAY_MS,
    alarms: i,
    ackMs: null,
    resolveMs: null,
    falseShare: null,
    escalated: 0,
  })),
  rules: [
    RULE,
    { ...RULE, ruleId: '91', code: 'R-0091', name: '呼气阳性聚集', judged: 9, falseShare: null, hint: null },
  ],
  heat: {
    perHour: Array.from({ length: 7 }, () => Array.from({ length: 24 }, () => 1)),
    worst: { weekday: 4, hour: 8, n: 46, perHour: 11.6, topDay: '2026-11-19', topDayN: 23 },
    morningShare: 0.31,
    nightShare: 0.18,
  },
  floods: {
    count: 1,
    list: [
      {
        fromMs: Date.parse('2026-11-19T08:40:00+08:00'),
        toMs: Date.parse('2026-11-19T09:20:00+08:00'),
        alarms: 91,
        peak: 46,
        ruleName: 'PM10 沙尘',
        ruleShare: 0.8,
        regions: ['甘肃省', '陕西省'],
        devices: 40,
        officers: 1,
        ackMs: 372_000,
        escalated: 3,
      },
    ],
    stepMs: 7_200_000,
    curve: Array.from({ length: 360 }, () => 1),
  },
  endings: [
    { closeCode: 'real', n: 142 },
    { closeCode: 'false', n: 70 },
  ],
  severities: ([1, 2, 3, 4, 5] as const).map((severity) => ({
    severity,
    alarms: 1,
    ackMs: 180_000,
    targetMs: 120_000,
  })),
}

let api: ReturnType<typeof stubApi>
let stats: AlarmStats
beforeEach(() => {
  api = stubApi()
  stats = STATS
  api.on(alarmStatsEndpoints.stats, () => stats)
})
const open = (options?: Parameters<typeof renderPage>[1]) => renderPage(<AlarmStatsPage />, options)

describe('alarm statistics', () => {
  it('begin with the advice, and link to the rule with the advice prefilled; few alarms give no advice', async () => {
    open()
    expect(await screen.findByText('1 条规则误报率超过 30 %')).toBeDefined()
    const row = await screen.findByRole('row', { name: /R-0057/ })
    expect(within(row).getByText('−61').title).toBe('其中真实 2 起')
    expect(within(row).getByRole('link', { name: '试运行' }).getAttribute('href')).toContain(
      '/mon/alarm/rule/57?forS=120',
    )
    expect(within(screen.getByRole('row', { name: /R-0091/ })).getByText('样本不足')).toBeDefined()
    expect(screen.getByText('周四 08–09 时')).toBeDefined()
    expect(screen.getByText('1 人处理，确认 6.2 min（平时 4.8），3 起超时升级')).toBeDefined()
  })

  it('show each chart as a table', async () => {
    open()
    for (const [button, table] of [
      ['时段分布：表格', '时段分布'],
      ['报警洪水：表格', '报警洪水'],
      ['关闭原因：表格', '怎样结束'],
    ] as const) {
      fireEvent.click(await screen.findByRole('button', { name: button }))
      expect(screen.getByRole('table', { name: table })).toBeDefined()
    }
  })

  it('load another period, and say when there is nothing', async () => {
    stats = { ...STATS, total: { ...STATS.total, alarms: 0 } }
    open()
    fireEvent.click(await screen.findByText('7 天'))
    expect(await screen.findByText('7 天内没有报警')).toBeDefined()
    expect(api.callsOf(alarmStatsEndpoints.stats).at(-1)?.query).toMatchObject({ days: 7 })
  })

  it('show why loading failed, and hide exports and rules without permission', async () => {
    api.on(alarmStatsEndpoints.stats, () => {
      throw new Refusal('统计暂时不可用')
    })
    const { unmount } = open()
    expect(await screen.findByText(/统计暂时不可用/)).toBeDefined()
    unmount()
    api.on(alarmStatsEndpoints.stats, () => stats)
    open({ rights: ['mon:alarm:view'] })
    await screen.findByRole('row', { name: /R-0057/ })
    expect(screen.queryByRole('button', { name: /导出/ })).toBeNull()
    expect(screen.queryByRole('link', { name: '试运行' })).toBeNull()
  })

  it('use cards and days on a phone', async () => {
    stubPhone()
    open()
    expect(await screen.findByText('持续 30 秒改为 2 分', { exact: false })).toBeDefined()
    expect(screen.queryByRole('table', { name: '误报率与调整建议' })).toBeNull()
    expect(screen.getAllByText('24 起 / 天')).toHaveLength(7)
  })
})
