import { parseGmt8 } from '@natim/domain/time'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../platform/errors.ts'
import { fromCursor, START, toCursor } from './cursor.ts'
import { isoGmt8 } from './iso-time.ts'
import { toOpenCsv } from './open-csv.ts'
import { Problem, problemBody, toProblem } from './problem.ts'
import { scopeOfToken } from './token.service.ts'

const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

describe('a cursor', () => {
  it.each([
    { tMs: 0, key: 'a' },
    { tMs: 1_763_690_538_123, key: '000000000007' },
    { tMs: 8_640_000_000_000_000, key: 'x'.repeat(64) },
  ])('decodes to the position it encodes: %o', (place) => {
    expect(fromCursor(toCursor(place))).toEqual(place)
    expect(toCursor(place)).toMatch(/^[\w-]+$/)
  })

  it('is the start, before every position, when absent', () => {
    expect(fromCursor(undefined)).toBe(START)
    expect(START.tMs).toBeLessThan(-8_640_000_000_000_000)
  })

  it.each([
    ['no base64', '%%%'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['no list', encoded({ tMs: 1, key: 'a' })],
    ['empty', ''],
    ['a time as text', encoded(['1', 'a'])],
    ['a time that no clock shows', encoded([8_640_000_000_000_001, 'a'])],
    ['a time before all data', encoded([-1, 'a'])],
    ['no time', encoded([null, 'a'])],
    ['a key as number', encoded([1, 2])],
    ['a key too long', encoded([1, 'x'.repeat(65)])],
    ['a key with NUL', encoded([1, 'a\0b'])],
  ])('that no page returned is rejected: %s', (_why, text) => {
    expect(() => fromCursor(text)).toThrow('不是上一页给出的游标')
  })
})

it.each([
  ['2026-11-21 10:00:00', 0, '2026-11-21T10:00:00+08:00'],
  ['2026-11-21 00:00:00', 0, '2026-11-21T00:00:00+08:00'],
  ['2026-12-31 23:59:59', 999, '2026-12-31T23:59:59.999+08:00'],
  ['2026-11-21 10:00:00', 7, '2026-11-21T10:00:00.007+08:00'],
  // The database stores more precision than milliseconds; the second shown must match the milliseconds.
  ['2026-11-21 10:00:00', 999.7, '2026-11-21T10:00:01+08:00'],
])('an instant is written in GMT+8: %s and %d ms', (text, ms, iso) => {
  const tMs = (parseGmt8(text) ?? 0) + ms
  expect(isoGmt8(tMs)).toBe(iso)
  expect(Date.parse(iso)).toBe(Math.round(tMs))
})

describe('CSV', () => {
  const station = { id: '1', code: 'S', name: '', type: 't', regionCode: '32', lng: -0.5, lat: 0, metrics: [] }
  const cellsOf = (name: unknown) => toOpenCsv('stations', [{ ...station, name }])

  it.each([
    ['苏州', '苏州'],
    ['甲,乙', '"甲,乙"'],
    ['say "x"', '"say ""x"""'],
    ['甲\r\n乙', '"甲\r\n乙"'],
    ['=1+1', "'=1+1"],
    ['+86', "'+86"],
    ['-x', "'-x"],
    ['@sum', "'@sum"],
    ['\tx', "'\tx"],
    ['a=b', 'a=b'],
    [null, ''],
    [undefined, ''],
    [['no2', 'pm25'], 'no2 pm25'],
  ])('writes %j as %j', (value, cell) => {
    expect(cellsOf(value)).toBe(`id,code,name,type,regionCode,lng,lat,metrics\r\n1,S,${cell},t,32,-0.5,0,\r\n`)
  })

  it('has its header line even without rows', () => {
    expect(toOpenCsv('alarms', [])).toMatch(/^t,id,no,title,.*,limit\r\n$/)
  })
})

describe('a problem', () => {
  const failure = (given: object) => Object.assign(new Error('secret detail'), given)

  it.each([
    ['no connection', failure({ code: 'ECONNREFUSED' }), 'unavailable', 503],
    ['a lost connection', failure({ code: '08006' }), 'unavailable', 503],
    ['a query that took too long', failure({ code: '57014' }), 'unavailable', 503],
    ['too many connections', failure({ code: '53300' }), 'unavailable', 503],
    ['a broken statement', failure({ code: '42601' }), 'internal', 500],
    ['nothing known', failure({}), 'internal', 500],
    ['what the framework refuses', failure({ statusCode: 400 }), 'parameter_invalid', 400],
    ['what the framework fails at', failure({ statusCode: 500 }), 'internal', 500],
    ['what the console refuses', new AppError('request.too_many'), 'parameter_invalid', 400],
  ])('is %s for the caller, without internal details', (_what, error, code, status) => {
    const body = problemBody(toProblem(error), 'req-1')
    expect(body).toMatchObject({ type: 'about:blank', code, status, requestId: 'req-1' })
    expect(JSON.stringify(body)).not.toContain('secret')
    expect(body.detail).not.toBe('')
  })

  it('is kept unchanged, with the time to wait', () => {
    const own = new Problem('rate_exceeded', undefined, 12)
    expect(toProblem(own)).toBe(own)
    expect(own).toMatchObject({ status: 429, retryAfterS: 12 })
  })

  it('names the first three invalid parameters', () => {
    const shape = z.object({ a: z.string(), b: z.string(), c: z.string(), d: z.string() })
    const { error } = shape.safeParse({})
    const { message } = toProblem(error)
    expect(message.split('；').map((part) => part.split('：')[0])).toEqual(['a', 'b', 'c'])
  })
})

it.each([
  ['all of its maker', ['32', '11'], [], { orgCode: 'A01', regionPrefixes: ['32', '11'] }],
  ['a part of it', ['32'], ['3205'], { orgCode: 'A01', regionPrefixes: ['3205'] }],
  ['what is left of its regions', ['3205'], ['32'], { orgCode: 'A01', regionPrefixes: ['3205'] }],
  ['its regions of the whole country', ['*'], ['32', '44'], { orgCode: 'A01', regionPrefixes: ['32', '44'] }],
  ['nothing of other regions', ['11'], ['32'], { orgCode: '', regionPrefixes: [] }],
  ['nothing where its maker sees a department alone', [], ['32'], { orgCode: '', regionPrefixes: [] }],
])('a token sees %s', (_what, userPrefixes, regionPrefixes, scope) => {
  expect(scopeOfToken({ orgCode: 'A01', userPrefixes, regionPrefixes } as never)).toEqual(scope)
  expect(scopeOfToken({ orgCode: null, userPrefixes, regionPrefixes } as never).orgCode).toBe('')
})
