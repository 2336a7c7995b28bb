import { weekHour } from '@natim/domain/alarm/baseline'
import type { RuleBranch } from '@natim/domain/alarm/rule'
import { DAY_MS, HOUR_MS, parseGmt8 } from '@natim/domain/time'
import type { Insertable } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MonAlarm } from '../../db/types.ts'
import { buildAlarm } from '../../testing/build-alarm.ts'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { buildRollup } from '../../testing/build-telemetry.ts'
import { buildRule } from '../alarm/testing/rules.ts'
import { findBaselines } from './baseline.repository.ts'
import { runBaselines } from './baseline-worker.ts'

const NOW = parseGmt8('2026-11-25 03:00:00') ?? 0
let server: TestApp
let device: BuiltDevice
let young: BuiltDevice
let calm: BuiltDevice

beforeAll(async () => {
  server = await buildTestApp()
  const rad = { kind: 'rad', metrics: ['dose_rate'], periodS: 60 } as const
  device = await buildDevice(server.db, rad)
  young = await buildDevice(server.db, rad)
  calm = await buildDevice(server.db, rad)
  const branch: RuleBranch = { type: 'deviation', severity: 5, op: '>', sigmas: 6, n: 3, forS: 0, clearForS: 0 }
  await buildRule(server.db, { scope: { metricCodes: ['dose_rate'] }, branches: [branch] })
  // Wednesday nights, minute by minute, with storms in the middle of the latest two: enough to move the median.
  for (let week = 0; week < 4; week += 1)
    for (let minute = 1; minute <= 60; minute += 1) {
      const endMs = beginOf(week) + minute * 60_000
      const v = week < 2 && minute > 15 ? 5 : 0.1 + (minute % 3) * 0.01
      await buildRollup(
        server.db,
        'monR1m',
        { deviceNo: device.deviceNo, channelNo: device.channelNos[0] ?? 0 },
        { endMs, v, n: 1 },
      )
      await buildRollup(
        server.db,
        'monR1m',
        { deviceNo: calm.deviceNo, channelNo: calm.channelNos[0] ?? 0 },
        { endMs, v: week < 2 ? 0.1 : 0.3, n: 1 },
      )
    }
  for (let day = 1; day <= 2; day += 1)
    await buildRollup(
      server.db,
      'monR1m',
      { deviceNo: young.deviceNo, channelNo: young.channelNos[0] ?? 0 },
      { endMs: NOW - day * DAY_MS, v: 0.1, n: 1 },
    )
})
afterAll(() => server.close())

const beginOf = (week: number) => NOW - 2 * HOUR_MS - week * 7 * DAY_MS
/** An alarm that lasts until the end of that night's hour. */
const during = (
  of: BuiltDevice,
  week: number,
  given: Partial<Insertable<MonAlarm>>,
): Partial<Insertable<MonAlarm>> => ({
  deviceId: of.id,
  channelNo: of.channelNos[0] ?? 0,
  triggerTs: new Date(beginOf(week)),
  clearedTs: new Date(beginOf(week) + HOUR_MS),
  ...given,
})

describe('the nightly baselines', () => {
  it('[BZ-20] are medians and robust σ per hour of the week, excluding incidents; too few days give none', async () => {
    for (const week of [0, 1])
      await buildAlarm(server.db, during(device, week, { triggerTs: new Date(beginOf(week) + 15 * 60_000) }))
    // False alarms and drills are no incidents: those nights count.
    await buildAlarm(server.db, during(calm, 2, { closeCode: 'false' }))
    await buildAlarm(server.db, during(calm, 3, { drill: true }))
    await Promise.all(Array.from({ length: 2 }, () => runBaselines(server.db, server.bus, NOW)))
    const baselines = await findBaselines(server.db)
    expect([...baselines.keys()].sort((a, b) => a - b)).toEqual([device.channelNos[0], calm.channelNos[0]])
    const own = baselines.get(device.channelNos[0] ?? 0)
    const cell = weekHour(NOW - 2 * HOUR_MS)
    expect(own?.medians[cell]).toBeCloseTo(0.11)
    expect(own?.sigmas[cell]).toBeCloseTo(0.0148, 3)
    expect(own?.medians[cell + 1]).toBeCloseTo(0.11)
    expect(own?.medians).toHaveLength(168)
    expect(baselines.get(calm.channelNos[0] ?? 0)?.medians[cell]).toBeCloseTo(0.2)
  })
})
