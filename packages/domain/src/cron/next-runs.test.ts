import { describe, expect, it } from 'vitest'
import { formatGmt8 } from '../time.ts'
import { nextRuns } from './next-runs.ts'

/** Saturday, 11:00 in Shanghai. */
const FROM_MS = Date.parse('2026-11-21T03:00:00Z')
const runs = (text: string, count = 4) => nextRuns(text, { fromMs: FROM_MS, count }).map(formatGmt8)
const days = (text: string, count = 4) => runs(text, count).map((run) => run.slice(0, 10))

describe('the next runs, in server time', () => {
  it.each<[row: string, what: string, text: string, expected: readonly string[]]>([
    ['WG-120', 'last day', '0 0 0 L * ? *', ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28']],
    ['WG-120', 'last working day', '0 0 0 LW * ? *', ['2026-11-30', '2026-12-31', '2027-01-29', '2027-02-26']],
    ['WG-120', 'nearest working day', '0 0 0 15W * ? *', ['2026-12-15', '2027-01-15', '2027-02-15', '2027-03-15']],
    [
      'WG-120',
      'nearest working day stays in its month',
      '0 0 0 1W * ? *',
      ['2026-12-01', '2027-01-01', '2027-02-01', '2027-03-01'],
    ],
    ['WG-120', '1W on a Saturday', '0 0 0 1W 5 ? 2027', ['2027-05-03']],
    ['WG-120', 'nth weekday', '0 0 0 ? * 2#1 *', ['2026-12-07', '2027-01-04', '2027-02-01', '2027-03-01']],
    ['WG-120', 'fifth weekday', '0 0 0 ? * 4#5 *', ['2026-12-30', '2027-03-31', '2027-06-30', '2027-09-29']],
    ['WG-120', 'last weekday', '0 0 0 ? * 6L *', ['2026-11-27', '2026-12-25', '2027-01-29', '2027-02-26']],
    ['WG-120', '31st in short months', '0 0 0 31 * ? *', ['2026-12-31', '2027-01-31', '2027-03-31', '2027-05-31']],
    ['WG-120', '29 February', '0 0 0 29 2 ? *', ['2028-02-29', '2032-02-29', '2036-02-29', '2040-02-29']],
    ['WG-120', 'weekdays wrapping', '0 0 0 ? * 6-2 *', ['2026-11-22', '2026-11-23', '2026-11-27', '2026-11-28']],
    ['WG-120', 'weekdays by name', '0 0 0 ? * SUN,TUE *', ['2026-11-22', '2026-11-24', '2026-11-29', '2026-12-01']],
    ['WG-120', 'weekdays from Monday', '0 0 0 ? * 2/3 *', ['2026-11-23', '2026-11-26', '2026-11-30', '2026-12-03']],
    ['WG-120', 'year', '0 0 0 1 1 ? 2028/2', ['2028-01-01', '2030-01-01', '2032-01-01', '2034-01-01']],
    ['WG-120', 'a range of years, then an end', '0 0 0 1 7 ? 2026-2028', ['2027-07-01', '2028-07-01']],
    ['WG-120', 'day and weekday together', '0 0 0 13 * 6 *', ['2027-08-13', '2028-10-13', '2029-04-13', '2029-07-13']],
  ])('[%s] %s: %s', (_row, _what, text, expected) => {
    expect(days(text)).toEqual(expected)
  })

  it('[WG-120] wrap hours around midnight, and run 0/60 once an hour', () => {
    expect(runs('0 0 22-1 * * ? *', 5)).toEqual([
      '2026-11-21 22:00:00',
      '2026-11-21 23:00:00',
      '2026-11-22 00:00:00',
      '2026-11-22 01:00:00',
      '2026-11-22 22:00:00',
    ])
    expect(runs('0 0/60 * * * ? *', 2)).toEqual(['2026-11-21 12:00:00', '2026-11-21 13:00:00'])
  })

  it('come after the given instant, at second 0 without seconds', () => {
    expect(runs('0 0 11 21 11 ? *', 1)).toEqual(['2027-11-21 11:00:00'])
    expect(runs('1 * * * * ?', 2)).toEqual(['2026-11-21 11:00:01', '2026-11-21 11:01:01'])
    expect(runs('5 11 * * ?', 1)).toEqual(['2026-11-21 11:05:00'])
  })

  it('are empty for a day that never comes or a past year, unless the year is ignored', () => {
    expect(runs('0 0 0 30 2 ? *')).toEqual([])
    expect(runs('0 0 0 1 1 ? 2020')).toEqual([])
    expect(nextRuns('0 0 0 1 1 ? 2020', { fromMs: FROM_MS, count: 1, isYearIgnored: true }).map(formatGmt8)).toEqual([
      '2027-01-01 00:00:00',
    ])
    expect(runs('0 0 0 1 1 ? 0-1')).toEqual([])
  })

  it('run once in the hour skipped by daylight saving', () => {
    const inGap = nextRuns('0 30 2 29 3 ? 2026', {
      fromMs: Date.parse('2026-03-01T00:00:00Z'),
      count: 3,
      timeZone: 'Europe/Berlin',
    })
    expect(inGap.map((run) => new Date(run).toISOString())).toEqual(['2026-03-29T01:00:00.000Z'])
  })

  it('throw a sentence for expressions that cannot be computed', () => {
    expect(() => runs('0 0 0 L-3 * ? *')).toThrow('「日」不支持 L-3：倒数第几天无法设置，最后一天请用 L')
    expect(() => runs('')).toThrow('Cron 表达式为空')
  })
})
