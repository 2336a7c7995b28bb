import type { TsSeries } from '@natim/contract/mon/timeseries'
import { parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { historyCsv } from './history-csv.ts'
import { aggregateText, fullRangeText, rangeText } from './history-text.ts'
import { statsOf } from './series-stats.tsx'

const at = (text: string) => parseGmt8(`2026-11-21 ${text}`) ?? 0

const SERIES: TsSeries = {
  channelNo: 711,
  metricCode: 'cl2',
  agg: '1m',
  stepMs: 300_000,
  unit: 'ppm',
  precision: 2,
  name: '氯气',
  deviceName: '江北 2#, 氯气',
  timesMs: [at('10:00:00'), at('10:05:00'), at('10:10:00')],
  avg: [0.31, null, -0.02],
  min: [0.3, null, -0.05],
  max: [0.33, null, 0.01],
  q: [0, 0, 3],
  shortMeans: [],
  gaps: [],
  limits: [{ name: 'AEGL-1', value: 0.5, avgPeriod: '60min', op: '>=', severity: 3, source: 'AEGL 2026' }],
  limitChangesMs: [],
  stats: {
    n: 17_280,
    valid: 17_000,
    completeness: 0.948,
    avg: 0.31,
    min: 0.09,
    max: 2.46,
    p95: null,
    sd: 0.4231,
    means: null,
  },
}

describe('export of the history chart', () => {
  const lines = historyCsv([SERIES], { fromMs: at('10:00:00'), toMs: at('10:15:00') }).split('\r\n')

  it('starts with the BOM that spreadsheets need, and with range, unit and limits', () => {
    expect(lines.slice(0, 6)).toEqual([
      '\uFEFF# 时段（GMT+8）,2026-11-21 10:00:00,2026-11-21 10:15:00',
      '# 通道,"江北 2#, 氯气 氯气",ppm,5 min 均值',
      '# 限值,AEGL-1 0.5 ppm,AEGL 2026',
      '# 限值生效,限值按所在日',
      expect.stringContaining('# 质量规则'),
      '时间,通道,均值,最小,最大,单位,质量标志',
    ])
  })

  it('marks hourly means with too little coverage, and states the rule', () => {
    const short = [{ tsMs: at('10:05:00'), coverS: 1_740, validHours: null }]
    const hours = {
      ...SERIES,
      avg: [1, 2, 3],
      shortMeans: short,
      stats: { ...SERIES.stats, means: { valid: 2, short: 1, unknown: 0, due: 3 } },
    }
    const text = historyCsv([hours], { fromMs: at('10:00:00'), toMs: at('10:15:00') })
    expect(text).toContain('小时均值有效不少于 45 min')
    expect(text.split('\r\n').filter((row) => row.includes('不足 45 min'))).toEqual([
      expect.stringMatching(/^2026-11-21 10:05:00,.*有效 29 min，不足 45 min$/),
    ])
  })

  it('states the validity period of a limit that changed within the range', () => {
    const [limit] = SERIES.limits
    const limits = limit
      ? [
          { ...limit, fromMs: at('10:00:00'), toMs: at('10:05:00') },
          { ...limit, value: 0.4 },
        ]
      : []
    const text = historyCsv([{ ...SERIES, limits }], { fromMs: at('10:00:00'), toMs: at('10:15:00') })
    expect(text).toContain('AEGL-1 0.5 ppm（2026-11-21 10:00:00 至 2026-11-21 10:05:00）；AEGL-1 0.4 ppm')
  })

  it('[BZ-07] says that own limits hold from the instant of their change', () => {
    const own = { ...SERIES.limits[0], name: '自定限值 2 级', isOwn: true } as TsSeries['limits'][number]
    const text = historyCsv([{ ...SERIES, limits: [own] }], { fromMs: 0, toMs: 1 })
    expect(text).toContain('# 限值生效,公布的限值按所在日，自定限值自更改的时刻起')
  })

  it('has a line for each reading and none for a gap', () => {
    expect(lines.slice(6)).toEqual([
      '2026-11-21 10:00:00,氯气,0.31,0.3,0.33,ppm,',
      '2026-11-21 10:10:00,氯气,-0.02,-0.05,0.01,ppm,超量程、低于检出限',
      '',
    ])
  })

  it('does not let a name become a formula', () => {
    expect(historyCsv([{ ...SERIES, name: '=HYPERLINK("x")' }], { fromMs: 0, toMs: 1 })).toContain(
      `"'=HYPERLINK(""x"")"`,
    )
  })
})

describe('chart texts', () => {
  it.each([
    [{ agg: 'raw', stepMs: 0 }, '逐点原始值'],
    [{ agg: 'raw', stepMs: 30_000 }, '30 s 均值'],
    [{ agg: '1m', stepMs: 60_000 }, '1 min 均值'],
    [{ agg: '1h', stepMs: 7_200_000 }, '2 h 均值'],
    [{ agg: '1d', stepMs: 86_400_000 }, '1 d 均值'],
  ] as const)('describes %j as %s', (series, text) => {
    expect(aggregateText(series)).toBe(text)
  })

  it('formats a range as short as unambiguous', () => {
    const range = (from: string, to: string) => ({ fromMs: at(from), toMs: at(to) })
    expect(rangeText(range('10:00:00', '11:20:00'))).toBe('10:00 – 11:20')
    expect(rangeText(range('10:00:00', '10:00:30'))).toBe('10:00:00 – 10:00:30')
    expect(rangeText({ fromMs: at('10:45:00') - 86_400_000, toMs: at('10:42:00') })).toBe('11-20 10:45 – 11-21 10:42')
    expect(fullRangeText(range('10:00:00', '11:20:00'))).toBe('2026-11-21 10:00 – 11-21 11:20')
  })

  it.each([
    [{ valid: 22, short: 2, unknown: 0, due: 24 }, '22/24'],
    [{ valid: 22, short: 1, unknown: 0, due: 720 }, '22/720'],
    [{ valid: 3, short: 0, unknown: 5, due: 8 }, '3/3（5 未知）'],
    [{ valid: 0, short: 0, unknown: 8, due: 8 }, '未知'],
    [{ valid: 0, short: 0, unknown: 0, due: 0 }, '—'],
  ])('counts the publishable means: %j', (means, text) => {
    const stats = statsOf({ ...SERIES, agg: '1h', stats: { ...SERIES.stats, means } })
    expect(stats.find(({ label }) => label === '有效时均')?.value).toBe(text)
  })

  it('prints statistics with the decimals of the channel', () => {
    expect(statsOf(SERIES).map(({ label, value, unit }) => [label, value, unit].join(' ').trim())).toEqual([
      '样本 17,280',
      '完整率 94.8 %',
      '均值 0.31 ppm',
      '最小 0.09 ppm',
      '最大 2.46 ppm',
      'P95 —',
      '标准差 0.423 ppm',
    ])
  })
})
