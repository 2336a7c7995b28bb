import { QUALITY } from '@natim/domain/quality'
import { MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { seedLimits } from '../../db/seeds/limits.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { shippedLimits } from '../../testing/shipped-limits.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import type { LimitsOf } from '../limit/index.ts'
import { type DeviceEntry, loadDirectory } from '../live/index.ts'
import { doseNow, loadDoseSteps } from './dose-steps.ts'

/** OIL3 is 1 µSv/h. */
const NOW_MS = parseGmt8('2026-11-21 10:30:00') as number
const STEP_MS = 10 * MINUTE_MS

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: pg.Pool
let db: Db
let built: BuiltDevice
let device: DeviceEntry
let limitsOf: LimitsOf

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createTestPool(database.connectionString)
  db = createDb(pool)
  built = await buildDevice(db, { kind: 'rad', metrics: ['dose_rate', 'dose_rate', 'pm25'], status: 'online' })
  await db.transaction().execute(seedLimits)
  device = (await loadDirectory(db)).devices.find(({ id }) => id === built.id)!
  limitsOf = await shippedLimits.fresh()
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

type Reading = readonly [v: number, agoMs?: number, q?: number]
/** The dose rate given the channels' newest readings, in order. */
function now(readings: readonly (Reading | undefined)[], of = device) {
  const latestOf = (channelNo: number) => {
    const reading = readings[built.channelNos.indexOf(channelNo)]
    if (!reading) return undefined
    const [v, agoMs = 0, q = 0] = reading
    return { ts: NOW_MS - agoMs, v, q }
  }
  const value = doseNow(of, { latestOf } as Parameters<typeof doseNow>[1], limitsOf, NOW_MS)
  return value && [value.level, value.value, value.note]
}
const withChannels = (change: Partial<DeviceEntry['channels'][number]>): DeviceEntry => ({
  ...device,
  channels: device.channels.map((channel) => ({ ...channel, ...change })),
})

describe('the dose rate now', () => {
  test('is the worst of the channels that measure it', () => {
    expect(now([[0.1], [1.2], [900]])).toEqual([2, 1.2, 'OIL3'])
    expect(now([[0.2], [0.1]])).toEqual([0, 0.2, ''])
    expect(now([undefined, undefined, [900]])).toBeUndefined()
  })

  test('ignores readings that may not raise alarms, unless judged valid manually', () => {
    expect(now([[1.2, 0, QUALITY.calibration]])).toBeUndefined()
    expect(now([[1.2, 0, QUALITY.calibration | QUALITY.manuallyValid]])).toEqual([2, 1.2, 'OIL3'])
    expect(now([[1.2, 0, QUALITY.calibration], [0.1]])).toEqual([0, 0.1, ''])
  })

  test('ignores stale readings', () => {
    expect(now([[0.1, 10 * MINUTE_MS]])).toBeDefined()
    expect(now([[0.1, 10 * MINUTE_MS + 1]])).toBeUndefined()
  })

  test('ignores disabled channels and devices out of service', () => {
    expect(now([[1.2]], withChannels({ enabled: false }))).toBeUndefined()
    expect(now([[1.2]], { ...device, isRetired: true })).toBeUndefined()
  })
})

describe('the dose rate at earlier instants', () => {
  test('is the newest valid minute of the ten before each, from the worst channel', async () => {
    const [first, second] = built.channelNos.map((channelNo) => ({ deviceNo: built.deviceNo, channelNo })) as [At, At]
    const minute = (at: At, back: number, v: number, nValid = 1) =>
      buildRollup(db, 'monR1m', at, { endMs: NOW_MS - back * MINUTE_MS, v, n: 1, nValid })
    // The newest of three, one of them invalid; a minute ending at the instant belongs to the step it ends.
    await minute(first, 0, 5, 0)
    await minute(first, 1, 0.3)
    await minute(first, 9, 9)
    await minute(second, 2, 0.2)
    // Ten and nineteen minutes back belong to the previous step, twenty does not.
    await minute(first, 10, 0.4)
    await minute(second, 19, 1.5)
    // The oldest minute of the window, and the one before it.
    await minute(first, 39, 0.7)
    await minute(second, 40, 2)
    const steps = (await loadDoseSteps(db, [device], limitsOf, NOW_MS, 4)).get(built.deviceNo)
    expect(steps?.map((step) => step && [step.level, step.value, (NOW_MS - step.atMs) / MINUTE_MS])).toEqual([
      [0, 0.3, 1],
      [2, 1.5, 19],
      undefined,
      [0, 0.7, 39],
    ])
    expect((await loadDoseSteps(db, [device], limitsOf, NOW_MS - 3 * STEP_MS, 1)).get(built.deviceNo)?.[0]?.value).toBe(
      0.7,
    )
    expect((await loadDoseSteps(db, [{ ...device, isRetired: true }], limitsOf, NOW_MS, 4)).size).toBe(0)
  })
})

interface At {
  readonly deviceNo: number
  readonly channelNo: number
}
