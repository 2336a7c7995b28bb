import fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { latestAnswers } from './latest-answer.ts'
import { checkCell, patternOf, type RowRule, type RuleRow, rowsSharing } from './row-rules.ts'

const COLUMN = { key: 'code', title: '编码' }
const check = (
  rules: readonly RowRule[],
  value: unknown,
  rows: readonly RuleRow[] = [{ code: value }],
  row = rows[0] ?? {},
) => checkCell(rules, value, { column: COLUMN, row, rows })

const EMPTY = [undefined, null, '', []]

it('[VA-40] checks rules in order and shows the message of the first broken one', () => {
  const rules = [
    { required: true, message: '必填' },
    { pattern: 'z', message: '应为整数' },
    { pattern: /^\d{1,3}$/, message: '最多三位' },
  ]
  expect(check(rules, '')).toBe('必填')
  expect(check(rules, 'x')).toBe('应为整数')
  expect(check(rules, '1234')).toBe('最多三位')
  expect(check(rules, '123')).toBeUndefined()
  expect(check(rules.toReversed(), 'x')).toBe('最多三位')
})

it('names the column in messages, and has a default message', () => {
  expect(check([{ required: true, message: '请填写${title}' }], '')).toBe('请填写编码')
  expect(check([{ required: true }], '')).toBe('编码不能为空')
  expect(check([{ pattern: 'z' }], 'x')).toBe('编码格式不正确')
})

it('[VA-41] required fails on null, undefined, the empty text and the empty list', () => {
  for (const value of EMPTY) expect(check([{ required: true }], value)).toBe('编码不能为空')
  for (const value of [0, false, ' ', '0', [0]]) expect(check([{ required: true }], value)).toBeUndefined()
})

describe('[VA-42] unique', () => {
  const rows = [{ code: 'a' }, { code: 'b' }, { code: 'a' }, { code: '' }, { code: '' }, { code: 1 }, { code: '1' }]

  it.each([{ unique: true }, { pattern: 'only' }])('refuses a value shared by two rows, by %j', (rule) => {
    const at = (index: number) => check([rule], rows[index]?.code, rows, rows[index])
    expect([0, 1, 2, 3, 4, 5, 6].map(at)).toEqual([
      '编码不能重复',
      undefined,
      '编码不能重复',
      undefined,
      undefined,
      '编码不能重复',
      '编码不能重复',
    ])
  })

  it('counts the other rows while the row itself still holds its previous value', () => {
    expect(check([{ unique: true }], 'b', rows, rows[0])).toBe('编码不能重复')
    expect(check([{ unique: true }], 'c', rows, rows[0])).toBeUndefined()
  })

  it('recounts for a new array of rows', () => {
    expect(check([{ unique: true }], 'a', rows, rows[0])).toBeDefined()
    const changed = rows.with(2, { code: 'z' })
    expect(check([{ unique: true }], 'a', changed, changed[0])).toBeUndefined()
  })

  it('lists the cells to recheck when a value changes to another', () => {
    expect(rowsSharing(rows, 'code', ['a', 'b'])).toEqual([{ code: 'a' }, { code: 'b' }, { code: 'a' }])
    expect(rowsSharing(rows, 'code', ['', null])).toEqual([])
  })
})

describe('[VA-43] a handler', () => {
  it('may be asynchronous; later rules wait for it, an earlier failure skips it', async () => {
    const handler = vi.fn(async (value: unknown) => value !== 'taken')
    const rules = [
      { required: true, message: '必填' },
      { handler, message: '已被占用' },
      { pattern: 's', message: '应为字母' },
    ]
    expect(check(rules, '')).toBe('必填')
    expect(handler).not.toHaveBeenCalled()
    await expect(check(rules, 'taken')).resolves.toBe('已被占用')
    await expect(check(rules, '12')).resolves.toBe('应为字母')
    await expect(check(rules, 'free')).resolves.toBeUndefined()
  })

  it('runs for empty values and receives the row', () => {
    const rows = [{ code: '', kind: 'gas' }]
    const rule: RowRule = {
      handler: (value, { row }) => value !== '' || row['kind'] !== 'gas',
      message: '气体须有编码',
    }
    expect(check([rule], '', rows)).toBe('气体须有编码')
  })

  it("replaces the rule's message with its own", async () => {
    expect(check([{ handler: () => '${title}太长', message: '不对' }], 'x')).toBe('编码太长')
    await expect(check([{ handler: async () => '太长', message: '不对' }], 'x')).resolves.toBe('太长')
  })

  it('that throws fails the cell', async () => {
    const broken = (): never => {
      throw new Error('down')
    }
    expect(check([{ handler: broken }], 'x')).toBe('编码暂时无法校验，请稍后重试')
    await expect(check([{ handler: async () => broken() }], 'x')).resolves.toBe('编码暂时无法校验，请稍后重试')
  })

  it('whose answer is outdated is ignored', async () => {
    const ask = latestAnswers<string>()
    let answerFirst: (answer: boolean) => void = () => {}
    const first = new Promise<boolean>((resolve) => {
      answerFirst = resolve
    })
    const answers = [first, Promise.resolve(true)]
    const rules: RowRule[] = [{ handler: () => answers.shift(), message: '已被占用' }]
    const shown: (string | undefined)[] = []
    const show = (message: string | undefined) => shown.push(message)
    const asked = [ask('1.code', check(rules, 'a'), show), ask('1.code', check(rules, 'ab'), show)]
    answerFirst(false)
    await Promise.all(asked)
    expect(shown).toEqual([undefined])
  })
})

it('[VA-44] the pattern * means not empty', () => {
  for (const value of EMPTY) expect(check([{ pattern: '*' }], value)).toBe('编码不能为空')
  expect(check([{ pattern: '*' }], ' ')).toBeUndefined()
})

it.each<[row: string, pattern: string, right: readonly unknown[], wrong: readonly unknown[]]>([
  ['VA-45', 'n6-16', ['123456', '1'.repeat(16), 123_456], ['12345', '1'.repeat(17), '12345a', ' 123456']],
  ['VA-45', '*6-16', ['一二三四五六', '! @ # ', 'a\nbcdef'], ['12345', 'x'.repeat(17)]],
  ['VA-45', 's6-18', ['abcdef', 'A'.repeat(18)], ['abcde', 'A'.repeat(19), 'abcde1', 'abc|def']],
  [
    'VA-46',
    'url',
    ['http://a.cn', 'https://a.b.cn:8080/x?y=1#z', 'HTTP://A.CN'],
    ['a.cn', 'ftp://a.cn', 'http://a', 'http://a .cn'],
  ],
  ['VA-46', 'e', ['a@b.cn', 'a.b+c@d-e.com.cn'], ['a@b', 'a b@c.cn', '@b.cn', 'a@@b.cn', 'a@b..cn', 'a@-b.cn']],
  ['VA-47', 'm', ['13800000000', 19_900_000_000], ['12345678901', '1380000000', '138000000000', '1380000 0000']],
  ['VA-47', 'p', ['210000', '000000'], ['21000', '2100000', '21000a']],
  ['VA-48', 's', ['a', 'AbZ'], ['a1', 'a b', '字', 'a|b']],
  ['VA-48', 'n', ['1', '-1.5', '+0.25', 3.14, '007'], ['1.', '.5', '1e3', '--1', '1,000']],
  ['VA-48', 'z', ['0', '-12', '+3', 7], ['1.0', '-', '1e3']],
  [
    'VA-49',
    'money',
    ['10', '10.12345', '0.12', '0', '0.1', 12.5],
    ['10.123456', '0.123', '-1', '01', '1e3', '1.', '.5', '00'],
  ],
])('[%s] pattern %s', (_row, pattern, right, wrong) => {
  const rule = { pattern, message: 'wrong' }
  expect(right.map((value) => [value, check([rule], value)])).toEqual(right.map((value) => [value, undefined]))
  expect(wrong.map((value) => [value, check([rule], value)])).toEqual(wrong.map((value) => [value, 'wrong']))
})

describe('[VA-50] any other pattern', () => {
  it('is a regular expression that need not match the whole text', () => {
    expect(check([{ pattern: '^A\\d+', message: 'wrong' }], 'A12-x')).toBeUndefined()
    expect(check([{ pattern: '^A\\d+', message: 'wrong' }], 'B12')).toBe('wrong')
    expect(check([{ pattern: 'constructor', message: 'wrong' }], 'x')).toBe('wrong')
  })

  it('gives the same result each time, even with the global flag', () => {
    const rule = { pattern: /a/g, message: 'wrong' }
    expect([check([rule], 'a'), check([rule], 'a')]).toEqual([undefined, undefined])
  })

  it('given as a RegExp is not confused with a text of the same spelling', () => {
    expect(check([{ pattern: /^a$/g, message: 'wrong' }], 'a')).toBeUndefined()
    expect(check([{ pattern: 'g/^a$', message: 'wrong' }], 'a')).toBe('wrong')
  })

  it('that is invalid is reported and passes', () => {
    const onBadPattern = vi.fn()
    const row = { code: 'x' }
    expect(checkCell([{ pattern: '(' }], 'x', { column: COLUMN, row, rows: [row], onBadPattern })).toBeUndefined()
    expect(onBadPattern).toHaveBeenCalledExactlyOnceWith('(')
  })

  it('never throws, for any pattern and value', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), fc.anything(), (pattern, value) => {
        void check([{ pattern }], value)
        void patternOf(pattern)
      }),
    )
  })
})

it('[VA-51] patterns other than * are skipped for empty values', () => {
  const patterns = ['n6-16', 'url', 'e', 'm', 'p', 's', 'n', 'z', 'money', '^x$', 'only']
  for (const pattern of patterns)
    expect(EMPTY.map((value) => check([{ pattern }], value))).toEqual(EMPTY.map(() => undefined))
})
