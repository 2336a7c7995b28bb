import { type ChannelChoice, MAX_CHOICES, type TsSeries } from '@natim/contract/mon/timeseries'
import type { PermissionCode } from '@natim/contract/permissions'
import { HOUR_MS, parseGmt8 } from '@natim/domain/time'
import Fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDb, type Db } from '../../platform/db/db.ts'
import { handleError } from '../../platform/http/error-handler.ts'
import { type BuiltDevice, buildDevice, buildStation } from '../../testing/build-network.ts'
import { buildSamples } from '../../testing/build-telemetry.ts'
import { createTestDatabase, type TestDatabase } from '../../testing/database.ts'
import { NATIONAL } from '../../testing/session-users.ts'
import { shippedLimits } from '../../testing/shipped-limits.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { registerTimeseriesRoutes } from './index.ts'

const NOW = parseGmt8('2026-11-21 10:42:18') ?? 0
const RIGHTS: Readonly<Record<string, readonly PermissionCode[]>> = {
  analyst: ['mon:ts:view'],
  south: ['mon:ts:view'],
  powerless: [],
}

let database: TestDatabase
let db: Db
let app: FastifyInstance
let device: BuiltDevice

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString, { statementTimeoutMs: 0 }))
  device = await buildDevice(db, { metrics: ['pm25'] })
  await buildSamples(db, { deviceNo: device.deviceNo, channelNo: device.channelNos[0] ?? 0 }, [
    [NOW - 90_000, 35],
    [NOW - 30_000, 36],
  ])
  app = Fastify()
  app.setErrorHandler(handleError)
  app.decorate('checkAnswers', true)
  app.decorate('served', [])
  app.decorate('reportDenial', async () => undefined)
  app.decorate('authenticate', async (token: string) => {
    const permissions = RIGHTS[token]
    return (
      permissions && {
        sessionId: 's',
        userId: 'u',
        username: 'u',
        realname: 'u',
        roleCodes: [],
        permissions: new Set(permissions),
        scope: token === 'south' ? { ...NATIONAL, regionPrefixes: ['44'] } : NATIONAL,
        dataRules: new Map(),
        tenantId: 0,
      }
    )
  })
  const now = () => NOW
  registerTimeseriesRoutes(app, {
    db,
    now,
    limits: shippedLimits,
  })
})
afterAll(async () => {
  await app.close()
  await db.destroy()
  await database.drop()
})

async function call(options: InjectOptions, token?: string) {
  const response = await app.inject({ ...options, headers: token ? { 'x-access-token': token } : {} })
  return { status: response.statusCode, body: response.json() }
}
const history = (query: string): InjectOptions => ({ method: 'GET', url: `/mon/ts/query?${query}` })
const anHour = () => `channels=${device.channelNos[0]}&from=${NOW - HOUR_MS}&to=${NOW}`
const latest = (channelNos: unknown): InjectOptions => ({
  method: 'POST',
  url: '/mon/ts/batchLatest',
  payload: { channelNos },
})

describe('permissions', () => {
  it.each<[string, () => InjectOptions]>([
    ['history', () => history(anHour())],
    ['channels to choose from', () => ({ method: 'GET', url: '/mon/ts/channels?words=x' })],
    ['latest values', () => latest([1])],
  ])('%s: 401 without a token, 403 without mon:ts:view', async (_, options) => {
    expect((await call(options())).status).toBe(401)
    expect((await call(options(), 'powerless')).status).toBe(403)
  })
})

describe('GET /mon/ts/query', () => {
  it('returns columns in the response envelope', async () => {
    const { status, body } = await call(history(anHour()), 'analyst')
    expect([status, body.success, body.code]).toEqual([200, true, 200])
    const [series] = body.result.series as [TsSeries]
    expect(series).toMatchObject({ agg: 'raw', timesMs: [NOW - 90_000, NOW - 30_000], avg: [35, 36], q: [0, 0] })
  })

  it.each([
    ['no channel', () => `channels=&from=0&to=1`],
    ['words for channels', () => `channels=a,b&from=0&to=1`],
    ['no range', () => `channels=1`],
    ['a word for a time', () => `channels=1&from=now&to=1`],
    ['an unknown level', () => `${anHour()}&agg=5m`],
    ['a million points', () => `${anHour()}&maxPoints=1000000`],
    ['an inverted range', () => `channels=${device.channelNos[0]}&from=2&to=1`],
    ['a foreign channel', () => `channels=987654&from=1&to=2`],
    ['a channel number beyond int4', () => `channels=99999999999&from=1&to=2`],
    ['a time beyond the calendar', () => `channels=${device.channelNos[0]}&from=8640000000000000&to=8640000000001000`],
  ])('rejects %s with a message', async (_, query) => {
    const { status, body } = await call(history(query()), 'analyst')
    expect([status, body.success]).toEqual([200, false])
    expect(body.message).not.toBe('')
  })
})

describe('GET /mon/ts/channels', () => {
  const choose = async (query: Record<string, string>, token = 'analyst') => {
    const { body } = await call({ method: 'GET', url: `/mon/ts/channels?${new URLSearchParams(query)}` }, token)
    return body.result as { channels: ChannelChoice[]; isCut: boolean }
  }
  const namesOf = ({ channels }: { channels: ChannelChoice[] }) =>
    channels.map(({ deviceName, metricCode }) => `${deviceName} ${metricCode}`)
  let stationId: string

  beforeAll(async () => {
    stationId = (await buildStation(db, { name: '江北园区' })).id
    await buildDevice(db, { name: '北门 100%', stationId, metrics: ['pm25', 'o3'] })
    await buildDevice(db, { name: '广州港', regionCode: '440100', metrics: ['pm25'] })
  })

  it('finds channels whose names contain every word, across device, station and other names', async () => {
    expect(namesOf(await choose({ words: ' 江北  PM2.5 ' }))).toEqual(['北门 100% pm25'])
    expect(namesOf(await choose({ words: '100%' }))).toEqual(['北门 100% pm25', '北门 100% o3'])
    expect(namesOf(await choose({ words: '100_' }))).toEqual([])
  })

  it('finds channels of a station, or by number', async () => {
    const { channels, isCut } = await choose({ stationId })
    expect(channels).toMatchObject([
      { name: '细颗粒物 PM2.5', unit: 'µg/m³', stationName: '江北园区', deviceName: '北门 100%' },
      { metricCode: 'o3' },
    ])
    expect(isCut).toBe(false)
    const known = await choose({ channels: `${channels[1]?.channelNo},${device.channelNos[0]},987654,99999999999` })
    expect(known.channels.map(({ channelNo }) => channelNo).sort()).toEqual(
      [channels[1]?.channelNo, device.channelNos[0]].sort(),
    )
  })

  it('returns no channels of other regions', async () => {
    expect(namesOf(await choose({ words: '广州' }))).toEqual(['广州港 pm25'])
    expect(namesOf(await choose({ words: '广州' }, 'south'))).toEqual(['广州港 pm25'])
    expect(namesOf(await choose({ words: '江北' }, 'south'))).toEqual([])
    expect(namesOf(await choose({ stationId }, 'south'))).toEqual([])
  })

  it('reports when there are more', async () => {
    const many = Array.from({ length: MAX_CHOICES + 1 }, (_, i) => `many-${i}`)
    for (const name of many) await buildDevice(db, { name, metrics: ['no2'] })
    const { channels, isCut } = await choose({ words: 'many-' })
    expect([channels.length, isCut]).toEqual([MAX_CHOICES, true])
  })

  it('requires a search criterion', async () => {
    const { body } = await call({ method: 'GET', url: '/mon/ts/channels' }, 'analyst')
    expect([body.success, body.message]).toEqual([false, expect.stringContaining('请输入搜索内容')])
  })
})

describe('POST /mon/ts/batchLatest', () => {
  it('returns the newest samples', async () => {
    const { body } = await call(latest([...device.channelNos, 987_654, 99_999_999_999]), 'analyst')
    expect(body.result).toEqual([{ channelNo: device.channelNos[0], ts: NOW - 30_000, v: 36, q: 0 }])
  })

  it.each([
    ['nothing', []],
    ['501 channels', Array.from({ length: 501 }, (_, i) => i + 1)],
    ['text', ['1']],
  ])('rejects %s', async (_, channelNos) => {
    const { status, body } = await call(latest(channelNos), 'analyst')
    expect([status, body.success]).toEqual([200, false])
  })
})
