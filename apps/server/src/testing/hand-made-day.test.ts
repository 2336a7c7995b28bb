import { read, utils } from '@e965/xlsx'
import type { ExportJob } from '@natim/contract/mon/ts-export'
import { DAY_MS, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { drainMarks } from '../modules/rollup/index.ts'
import { openPartitions, storeSamples, type TestSample } from '../modules/rollup/testing/samples.ts'
import { createManualClock } from '../platform/clock.ts'
import { buildTestApp, type TestApp } from './build-app.ts'
import { type BuiltDevice, buildDevice } from './build-network.ts'

/**
 * One GMT+8 day with one sample a minute whose value is the number of its hour; the hour ending at 05:00 is missing,
 * and twenty minutes of the one ending at 12:00. The instants 00:00:00.000 of this day and the next have the values 1
 * 000 and 2 000: the first belongs to the previous day, the second is 24:00 of this one.
 */
const D0 = parseGmt8('2026-11-20 00:00:00') ?? 0
const D1 = D0 + DAY_MS
const NOW = D1 + 9 * HOUR_MS
const MISSING_HOUR = 5
const SHORT_HOUR = 12
const LAST = 2_000

const hourOf = (ts: number) => Math.ceil((ts - D0) / HOUR_MS)
const isMissing = (ts: number) =>
  hourOf(ts) === MISSING_HOUR ||
  (hourOf(ts) === SHORT_HOUR && (ts - D0) % HOUR_MS <= 20 * MINUTE_MS && ts % HOUR_MS > 0)
const minutes = Array.from({ length: 1_440 }, (_, i) => D0 + (i + 1) * MINUTE_MS).filter((ts) => !isMissing(ts))
const valueAt = (ts: number) => (ts === D1 ? LAST : hourOf(ts))

const N = 1_440 - 60 - 20
const SUM = minutes.reduce((sum, ts) => sum + valueAt(ts), 0)
/** Responses have three more decimals than the channel. */
const MEAN = SUM / N

let server: TestApp
let token: string
let device: BuiltDevice

const sampleAt = (ts: number, v: number): TestSample => ({
  deviceNo: device.deviceNo,
  channelNo: device.channelNos[0] ?? 0,
  ts,
  v,
})

beforeAll(async () => {
  server = await buildTestApp({ clock: createManualClock(NOW) })
  await openPartitions(server.db)
  await server.addUser('analyst', { roles: ['analyst'], regionPrefixes: ['*'] })
  token = await server.signIn('analyst')
  device = await buildDevice(server.db, { metrics: ['pm10'], periodS: 60 })
  await storeSamples(server.db, [
    sampleAt(D0, 1_000),
    ...minutes.map((ts) => sampleAt(ts, valueAt(ts))),
    sampleAt(D1 + 1, 3_000),
  ])
  await drainMarks(server.db)
})
afterAll(() => server.close())

async function statsOf(agg: string) {
  const query = new URLSearchParams({
    channels: String(device.channelNos[0]),
    from: String(D0),
    to: String(D1),
    agg,
    maxPoints: '10000',
  })
  const { body } = await server.call('GET', `/mon/ts/query?${query}`, { token })
  return body.result.series[0].stats
}

/** Instants and figures in a file of the day at one level. */
async function fileOf(format: ExportJob['format'], agg: string): Promise<Buffer> {
  const body = { channels: device.channelNos, from: D0, to: D1, agg, format }
  const { result } = (await server.call('POST', '/mon/ts/export', { token, body })).body
  expect(result).toMatchObject({ state: 'done' })
  const { raw } = await server.call('GET', `/mon/ts/export/file?id=${result.id}`, { token })
  // A user may keep at most twenty.
  await server.call('DELETE', `/mon/ts/export/delete?id=${result.id}`, { token })
  return raw
}

interface Point {
  readonly tsMs: number
  readonly v: number
  readonly max: number
  readonly valid: number
}

const ofRows = (rows: readonly unknown[][]): Point[] =>
  rows
    .filter(([ts]) => typeof ts === 'string' && ts.startsWith('20'))
    .map(([ts, , , , value, , max, , valid]) => ({
      tsMs: parseGmt8(String(ts)) ?? 0,
      v: Number(value),
      // A sample is its own maximum.
      max: Number(max || value),
      valid: Number(valid),
    }))

async function pointsOf(format: 'csv' | 'xlsx' | 'parquet', agg: string): Promise<Point[]> {
  const bytes = await fileOf(format, agg)
  if (format === 'parquet') {
    const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
    const rows = (await parquetReadObjects({ file, compressors })) as {
      ts: Date
      value: number
      max: number | null
      valid: number
    }[]
    return rows.map(({ ts, value, max, valid }) => ({
      tsMs: ts.getTime(),
      v: value,
      max: max ?? value,
      valid: Number(valid),
    }))
  }
  const book = read(bytes, { type: 'buffer', raw: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  return ofRows(utils.sheet_to_json<unknown[]>(sheet ?? {}, { header: 1 }))
}

describe('a day with hand-made samples', () => {
  it.each(['raw', '1m', '1h', '1d'])('has the same n, mean, minimum and maximum at level %s', async (agg) => {
    const stats = await statsOf(agg)
    expect(stats).toMatchObject({ valid: N, min: 1, max: LAST })
    expect(stats.avg).toBeCloseTo(MEAN, 3)
  })

  it('has 23 hours, one of them too incomplete to be published, and is a valid day', async () => {
    const hours = await statsOf('1h')
    expect(hours.means).toMatchObject({ valid: 22, short: 1 })
    expect((await statsOf('1d')).means).toMatchObject({ valid: 1, short: 0 })
  })

  it.each(['csv', 'xlsx', 'parquet'] as const)('has the same figures in a %s file as in the query', async (format) => {
    const raw = await pointsOf(format, 'raw')
    expect(raw.map(({ tsMs }) => tsMs)).toEqual(minutes)
    expect(raw.reduce((sum, { v }) => sum + v, 0)).toBeCloseTo(SUM, 6)
    expect(Math.max(...raw.map(({ v }) => v))).toBe(LAST)
    const hours = await pointsOf(format, '1h')
    // Labelled by their ends, 01:00 to 24:00 without 05:00.
    expect(hours.map(({ tsMs }) => (tsMs - D0) / HOUR_MS)).toEqual(
      Array.from({ length: 24 }, (_, i) => i + 1).filter((hour) => hour !== MISSING_HOUR),
    )
    for (const { tsMs, v } of hours) {
      const hour = hourOf(tsMs)
      expect(v).toBeCloseTo(hour === 24 ? (59 * 24 + LAST) / 60 : hour, 3)
    }
    const [day, ...others] = await pointsOf(format, '1d')
    expect(others).toEqual([])
    expect(day?.tsMs).toBe(D1)
    expect(day?.v).toBeCloseTo(MEAN, 3)
  })

  it.each(
    (['csv', 'xlsx', 'parquet'] as const).flatMap((format) =>
      (['raw', '1m', '1h', '1d'] as const).map((agg) => [format, agg] as const),
    ),
  )('has the same n, mean and maximum in a %s file at level %s', async (format, agg) => {
    const points = await pointsOf(format, agg)
    expect(points.reduce((sum, { valid }) => sum + valid, 0)).toBe(N)
    expect(points.reduce((sum, { v, valid }) => sum + v * valid, 0) / N).toBeCloseTo(MEAN, 2)
    expect(Math.max(...points.map(({ max }) => max))).toBe(LAST)
  })

  it('does not include its own midnight, which is 24:00 of the previous day', async () => {
    const query = new URLSearchParams({
      channels: String(device.channelNos[0]),
      from: String(D0 - DAY_MS),
      to: String(D0),
      agg: '1d',
    })
    const { body } = await server.call('GET', `/mon/ts/query?${query}`, { token })
    expect(body.result.series[0].stats).toMatchObject({ valid: 1, avg: 1_000 })
  })
})
