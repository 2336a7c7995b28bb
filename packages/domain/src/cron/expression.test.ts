import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changePart } from './change-part.ts'
import { describeCron, weekdayName } from './describe.ts'
import {
  type CronDraft,
  DEFAULT_CRON,
  findCronFault,
  parseCron,
  parsePart,
  visibleParts,
  writeCron,
  writePart,
} from './expression.ts'
import { nextRuns } from './next-runs.ts'
import {
  CRON_PARTS,
  type CronPart,
  defaultsOf,
  NTH,
  normalisePart,
  PART_SPECS,
  type PartValue,
  WEEKDAY_ORDER,
} from './parts.ts'

const YEAR = 2026
const values = (...list: number[]): PartValue => ({ mode: 'specify', values: list })
const EVERY: PartValue = { mode: 'every' }
const UNSET: PartValue = { mode: 'unset' }

/** Any value that the fields of a part can hold, in each of its modes. */
function anyValue(part: CronPart): fc.Arbitrary<PartValue> {
  const { values: own, range, start, step, special, canWrap } = PART_SPECS[part]
  const specials: Record<(typeof special)[number], fc.Arbitrary<PartValue>> = {
    unset: fc.constant(UNSET),
    last: fc.constant<PartValue>({ mode: 'last' }),
    lastWork: fc.constant<PartValue>({ mode: 'lastWork' }),
    work: fc.integer(own).map((day): PartValue => ({ mode: 'work', day })),
    nth: fc.tuple(fc.integer(own), fc.integer(NTH)).map(([weekday, nth]): PartValue => ({ mode: 'nth', weekday, nth })),
    lastWeekday: fc.integer(own).map((weekday): PartValue => ({ mode: 'lastWeekday', weekday })),
  }
  return fc.oneof(
    fc.constant(EVERY),
    fc
      .tuple(fc.integer(range), fc.integer(range))
      .map(([from, to]): PartValue => ({ mode: 'range', from, to: canWrap ? to : Math.max(from, to) })),
    fc.tuple(fc.integer(start), fc.integer(step)).map(([at, by]): PartValue => ({ mode: 'loop', start: at, step: by })),
    fc.array(fc.integer(own), { maxLength: 9 }).map((list) => values(...list)),
    ...special.map((mode) => specials[mode]),
  )
}
const anyPart = fc.constantFrom(...CRON_PARTS)
const anyChange = anyPart.chain((part) => anyValue(part).map((value) => [part, value] as const))

describe('reading and writing', () => {
  it('[WG-113] parse(write(x)) = x for every mode of every part', () => {
    fc.assert(
      fc.property(anyChange, ([part, value]) => {
        expect(parsePart(part, writePart(part, value))).toEqual(normalisePart(part, value))
      }),
      { numRuns: 2_000 },
    )
  })

  it('[WG-117] shows weekdays from Monday to Sunday', () => {
    expect(WEEKDAY_ORDER.map((weekday) => [weekday, weekdayName(weekday)])).toEqual([
      [2, '星期一'],
      [3, '星期二'],
      [4, '星期三'],
      [5, '星期四'],
      [6, '星期五'],
      [7, '星期六'],
      [1, '星期日'],
    ])
  })

  it.each<[row: string, part: CronPart, text: string, value: PartValue]>([
    ['WG-113', 'week', '?', UNSET],
    ['WG-113', 'minute', '*', EVERY],
    ['WG-113', 'minute', '5-10', { mode: 'range', from: 5, to: 10 }],
    ['WG-113', 'minute', '5/10', { mode: 'loop', start: 5, step: 10 }],
    ['WG-113', 'day', '15W', { mode: 'work', day: 15 }],
    ['WG-113', 'day', 'L', { mode: 'last' }],
    ['WG-113', 'day', 'LW', { mode: 'lastWork' }],
    ['WG-113', 'month', '1,4,7', values(1, 4, 7)],
    ['WG-113', 'week', '2#3', { mode: 'nth', weekday: 2, nth: 3 }],
    ['WG-113', 'week', '6L', { mode: 'lastWeekday', weekday: 6 }],
    ['WG-117', 'week', 'SUN', values(1)],
    ['WG-117', 'week', 'sat', values(7)],
    ['WG-117', 'week', 'MON-FRI', { mode: 'range', from: 2, to: 6 }],
    ['WG-117', 'week', 'TUE#2', { mode: 'nth', weekday: 3, nth: 2 }],
    ['WG-117', 'week', 'FRIL', { mode: 'lastWeekday', weekday: 6 }],
    ['WG-117', 'week', 'MON,WED,THU', values(2, 4, 5)],
    ['WG-123', 'hour', '7', values(7)],
  ])('[%s] %s reads %s', (_row, part, text, value) => {
    expect(parsePart(part, text)).toEqual(value)
  })

  it('expands what no mode can show into values', () => {
    expect(parsePart('day', '1-3,10')).toEqual(values(1, 2, 3, 10))
    expect(parsePart('hour', '8-18/2')).toEqual(values(8, 10, 12, 14, 16, 18))
    expect(parsePart('hour', '22-2/2')).toEqual(values(0, 2, 22))
    expect(parsePart('minute', '*/15')).toEqual({ mode: 'loop', start: 0, step: 15 })
    expect(parsePart('month', 'JAN,JUL')).toEqual(values(1, 7))
  })

  it('knows every month name', () => {
    const names = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']
    expect(names.map((name) => parsePart('month', name))).toEqual(names.map((_name, index) => values(index + 1)))
  })

  it('[WG-112] reads an existing expression into modes, and unreadable parts as «every»', () => {
    expect(parseCron('0 0/5 8-18 LW * ? 2026')).toEqual({
      second: values(0),
      minute: { mode: 'loop', start: 0, step: 5 },
      hour: { mode: 'range', from: 8, to: 18 },
      day: { mode: 'lastWork' },
      month: EVERY,
      week: UNSET,
      year: values(2_026),
    })
    expect(parseCron('0 sixty 99 1-40 13 8 *')).toEqual({ ...parseCron('0 * * * * * *') })
    expect(parseCron('not an expression')).toEqual(parseCron(DEFAULT_CRON))
  })

  it('[WG-123] specify without a tick uses the minimum of the part', () => {
    const least = CRON_PARTS.map((part) => writePart(part, values()))
    expect(least).toEqual(['0', '0', '0', '1', '1', '1', '2019'])
  })

  it('[CO-54] writes the parts in the order second, minute, hour, day, month, week, year', () => {
    const draft: CronDraft = {
      second: values(1, 2, 3),
      minute: { mode: 'range', from: 4, to: 5 },
      hour: { mode: 'loop', start: 6, step: 7 },
      day: { mode: 'work', day: 8 },
      month: EVERY,
      week: UNSET,
      year: values(2_030),
    }
    expect(writeCron(draft)).toBe('1,2,3 4-5 6/7 8W * ? 2030')
    expect(writeCron(draft, { hideYear: true })).toBe('1,2,3 4-5 6/7 8W * ?')
    expect(writeCron({ ...draft, day: { mode: 'last' } }, { hideSecond: true })).toBe('4-5 6/7 L * ?')
    expect(visibleParts({ hideSecond: true })).toEqual(['minute', 'hour', 'day', 'month', 'week'])
    expect(writeCron(parseCron(''))).toBe(DEFAULT_CRON)
    expect(parseCron('5 6 * * ?')).toEqual(parseCron('0 5 6 * * ? *'))
  })
})

describe('bounds', () => {
  it.each<[row: string, part: CronPart, read: readonly string[], refused: readonly string[]]>([
    ['VA-60', 'second', ['0', '59', '0-59', '0/1', '0/59'], ['60', '-1', '0-60', '0/0', '0/60', '50-10']],
    ['VA-61', 'minute', ['0', '59', '0-59', '0/1', '0/60'], ['60', '0-60', '0/0', '0/61', '50-10']],
    ['VA-62', 'hour', ['0', '23', '0-23', '22-2', '0/23', '0/0'], ['24', '0-24', '24/1', '0/24']],
    [
      'VA-63',
      'day',
      ['1', '31', '1-31', '1/31', '1W', '31W'],
      ['0', '32', '0-5', '0/1', '1/32', '1/0', '0W', '32W', '20-5'],
    ],
    ['VA-64', 'month', ['1', '12', '1-12', '1/12', '0/1', '1/0', '0/0'], ['0', '13', '0-5', '13/1', '1/13', '11-2']],
    [
      'VA-65',
      'week',
      ['1', '7', '6-2', '2/7', '2#1', '2#5'],
      ['0', '8', '0-5', '2/8', '2/0', '2#0', '2#6', '8#1', '8L'],
    ],
    [
      'VA-66',
      'year',
      ['2019', '2119', '0-1', '2026-2126', '2026/1', '2026/99'],
      ['10000', '5-4', '2026/0', '2026/100', 'x'],
    ],
  ])('[%s] of the %s', (_row, part, read, refused) => {
    const withPart = (text: string) =>
      ['0', '0', '0', part === 'week' ? '?' : '1', '*', '?', '*'].with(CRON_PARTS.indexOf(part), text).join(' ')
    expect(read.map((text) => [text, findCronFault(withPart(text))])).toEqual(read.map((text) => [text, undefined]))
    expect(refused.filter((text) => findCronFault(withPart(text)) === undefined)).toEqual([])
    expect(refused.map((text) => parsePart(part, text))).toEqual(refused.map(() => EVERY))
  })

  it('[VA-62, VA-64] writes 0 as 1 where no scheduler accepts it', () => {
    expect(writePart('hour', { mode: 'loop', start: 0, step: 0 })).toBe('0/1')
    expect(writePart('month', { mode: 'loop', start: 0, step: 0 })).toBe('1/1')
    expect(parsePart('month', '0/3')).toEqual({ mode: 'loop', start: 1, step: 3 })
  })

  it('[VA-67] keeps intervals at least one and ranges ascending, except for hours and weekdays', () => {
    for (const part of CRON_PARTS) {
      expect(normalisePart(part, { mode: 'loop', start: 5, step: 0 })).toEqual({ mode: 'loop', start: 5, step: 1 })
      const turned = part === 'hour' || part === 'week' ? '5-2' : '2-5'
      expect(writePart(part, { mode: 'range', from: 5, to: 2 })).toBe(turned)
    }
  })

  it('[VA-66] fields of the year start at 2019', () => {
    expect(PART_SPECS.year).toMatchObject({
      values: { min: 2_019, max: 2_119 },
      start: { min: 2_019, max: 2_119 },
      step: { min: 1, max: 99 },
    })
    expect(PART_SPECS.year.range.min).toBe(0)
  })

  it('[WG-116] fields start with these values', () => {
    const begin = Object.fromEntries(CRON_PARTS.map((part) => [part, defaultsOf(part, YEAR)]))
    expect(begin).toEqual({
      second: { range: [0, 59], loop: [0, 1] },
      minute: { range: [0, 59], loop: [0, 1] },
      hour: { range: [0, 23], loop: [0, 1] },
      day: { range: [1, 31], loop: [1, 1] },
      month: { range: [1, 12], loop: [1, 1] },
      week: { range: [1, 7], loop: [2, 1] },
      year: { range: [2_026, 2_126], loop: [2_026, 1] },
    })
  })
})

describe('changing a part', () => {
  const change = (text: string, part: CronPart, value: PartValue) => writeCron(changePart(parseCron(text), part, value))

  it.each<[row: string, from: string, part: CronPart, value: PartValue, to: string]>([
    ['WG-114', '* * * * * ? *', 'minute', values(5), '0 5 * * * ? *'],
    ['WG-114', '30 * * * * ? *', 'minute', values(5), '30 5 * * * ? *'],
    ['WG-114', '7 * * * * ? *', 'hour', values(5), '7 0 5 * * ? *'],
    ['WG-114', '* * * * * ? *', 'hour', values(5), '0 0 5 * * ? *'],
    ['WG-114', '0 0 * ? * 2 *', 'day', values(5), '0 0 0 5 * ? *'],
    ['WG-114', '0 0 * * * ? *', 'week', values(5), '0 0 0 ? * 5 *'],
    ['WG-114', '0 0 9 * * ? *', 'week', values(5), '0 0 9 ? * 5 *'],
    ['WG-114', '0 0 9 1 * ? *', 'year', values(2_030), '0 0 9 1 1 ? 2030'],
    ['WG-114', '0 0 9 1 6 ? *', 'year', values(2_030), '0 0 9 1 6 ? 2030'],
    ['WG-114', '* * * * * ? *', 'second', values(5), '5 * * * * ? *'],
    ['WG-115', '0 0 9 1 * ? *', 'week', values(5), '0 0 9 ? * 5 *'],
    ['WG-115', '0 0 9 ? * 5 *', 'day', { mode: 'last' }, '0 0 9 L * ? *'],
    ['WG-115', '0 0 9 ? * 5 *', 'day', EVERY, '0 0 9 * * ? *'],
    ['WG-115', '0 0 9 1 * ? *', 'day', UNSET, '0 0 9 ? * 1 *'],
    ['WG-115', '0 0 9 ? * 5 *', 'week', UNSET, '0 0 9 1 * ? *'],
    ['WG-115', '0 0 9 * * ? *', 'month', values(6), '0 0 9 1 6 ? *'],
    ['WG-115', '0 0 9 ? * * *', 'month', values(6), '0 0 9 ? 6 1 *'],
    ['WG-115', '0 0 9 * * * *', 'month', values(6), '0 0 9 ? 6 1 *'],
    ['WG-115', '0 0 9 15 * ? *', 'month', values(6), '0 0 9 15 6 ? *'],
    ['WG-115', '* * * * * ? *', 'month', values(6), '0 0 0 1 6 ? *'],
  ])('[%s] %s, %s changed', (_row, from, part, value, to) => {
    expect(change(from, part, value)).toBe(to)
  })

  it('always leaves a readable expression, with exactly one of day and week set', () => {
    fc.assert(
      fc.property(fc.array(anyChange, { maxLength: 12 }), (changes) => {
        let draft = parseCron('')
        for (const [part, value] of changes) draft = changePart(draft, part, value)
        const text = writeCron(draft)
        expect([text, findCronFault(text)]).toEqual([text, undefined])
        expect([draft.day.mode === 'unset', draft.week.mode === 'unset'].filter(Boolean)).toHaveLength(1)
        expect(parseCron(text)).toEqual(parseCron(writeCron(parseCron(text))))
      }),
    )
  })
})

describe('[WG-122] the form rule', () => {
  it.each([
    '',
    '  ',
    '* * * * * ?',
    '* * * * * ? *',
    '0 0/5 8-18 ? * MON-FRI 2026-2030',
    '0 0 0 L * ? 2026/2',
    '0 0 0 LW * ? 2026',
    '*/5 * * * *',
  ])('accepts «%s»', (text) => {
    expect(findCronFault(text)).toBeUndefined()
  })

  it.each([
    ['* * * * * ? * *', 'Cron 表达式最多 7 段'],
    ['* * *', 'Cron 表达式至少 5 段：分 时 日 月 周'],
    ['x * * * * ? *', '「秒」无法识别：x'],
    ['* * 24 * * ? *', '「时」无法识别：24'],
    ['? * * * * ? *', '「秒」不能为 ?'],
    ['* * * ? * ? *', '「日」与「周」不能都不设置'],
    ['* * * * * ? next', '「年」无法识别：next'],
    ['0 0 0 L-3 * ? *', '「日」不支持 L-3：倒数第几天无法设置，最后一天请用 L'],
    ['0 0 0 ? * L *', '「周」的 L 前须写明星期几，例如 7L 为最后一个星期六'],
    [`${'1,'.repeat(200)}1 * * * * ? *`, 'Cron 表达式最多 255 个字符'],
  ])('refuses «%s»: %s', (text, message) => {
    expect(findCronFault(text)).toBe(message)
  })
})

it.each([
  ['*,1 1,* 2 * * ? *,2019', '* * 2 * * ? *'],
  ['0-29,31-59 0-29,31-59 2 * * ? *', '0-29,31-59 0-29,31-59 2 * * ? *'],
  ['0-58/2,59 0-20,40-59 2 ? * 2-6 2019-2100/1,2119', '0-58/2,59 0-20,40-59 2 ? * 2-6 2019-2100,2119'],
])("an expression read from «%s» stays within the form's length and keeps its meaning", (read, written) => {
  const text = writeCron(parseCron(read))
  expect(text).toBe(written)
  expect(findCronFault(text)).toBeUndefined()
  const runs = (of: string) => nextRuns(of, { fromMs: 0, count: 200 })
  expect(runs(text)).toEqual(runs(read))
})

it('handles any text', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('*', '?', 'L', 'W', '#', '/', '-', ',', '1', '31', 'MON', '99999', '-5', '１'),
  )
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc
      .array(
        fc.array(piece, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
        { maxLength: 9 },
      )
      .map((parts) => parts.join(' ')),
  )
  fc.assert(
    fc.property(text, (garbage) => {
      const draft = parseCron(garbage)
      expect(findCronFault(writeCron(draft))).toBeUndefined()
      expect(describeCron(garbage)).toContain('执行')
      if (garbage.trim() !== '' && findCronFault(garbage) === undefined) {
        expect(nextRuns(garbage, { fromMs: 0, count: 1 }).length).toBeLessThanOrEqual(1)
      } else {
        expect(() => nextRuns(garbage, { fromMs: 0, count: 1 })).toThrow(/Cron|「/)
      }
    }),
    { numRuns: 1_000 },
  )
})

it.each([
  ['* * * * * ? *', '每秒 执行'],
  ['0 * * * * ? *', '每分钟 执行'],
  ['0 30 * * * ? *', '每小时 30 分 执行'],
  ['0 * 2 * * ? *', '每天 2 时 每分钟 执行'],
  ['0 0 2 * * ? *', '每天 02:00:00 执行'],
  ['0 0 0/2 * * ? *', '每天 从 0 时起每 2 小时 0 分 执行'],
  ['0 30 8,20 * * ? *', '每天 08:30:00、20:30:00 执行'],
  ['0 0 2 1,15 * ? *', '每月 1、15 日 02:00:00 执行'],
  ['0 0 2 L * ? *', '每月 最后一天 02:00:00 执行'],
  ['0 0 2 LW * ? *', '每月 最后一个工作日 02:00:00 执行'],
  ['5/10 * * * * ? *', '每分钟 从 5 秒起每 10 秒 执行'],
  ['0 0 2 15W 3 ? *', '3 月 离 15 日最近的工作日 02:00:00 执行'],
  ['0 0/5 8-18 ? * 2-6 *', '星期一 至 星期五 8 至 18 时 从 0 分起每 5 分钟 执行'],
  ['0 0 9 ? * 2#1 2027', '2027 年 每月 第 1 个星期一 09:00:00 执行'],
  ['0 0 9 ? 6 6L *', '6 月 最后一个星期五 09:00:00 执行'],
])('describes %s', (text, sentence) => {
  expect(describeCron(text)).toBe(sentence)
})
