import type { TsSeries } from '@natim/contract/mon/timeseries'
import { describe, expect, it } from 'vitest'
import { TOKENS } from '@/theme/tokens.ts'
import { describeFrame } from './describe-frame.ts'
import { frameFromSeries, frameRange } from './frame.ts'
import { CHLORINE_FRAME, EMPTY_FRAME } from './gallery-frames.ts'
import { lineLooks } from './series-colour.ts'
import { tooltipRows } from './tooltip-rows.ts'

const answer = (part: Partial<TsSeries>): TsSeries => ({
  channelNo: 1,
  metricCode: 'cl2',
  agg: '1m',
  stepMs: 60_000,
  unit: 'ppm',
  precision: 2,
  name: 'Cl₂',
  deviceName: '江北 2#',
  timesMs: [0, 60_000],
  avg: [1, 2],
  min: [0, 1],
  max: [2, 3],
  q: [0, 0],
  shortMeans: [],
  gaps: [],
  limits: [],
  limitChangesMs: [],
  stats: { n: 2, valid: 2, completeness: 1, avg: 1.5, min: 0, max: 3, p95: 3, sd: 0.5, means: null },
  ...part,
})

describe('frameFromSeries', () => {
  it('keeps the times of each channel separate', () => {
    const frame = frameFromSeries([answer({}), answer({ channelNo: 2, timesMs: [0, 5_000], deviceName: '江北 2#' })])
    expect(frame.series.map((series) => series.timesMs)).toEqual([
      [0, 60_000],
      [0, 5_000],
    ])
    expect(frameRange(frame)).toEqual({ fromMs: 0, toMs: 60_000 })
  })

  it('names the device only when there are several', () => {
    const one = frameFromSeries([answer({}), answer({ channelNo: 2 })])
    const two = frameFromSeries([answer({}), answer({ channelNo: 2, deviceName: '六合' })])
    expect(one.series[1]?.name).toBe('Cl₂')
    expect(two.series[1]?.name).toBe('六合 Cl₂')
  })

  it('says whose limits are drawn when there are several channels', () => {
    const mark = { name: 'AEGL-1', value: 0.5, avgPeriod: '60min', op: '>=', severity: 4, source: 'AEGL' } as const
    const chlorine = answer({ limits: [mark] })
    expect(frameFromSeries([chlorine]).limits).toEqual([mark])
    const both = frameFromSeries([chlorine, answer({ channelNo: 2, name: 'NH₃' })])
    expect(both.limits).toEqual([{ ...mark, name: 'Cl₂ AEGL-1' }])
  })

  it('[BZ-07] says of a mean whose interval is not over that it is under way', () => {
    const HOUR = 3_600_000
    const hours = (lastMs: number, agg: TsSeries['agg'] = '1h') =>
      frameFromSeries([answer({ agg, stepMs: agg === 'raw' ? 0 : HOUR, timesMs: [HOUR, lastMs] })]).series[0]?.notes
    // 09:30 and 10:00 of 1970-01-01, GMT+8.
    expect([...(hours(1.5 * HOUR) ?? [])]).toEqual([[1.5 * HOUR, '进行中，01-01 10:00 结束']])
    expect(hours(2 * HOUR)).toBeUndefined()
    expect(hours(1.5 * HOUR, 'raw')).toBeUndefined()
  })

  it('has no band for raw points, and a single copy of a gap shared by channels', () => {
    const gap = { fromMs: 10, toMs: 20, cause: 'offline' } as const
    const frame = frameFromSeries([
      answer({ agg: 'raw', stepMs: 0, gaps: [gap] }),
      answer({ channelNo: 2, gaps: [{ ...gap }] }),
    ])
    expect(frame.series.map((series) => series.min !== undefined)).toEqual([false, true])
    expect(frame.gaps).toEqual([gap])
  })

  it('notes at an hour or a day why its mean is not published', () => {
    const hour = answer({ shortMeans: [{ tsMs: 60_000, coverS: 1_799, validHours: null }] })
    const day = answer({ channelNo: 2, shortMeans: [{ tsMs: 60_000, coverS: 70_000, validHours: 19 }] })
    const frame = frameFromSeries([hour, day])
    expect(frame.series.map(({ notes }) => notes?.get(60_000))).toEqual([
      '有效 29 min，不足 45 min',
      '有效 19 h，不足 20 h',
    ])
    expect(tooltipRows(frame, 60_000).map(({ flags }) => flags)).toEqual([
      '有效 29 min，不足 45 min',
      '有效 19 h，不足 20 h',
    ])
    expect(tooltipRows(frame, 0).map(({ flags }) => flags)).toEqual(['', ''])
  })

  it('returns an empty frame for an empty answer', () => {
    expect(frameFromSeries([])).toEqual(EMPTY_FRAME)
    expect(frameRange(EMPTY_FRAME)).toBeUndefined()
  })
})

describe('describeFrame', () => {
  it('describes the chart in words', () => {
    expect(describeFrame(CHLORINE_FRAME)).toMatch(
      /^Cl₂ 氯气：288 点，最小 0\.1\d ppm，最大 2\.40 ppm，最新 2\.40 ppm；缺测 1 段，共 1 小时 15 分；限值 AEGL-1、AEGL-2、AEGL-3$/,
    )
  })
})

describe('lineLooks', () => {
  const series = (channelNo: number, color?: string) => ({
    channelNo,
    name: '',
    unit: '',
    precision: 0,
    values: [],
    ...(color ? { color } : {}),
  })

  it('gives a channel the same colour regardless of its position in the list', () => {
    const forwards = lineLooks([series(5), series(12)], TOKENS.light)
    const backwards = lineLooks([series(12), series(5)], TOKENS.light)
    expect(forwards[0]).toEqual(backwards[1])
  })

  it('gives a metric one colour, alone or beside others, and distinguishes two of it by a dash', () => {
    const of = (channelNo: number, metricCode: string) => ({ ...series(channelNo), metricCode })
    const [alone] = lineLooks([of(1, 'h2s')], TOKENS.light)
    const looks = lineLooks([of(7, 'cl2'), of(9, 'h2s'), of(11, 'h2s')], TOKENS.light)
    expect(looks[1]).toEqual(alone)
    expect(looks[2]?.colour).toBe(alone?.colour)
    expect(looks[2]?.dash).not.toEqual(alone?.dash)
    expect(looks[0]?.colour).not.toBe(alone?.colour)
  })

  it('uses the colour chosen by the user', () => {
    expect(lineLooks([series(5, '#123456')], TOKENS.light)[0]?.colour).toBe('#123456')
  })
})
