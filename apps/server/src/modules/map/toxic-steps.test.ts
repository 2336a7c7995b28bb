import { MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { seedLimits } from '../../db/seeds/limits.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { type DeviceEntry, loadDirectory } from '../live/index.ts'
import { loadToxicSteps } from './toxic-steps.ts'

/** AEGL of chlorine, 60 min: 0.5, 2 and 20 ppm; 10 min: 0.5, 2.8 and 50 ppm. */
const NOW_MS = parseGmt8('2026-11-21 10:30:00') as number

let database: Awaited<ReturnType<typeof createTestDatabase>>
let pool: pg.Pool
let db: Db

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createTestPool(database.connectionString)
  db = createDb(pool)
  await buildDevice(db)
  await db.transaction().execute(seedLimits)
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

let device: BuiltDevice
beforeEach(async () => {
  device = await buildDevice(db, { kind: 'gas', metrics: ['cl2'], status: 'online', periodS: 60 })
})

/** Minutes back from now, newest first. */
async function report(
  minutes: readonly (number | undefined)[],
  metric = 0,
  cover: { coverS?: number } = {},
): Promise<void> {
  for (const [back, v] of minutes.entries()) {
    if (v === undefined) continue
    const at = { deviceNo: device.deviceNo, channelNo: device.channelNos[metric] as number }
    await buildRollup(db, 'monR1m', at, { endMs: NOW_MS - back * MINUTE_MS, v, n: 1, ...cover })
  }
}
const entries = async (): Promise<readonly DeviceEntry[]> =>
  (await loadDirectory(db)).devices.filter(({ id }) => id === device.id)
const levels = async (count: number, toMs = NOW_MS) => {
  const steps = await loadToxicSteps(db, await entries(), toMs, count)
  return steps.get(device.deviceNo)?.map((value) => value?.level)
}
const during = (minutes: number, v: number) => Array.from({ length: minutes }, () => v)

describe('the level of a device', () => {
  test('comes from the window with the highest result', async () => {
    // 3 ppm for 10 minutes: above the 10 min AEGL-2; the 60 min mean is below its own.
    await report([...during(10, 3), ...during(60, 0)])
    expect(await levels(1)).toEqual([3])
  })

  test('accepts minutes that were sampled at a slower rate', async () => {
    device = await buildDevice(db, { kind: 'gas', metrics: ['cl2'], status: 'online', periodS: 10 })
    await report([...during(10, 3), ...during(60, 0)], 0, { coverS: 60 })
    expect(await levels(1)).toEqual([3])
  })

  test('uses a window from three quarters of its samples on', async () => {
    await report([...during(8, 3)])
    expect(await levels(1)).toEqual([3])
  })

  test('ignores less covered windows: seven minutes are not enough for ten', async () => {
    await report([...during(7, 3)])
    expect(await levels(1)).toEqual([undefined])
  })

  test('includes the minute ending at the instant, and none after it', async () => {
    await report([...during(10, 3), ...during(60, 0)])
    expect(await levels(2)).toEqual([3, 0])
    // Ten minutes ago, requested on its own.
    expect(await levels(1, NOW_MS - 10 * MINUTE_MS)).toEqual([0])
    // A minute later the first of the ten has left the ten-minute window.
    expect(await levels(1, NOW_MS - 9 * MINUTE_MS)).toEqual([1])
  })

  test("is 4 after a single minute at the IDLH, even before the current minute's rollup exists", async () => {
    // IDLH of chlorine is 10 ppm.
    await report([undefined, 10, ...during(70, 0)])
    expect(await levels(1)).toEqual([4])
    expect(await levels(1, NOW_MS - 2 * MINUTE_MS)).toEqual([0])
  })

  test('is absent for a device that measures nothing toxic', async () => {
    device = await buildDevice(db, { metrics: ['pm25'], status: 'online' })
    await report(during(60, 900))
    expect(await levels(1)).toBeUndefined()
  })
})
