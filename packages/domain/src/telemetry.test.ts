import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { QUALITY } from './quality.ts'
import {
  MAX_POINTS,
  parseBatch,
  parseState,
  parseTele,
  type TelemetryColumns,
  type TelemetryResult,
} from './telemetry.ts'

const TS = 1_795_234_800_000

function columns(result: TelemetryResult): TelemetryColumns {
  if (!result.ok) throw new Error(result.message)
  return result
}

/** The readable points as `key@offset=value`. */
function points(result: TelemetryResult): string[] {
  const { keys, keyIndex, offsetMs, value } = columns(result)
  return value.map((v, i) => `${keys[keyIndex[i] ?? -1]}@${offsetMs[i]}=${v}`)
}

describe('parseTele', () => {
  it('reads the example of domain §6.1 from text', () => {
    const text = `{"v":1,"id":"01J8","ts":${TS},"seq":48211,
      "d":{"1":0.42,"2":{"v":17.3,"u":"mg/m3","q":0},"pm25":35},
      "pos":{"lng":120.62,"lat":31.30,"alt":8},"sys":{"batt":87,"rssi":-71,"temp":31.2}}`
    const result = columns(parseTele(text))
    expect(result).toMatchObject({ id: '01J8', seq: 48211, baseTs: TS, fin: false, nulls: 0, rejected: [] })
    expect(points(result)).toEqual(['1@0=0.42', '2@0=17.3', 'pm25@0=35'])
    expect(result.unit?.[1]).toBe('mg/m3')
    expect(result.pos).toEqual({ lng: 120.62, lat: 31.3, alt: 8 })
    expect(result.sys).toEqual({ batteryPct: 87, signalDbm: -71 })
  })

  it('[BZ-21] refuses a bad value and keeps the good ones of the same message', () => {
    const text = `{"ts":${TS},"d":{"1":"NaN","2":true,"3":1e999,"4":5,"5":null,"6":[1],"7":{"v":"8"},"8":{"v":null},"9":{"v":-1e999}}}`
    const result = columns(parseTele(text))
    expect(points(result)).toEqual(['4@0=5'])
    expect(result.nulls).toBe(2)
    expect(result.position).toEqual([3])
    expect(result.rejected).toEqual([
      { index: 0, key: '1', code: 'E_TYPE' },
      { index: 1, key: '2', code: 'E_TYPE' },
      { index: 2, key: '3', code: 'E_RANGE' },
      { index: 5, key: '6', code: 'E_TYPE' },
      { index: 6, key: '7', code: 'E_TYPE' },
      { index: 8, key: '9', code: 'E_RANGE' },
    ])
  })

  it('treats a unit of null as absent', () => {
    const result = columns(parseTele(`{"ts":${TS},"d":{"1":{"v":5,"u":null,"q":null}}}`))
    expect([points(result), result.unit, result.rejected]).toEqual([['1@0=5'], undefined, []])
  })

  it.each([
    ['NaN as a literal', `{"ts":${TS},"d":{"1":NaN}}`, 'not JSON'],
    ['empty text', '', 'not JSON'],
    ['a list', '[]', 'not a JSON object'],
    ['null', 'null', 'not a JSON object'],
    ['no d', `{"ts":${TS}}`, 'd is not an object'],
    ['d as a list', `{"ts":${TS},"d":[1]}`, 'd is not an object'],
    ['ts as text', '{"ts":"2026-11-21","d":{"1":1}}', 'ts is not a number'],
    ['ts infinite', '{"ts":1e999,"d":{"1":1}}', 'ts is not a number'],
    ['nesting of nine', `{"d":{"1":1},"x":${'['.repeat(8)}${']'.repeat(8)}}`, 'nested deeper than 8'],
    ['100 000 brackets', '['.repeat(100_000) + ']'.repeat(100_000), 'not a JSON object'],
  ])('fails on %s', (_, payload, message) => {
    expect(parseTele(payload)).toEqual({ ok: false, code: 'E_JSON', message })
  })

  it('accepts nesting of eight levels', () => {
    expect(parseTele(`{"d":{"1":1},"x":${'['.repeat(7)}${']'.repeat(7)}}`).ok).toBe(true)
  })

  it('is not confused by a message with our own field names', () => {
    expect(points(parseTele('{"ok":false,"code":"E_JSON","d":{"1":1}}'))).toEqual(['1@0=1'])
  })

  it('accepts only the quality bits a device may set', () => {
    const q = 0xfff
    const { quality } = columns(parseTele({ d: { a: { v: 1, q }, b: { v: 1, q: -1 }, c: { v: 1, q: 'x' } } }))
    expect((quality[0] ?? 0) & (QUALITY.late | QUALITY.timeCorrected | QUALITY.manuallyValid | QUALITY.conflict)).toBe(
      0,
    )
    expect((quality[0] ?? 0) & QUALITY.deviceInvalid).toBe(QUALITY.deviceInvalid)
    expect(quality.slice(1)).toEqual([0, 0])
  })

  it('ignores an invalid position', () => {
    expect(columns(parseTele({ d: {}, pos: { lng: 200, lat: 1 } })).pos).toBeUndefined()
  })

  it('treats __proto__ as a channel key like any other', () => {
    expect(points(parseTele('{"d":{"__proto__":1}}'))).toEqual(['__proto__@0=1'])
  })
})

describe('parseBatch', () => {
  it('reads the example of domain §6.1', () => {
    const result = parseBatch(`{"v":1,"id":"b","c":["1","pm25"],"t0":${TS},"rows":[[0,0.42,35],[60000,0.41,null]]}`)
    expect(points(result)).toEqual(['1@0=0.42', 'pm25@0=35', '1@60000=0.41'])
    expect(columns(result)).toMatchObject({ baseTs: TS, nulls: 1, position: [0, 1, 2] })
  })

  it('treats missing cells as null and extra cells as unknown channels', () => {
    const result = columns(
      parseBatch({
        c: ['1', 2],
        t0: TS,
        rows: [
          [0, 1],
          [1, 1, 2, 3],
        ],
      }),
    )
    expect(points(result)).toEqual(['1@0=1', '1@1=1', '2@1=2'])
    expect(result.nulls).toBe(1)
    expect(result.rejected).toEqual([{ index: 3, key: '', code: 'E_CHANNEL' }])
  })

  it('refuses a row without an offset cell by cell and keeps the others', () => {
    const result = columns(parseBatch({ c: ['1', '2'], t0: TS, rows: [['x', 1, 2], 7, [5, 1, 2]] }))
    expect(points(result)).toEqual(['1@5=1', '2@5=2'])
    expect(result.rejected.map(({ index, key, code }) => `${index}${key}${code}`)).toEqual([
      '01E_TYPE',
      '12E_TYPE',
      '21E_TYPE',
      '32E_TYPE',
    ])
  })

  it.each([
    ['no columns', { c: [], t0: TS, rows: [] }, 'c is not a list of channel keys'],
    ['an object as a column', { c: [{}], t0: TS, rows: [] }, 'c is not a list of channel keys'],
    ['no rows', { c: ['1'], t0: TS }, 'rows is not a list'],
    ['t0 as text', { c: ['1'], t0: '0', rows: [] }, 't0 is not a number'],
    [
      'too many points',
      { c: ['1'], t0: TS, rows: Array.from({ length: MAX_POINTS + 1 }, (_, i) => [i, 1]) },
      `more than ${MAX_POINTS} points`,
    ],
  ])('fails on %s', (_, payload, message) => {
    expect(parseBatch(payload)).toEqual({ ok: false, code: 'E_JSON', message })
  })

  it('accepts exactly the maximum number of points', () => {
    const rows = Array.from({ length: MAX_POINTS }, (_, i) => [i, i])
    expect(columns(parseBatch({ c: ['1'], t0: TS, rows })).value).toHaveLength(MAX_POINTS)
  })
})

describe('parseState', () => {
  it('reads the example of domain §6.1', () => {
    expect(
      parseState(
        `{"ts":${TS},"s":"online","fw":"2.3.1","up":86400,"flags":["flow_low"],"fault":false,"ip":"10.0.0.7"}`,
      ),
    ).toEqual({
      ok: true,
      baseTs: TS,
      status: 'online',
      fault: false,
      flags: ['flow_low'],
      firmware: '2.3.1',
      ip: '10.0.0.7',
      uptimeS: 86400,
      batteryPct: undefined,
      signalDbm: undefined,
    })
  })

  it('reads the last will', () => {
    expect(parseState('{"s":"offline"}')).toMatchObject({ ok: true, status: 'offline' })
  })

  it('cuts long text and drops characters a database rejects', () => {
    const result = parseState({ fw: `a\u0000b\ud800${'x'.repeat(100)}`, flags: ['\u0000', 5, 'ok'] })
    expect(result).toMatchObject({ firmware: `ab${'x'.repeat(28)}`, flags: ['ok'] })
  })
})

describe('hostile input', () => {
  const anyJson = fc.jsonValue({ maxDepth: 12 })
  const near = fc.record(
    {
      ts: anyJson,
      t0: anyJson,
      d: anyJson,
      c: fc.array(fc.oneof(fc.string(), anyJson)),
      rows: fc.array(fc.oneof(anyJson, fc.array(fc.oneof(fc.double(), anyJson)))),
    },
    { requiredKeys: [] },
  )

  it.each([
    ['parseTele', parseTele],
    ['parseBatch', parseBatch],
    ['parseState', parseState],
  ] as const)('%s never throws, and every returned number is finite', (_, parse) => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          anyJson,
          near,
          near.map((value) => JSON.stringify(value)),
        ),
        (payload) => {
          const result = parse(payload)
          if (!result.ok || !('value' in result)) return
          const { value, offsetMs, keyIndex, quality, position } = result
          expect(new Set([value.length, offsetMs.length, keyIndex.length, quality.length, position.length]).size).toBe(
            1,
          )
          for (const number of [...value, ...offsetMs]) expect(Number.isFinite(number)).toBe(true)
        },
      ),
      { numRuns: 500 },
    )
  })
})
