import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createLocalBus, type StoredPoints } from '../../platform/bus.ts'
import { createManualClock } from '../../platform/clock.ts'
import { createDb, type Db } from '../../platform/db/db.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'
import { buildSamples } from '../../testing/build-telemetry.ts'
import { createTestDatabase } from '../../testing/database.ts'
import { eventually } from '../../testing/eventually.ts'
import { createTestPool } from '../../testing/test-pool.ts'
import { streamOf } from '../device-status/index.ts'
import { startNetwork } from './network.ts'

const NOW_MS = 1_795_234_800_000
const CHECK_MS = 2_000

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
let device: BuiltDevice
let other: BuiltDevice
beforeAll(async () => {
  database = await createTestDatabase()
  db = createDb(createTestPool(database.connectionString))
  device = await buildDevice(db, { metrics: ['pm25', 'so2'] })
  other = await buildDevice(db, { metrics: ['pm25'] })
})
beforeEach(async () => {
  await sql`update mon_stream_seq set seq = 0`.execute(db)
  await sql`truncate mon_latest`.execute(db)
  await sql`drop table if exists mon_sample_test`.execute(db)
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

async function open() {
  const clock = createManualClock(NOW_MS)
  const bus = createLocalBus((error) => expect.unreachable(String(error)))
  const network = startNetwork({ db, bus, clock, onError: (error) => expect.unreachable(String(error)) })
  await network.fresh()
  const taken: StoredPoints[] = []
  network.onPoints((points) => taken.push(points))
  /** Like the writer: the sequence rises with the samples. @param heard number of points the bus delivers. */
  async function commit(of: BuiltDevice, values: readonly number[], heard = values.length) {
    await buildSamples(
      db,
      { deviceNo: of.deviceNo, channelNo: of.channelNos[0] as number },
      values.map((v, i) => [clock.now() + i, v]),
    )
    // The delayed write of newest values is not under test here.
    await sql`truncate mon_latest`.execute(db)
    const stream = streamOf(of.deviceNo)
    const { rows } = await sql<{ seq: number }>`
      update mon_stream_seq set seq = seq + 1 where stream = ${stream} returning seq::float8`.execute(db)
    const part = values.slice(0, heard)
    if (heard === 0) return
    bus.publish('points', {
      commits: [{ stream, seq: rows[0]?.seq ?? 0, points: values.length }],
      deviceIds: part.map(() => of.deviceNo),
      channelNos: part.map(() => of.channelNos[0] as number),
      tsMs: part.map((_, i) => clock.now() + i),
      values: part,
      flags: part.map(() => 0),
    })
  }
  return {
    network,
    bus,
    clock,
    commit,
    taken,
    valueOf: (of: BuiltDevice) => network.state.latestOf(of.channelNos[0] as number)?.v,
  }
}

describe('a message lost by the bus', () => {
  test('is read from the database, and sent to listeners', async () => {
    const { network, commit, clock, taken, valueOf } = await open()
    await commit(device, [7], 0)
    await eventually(() => {
      clock.advance(CHECK_MS)
      expect(valueOf(device)).toBe(7)
    })
    expect(taken).toMatchObject([{ channelNos: [device.channelNos[0]], values: [7] }])
    expect(network.holes()).toBe(1)
    network.stop()
  })

  test('is detected between two received ones, without restoring the older value', async () => {
    const { network, commit, clock, valueOf, taken } = await open()
    await commit(device, [1])
    clock.advance(10)
    await commit(device, [2], 0)
    clock.advance(10)
    await commit(device, [3])
    await eventually(() => {
      clock.advance(CHECK_MS)
      expect(network.holes()).toBe(1)
    })
    await eventually(() => expect(taken).toHaveLength(3))
    expect(valueOf(device)).toBe(3)
    network.stop()
  })

  test('is detected when part of it arrived', async () => {
    const { network, commit, clock, valueOf } = await open()
    await commit(device, [1, 2, 3], 2)
    expect(valueOf(device)).toBe(2)
    await eventually(() => {
      clock.advance(CHECK_MS)
      expect(valueOf(device)).toBe(3)
    })
    network.stop()
  })
})

test('received commits are not read again, whatever their order', async () => {
  const { network, bus, clock, commit, valueOf } = await open()
  const [first, second] = [
    { seq: 1, v: 1 },
    { seq: 2, v: 2 },
  ]
  const stream = streamOf(other.deviceNo)
  await sql`update mon_stream_seq set seq = 2 where stream = ${stream}`.execute(db)
  for (const { seq, v } of [second, first]) {
    bus.publish('points', {
      commits: [{ stream, seq, points: 1 }],
      deviceIds: [other.deviceNo],
      channelNos: [other.channelNos[0] as number],
      tsMs: [clock.now() + v],
      values: [v],
      flags: [0],
    })
  }
  await commit(device, [5])
  // Reading a later loss shows that the database was queried.
  clock.advance(CHECK_MS)
  await commit(device, [6], 0)
  await eventually(() => {
    clock.advance(CHECK_MS)
    expect(valueOf(device)).toBe(6)
  })
  expect(network.holes()).toBe(1)
  network.stop()
})
