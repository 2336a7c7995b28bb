import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AppError } from '../../platform/errors.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { readStatement } from './statement.ts'

/** The same texts in every run. */
const SEED = 20_260_101

/** `taken`, the message of a refusal, or any other error thrown. */
const verdict = (text: string): Promise<unknown> =>
  readStatement(text).then(
    () => 'taken',
    (error: unknown) => (error instanceof AppError && error.code === 'report.sql_refused' ? error.message : error),
  )

const times = (count: number, text: string, between = '') => Array.from({ length: count }, () => text).join(between)

/** Constructs that the grammar lets grow without brackets, by repetition count. */
const CHAINS: Readonly<Record<string, (count: number) => string>> = {
  terms: (n) => `select ${times(n, '1', '+')}`,
  not: (n) => `select 1 from station where ${times(n, 'not ')}true`,
  minus: (n) => `select ${times(n, '- ')}1`,
  and: (n) => `select 1 from station where ${times(n, 'lng=1', ' and ')}`,
  or: (n) => `select 1 from station where ${times(n, 'lng=1', ' or ')}`,
  cast: (n) => `select 1${times(n, '::text')}`,
  'is null': (n) => `select 1${times(n, ' is null')}`,
  zone: (n) => `select now()${times(n, " at time zone 'UTC'")}`,
  case: (n) => `select ${times(n, 'case when true then ')}1${times(n, ' end')}`,
  when: (n) => `select case ${times(n, 'when lng=1 then 2 ')}end from station`,
  join: (n) => `select 1 from station ${times(n, 'join station on true ')}`,
  union: (n) => times(n, 'select 1', ' union all '),
  with: (n) => `with ${Array.from({ length: n }, (_, i) => `a${i} as (select 1)`).join(',')} select 1`,
  columns: (n) => `select ${times(n, '1', ',')}`,
  comment: (n) => `select 1 ${times(n, '/*')}${times(n, '*/')}`,
}

describe('the report parser', () => {
  it.each(Object.entries(CHAINS))('answers %s of any length with a message', async (_name, make) => {
    for (const count of [10, 300, 700, 1_000, 2_000, 5_000]) {
      const said = await verdict(make(count))
      expect(said, `${count}`).toBeTypeOf('string')
    }
    expect(await verdict('select code from station')).toBe('taken')
  })

  it('throws only refusals for random input', async () => {
    const word = fc.constantFrom(
      ..."select from where station device code lng not and or is null case when then else end union all join on true with as ( ) , + - * / :: text int4 = < > || ; [ ] . $1 ${a} 'x' \"q\" ' \" /* */ -- interval now() count(*) between in like e'\\' $$ \0 😀 \ud800".split(
        ' ',
      ),
    )
    const text = fc.oneof(
      fc.array(word, { maxLength: 40 }).map((words) => words.join(' ')),
      fc.array(word, { maxLength: 40 }).map((words) => `select ${words.join(' ')}`),
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc
        .tuple(word, fc.integer({ min: 1, max: 1_500 }))
        .map(([one, count]) => `select ${times(count, `${one} `)}1 from station`),
    )
    const check = fc.asyncProperty(text, async (given) => {
      expect(await verdict(given)).toBeTypeOf('string')
    })
    await fc.assert(check, { seed: SEED, numRuns: 400 })
  })
})

describe('a test run of a report', () => {
  let server: TestApp
  let admin: string
  beforeAll(async () => {
    server = await buildTestApp()
    await server.addUser('admin', { roles: ['admin'] })
    admin = await server.signIn('admin')
  })
  afterAll(() => server.close())
  const trial = (cgrSql: string) =>
    server.call('POST', '/online/cgreport/head/test', { token: admin, body: { cgrSql, params: [] } })

  it('always responds, however long a repeated construct is', async () => {
    for (const make of Object.values(CHAINS))
      for (const count of [300, 2_000]) {
        const { status, body } = await trial(make(count).slice(0, 10_000))
        expect({ status, message: typeof body.message }, make(2)).toEqual({ status: 200, message: 'string' })
      }
  })

  it.each([
    ["timestamptz '294000-01-01'", '294000-01-01 00:00:00+00'],
    ["timestamp '294276-12-31 23:59:59'", '294276-12-31 23:59:59'],
    ["timestamptz '4713-01-01 BC'", '4713-01-01 00:00:00+00 BC'],
    ["timestamptz 'infinity'", 'infinity'],
    ["timestamptz '-infinity'", '-infinity'],
    ["timestamptz '9999-12-31 23:59:59+00'", '+010000-01-01 07:59:59'],
    ["timestamptz '2026-01-01 00:00:00+00'", '2026-01-01 08:00:00'],
    ["float8 'NaN'", 'NaN'],
    ["float8 'Infinity'", 'Infinity'],
    ["date '294000-01-01'", '294000-01-01'],
  ])('shows %s as text', async (value, text) => {
    const { status, body } = await trial(`select ${value} as v`)
    expect({ status, records: body.result?.records }).toEqual({ status: 200, records: [{ v: text }] })
  })
})
