import { QUALITY } from '@natim/domain/quality'
import type { Updateable } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDb, type Database, type Db } from '../../../platform/db/db.ts'
import { createLogger } from '../../../platform/logger.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { eventually } from '../../../testing/eventually.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { DEFAULT_RATE_LIMITS } from '../accept/rate-limit.ts'
import { addDevice, addSecret, type TestDevice } from '../testing/network.ts'
import { Register } from './register.ts'

const log = createLogger({ logLevel: 'silent' }).of('ingest')

let database: TestDatabase
let db: Db
let device: TestDevice
let register: Register

beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString, { statementTimeoutMs: 0 }))
})
beforeEach(async () => {
  device = await addDevice(db, { metrics: ['pm25', 'air_temp'] })
  register = new Register({ db, log, rateLimits: DEFAULT_RATE_LIMITS })
  await register.start()
})
afterEach(() => register.stop())
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const known = () => {
  const found = register.byClientId(device.clientId)
  if (!found) throw new Error('the device is not known')
  return found
}
const change = (values: Updateable<Database['monChannel']>) =>
  db.updateTable('monChannel').set(values).where('deviceId', '=', device.id)

describe('the register', () => {
  it('finds a device by each of its identifiers, and its channels by seq and metric', () => {
    const found = known()
    expect(register.byId(device.id)).toBe(found)
    expect(register.byNo(device.deviceNo)).toBe(found)
    expect([...found.keys.keys()].sort()).toEqual(['1', '2', 'air_temp', 'pm25'])
    expect(found.keys.get('pm25')).toBe(found.keys.get('1'))
    expect(register.channelByNo(device.channelNos[1] ?? 0)).toBe(found.keys.get('2'))
  })

  it('keeps object identity across changes, so that sessions and newest values survive', async () => {
    const before = known()
    const channel = before.keys.get('1')
    if (channel) channel.newestTs = 123
    await db.updateTable('monDevice').set({ onlineTimeoutS: 999 }).where('id', '=', device.id).execute()
    await register.refresh([device.id])
    expect(known()).toBe(before)
    expect(before.onlineTimeoutMs).toBe(999_000)
    expect(known().keys.get('1')?.newestTs).toBe(123)
  })

  it('applies a new correction: stored = raw × scale + offset, in the storage unit', async () => {
    await change({ scale: 2, offsetVal: 10, unitIn: 'mg/m3' }).where('metricCode', '=', 'pm25').execute()
    await register.refresh([device.id])
    const { linear } = known().keys.get('pm25')?.def ?? {}
    // 0.05 mg/m³ raw is 10.1 mg/m³ corrected is 10 100 µg/m³ stored.
    expect((linear?.scale ?? 0) * 0.05 + (linear?.offset ?? 0)).toBeCloseTo(10_100, 6)
  })

  it('knows how often an instrument produces a new value, and a run that started earlier', async () => {
    const hourly = await addDevice(db, { metrics: ['pm25'] })
    const [channelNo = 0] = hourly.channelNos
    await db.updateTable('monChannel').set({ updatePeriodS: 3_600 }).where('channelNo', '=', channelNo).execute()
    const latest = { deviceId: hourly.deviceNo, channelNo, ts: new Date(), rx: new Date(), v: 7, q: QUALITY.stuck }
    await db.insertInto('monLatest').values(latest).execute()
    await register.refreshClient(hourly.clientId)
    expect(register.byClientId(hourly.clientId)?.channels[0]).toMatchObject({
      def: { spec: { stuckAfterMs: 10_800_000 } },
      qc: { lastValue: 7, runCount: 10, runSinceTs: latest.ts.getTime() - 10_800_000 },
    })
  })

  it('continues a series where another process left it', async () => {
    const [channel] = known().channels
    if (channel === undefined) throw new Error('the device has a channel')
    const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 2, 0, second))
    const { channelNo } = channel
    const latest = (second: number, v: number) => {
      const ts = at(second)
      return { deviceId: device.deviceNo, channelNo, ts, rx: ts, v, q: 0 }
    }
    await db.insertInto('monLatest').values(latest(10, 7)).execute()
    await register.catchUp(known())
    expect(channel).toMatchObject({ latestTs: at(10).getTime(), latestValue: 7, qc: { lastValue: 7 } })
    // Memory is newer than a row that lags behind.
    channel.newestTs = at(30).getTime()
    await db.updateTable('monLatest').set(latest(20, 9)).where('channelNo', '=', channel.channelNo).execute()
    await register.catchUp(known())
    expect(channel.latestValue).toBe(7)
  })

  it('has no conversion for a unit incompatible with the metric', async () => {
    await change({ unitIn: 'K' }).where('metricCode', '=', 'pm25').execute()
    await register.refresh([device.id])
    expect(known().keys.get('pm25')?.def.linear).toBeUndefined()
  })

  it('drops channels that are disabled or deleted', async () => {
    await change({ enabled: false }).where('seq', '=', 1).execute()
    await change({ delFlag: 1 }).where('seq', '=', 2).execute()
    await register.refresh([device.id])
    expect([...known().keys.keys()]).toEqual([])
  })

  it('blocks a deleted device and keeps its client id reserved', async () => {
    await db.updateTable('monDevice').set({ delFlag: 1 }).where('id', '=', device.id).execute()
    await register.refresh()
    expect(known().isRetired).toBe(true)
  })

  it('follows a device to its new client id', async () => {
    const renamed = `${device.clientId}-new`
    await db.updateTable('monDevice').set({ clientId: renamed }).where('id', '=', device.id).execute()
    await register.refresh([device.id])
    expect(register.byClientId(device.clientId)).toBeUndefined()
    expect(register.byClientId(renamed)?.id).toBe(device.id)
  })

  it('loads a device it did not know', async () => {
    const fresh = await addDevice(db)
    expect(register.byClientId(fresh.clientId)).toBeUndefined()
    await register.refreshClient(fresh.clientId)
    expect(register.byClientId(fresh.clientId)?.deviceNo).toBe(fresh.deviceNo)
    await register.refreshClient('NOBODY-1')
  })

  it('coalesces many notifications into one load, and reports the loaded devices', async () => {
    const loaded: string[][] = []
    register.onChange((devices) => loaded.push(devices.map(({ id }) => id)))
    const second = await addDevice(db)
    for (let i = 0; i < 5; i++) register.invalidate([device.id])
    register.invalidate([second.id])
    await eventually(() => expect(loaded).toHaveLength(1))
    expect(loaded[0]?.toSorted()).toEqual([device.id, second.id].sort())
  })

  it('finds unannounced changes by comparison', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    try {
      register.stop()
      await register.start()
      await addSecret(db, device.id)
      expect(known().credentials).toHaveLength(1)
      vi.advanceTimersByTime(60_000)
      await eventually(() => expect(known().credentials).toHaveLength(2))
    } finally {
      vi.useRealTimers()
    }
  })
})
