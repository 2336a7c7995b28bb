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
import { createStreamWatch } from './stream-watch.ts'

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

/** Like the writer: the sequence rises with the samples. @returns the message for the bus. */
async function store(of: BuiltDevice, values: readonly number[], atMs: number): Promise<StoredPoints> {
  const channelNo = of.channelNos[0] as number
  const tsMs = values.map((_, i) => atMs + i)
  await buildSamples(
    db,
    { deviceNo: of.deviceNo, channelNo },
    values.map((v, i) => [atMs + i, v]),
  )
  // The delayed write of newest values is not under test here.
  await sql`truncate mon_latest`.execute(db)
  const stream = streamOf(of.deviceNo)
  const { rows } = await sql<{ seq: number }>`
    update mon_stream_seq set seq = seq + 1 where stream = ${stream} returning seq::float8`.execute(db)
  return {
    commits: [{ stream, seq: rows[0]?.seq ?? 0, points: values.length }],
    deviceIds: values.map(() => of.deviceNo),
    channelNos: values.map(() => channelNo),
    tsMs,
    values,
    flags: values.map(() => 0),
  }
}

/** The first part of a message that was split. */
const firstOf = (points: StoredPoints, n: number): StoredPoints => ({
  commits: points.commits,
  deviceIds: points.deviceIds.slice(0, n),
  channelNos: points.channelNos.slice(0, n),
  tsMs: points.tsMs.slice(0, n),
  values: points.values.slice(0, n),
  flags: points.flags.slice(0, n),
})

async function open() {
  const clock = createManualClock(NOW_MS)
  const bus = createLocalBus((error) => expect.unreachable(String(error)))
  const network = startNetwork({ db, bus, clock, onError: (error) => expect.unreachable(String(error)) })
  await network.fresh()
  const taken: StoredPoints[] = []
  network.onPoints((points) => taken.push(points))
  /** @param heard number of points the bus delivers. */
  async function commit(of: BuiltDevice, values: readonly number[], heard = values.length) {
    const points = await store(of, values, clock.now())
    if (heard > 0) bus.publish('points', firstOf(points, heard))
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
    // The lost value is no live value any more, and the others were heard.
    expect(taken.map(({ values }) => values)).toEqual([[1], [3], []])
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

describe('the watch', () => {
  async function openWatch() {
    const clock = createManualClock(NOW_MS)
    const watch = createStreamWatch(db, clock)
    const check = async () => (await watch.check())?.values
    await check()
    let atMs = NOW_MS
    /** A second later each time. */
    const next = (of: BuiltDevice, values: readonly number[]) => store(of, values, (atMs += 1_000))
    return { watch, check, next, stream: streamOf(device.deviceNo) }
  }

  test('reads nothing that is still under way: a commit is lost only at the second check after it', async () => {
    const { watch, check, next } = await openWatch()
    const late = await next(device, [1])
    expect(await check()).toBeUndefined()
    watch.heard(late)
    expect(await check()).toBeUndefined()
    await next(device, [2])
    expect(await check()).toBeUndefined()
    expect(await check()).toEqual([1, 2])
    expect(await check()).toBeUndefined()
  })

  test('reads only the streams that lost something', async () => {
    const { check, next } = await openWatch()
    await next(device, [1])
    await check()
    await next(other, [2])
    expect(await check()).toEqual([1])
    expect(await check()).toEqual([2])
  })

  test('continues after a loss with what was heard meanwhile', async () => {
    const { watch, check, next } = await openWatch()
    await next(device, [1])
    await check()
    watch.heard(await next(device, [2]))
    expect(await check()).toEqual([1, 2])
    expect(await check()).toBeUndefined()
    expect(await check()).toBeUndefined()
    expect(watch.holes()).toBe(1)
  })

  test('is not misled by repeated messages or repeated parts of them', async () => {
    const { watch, check, next } = await openWatch()
    const part = firstOf(await next(device, [1, 2, 3, 4]), 2)
    for (let times = 0; times < 2; times++) watch.heard(part)
    await check()
    expect(await check()).toEqual([1, 2, 3, 4])
    const [first, second] = [await next(device, [5]), await next(device, [6])]
    for (const points of [second, second, first, second]) watch.heard(points)
    await check()
    expect(await check()).toBeUndefined()
  })

  test('counts the points of each stream in a part of a commit', async () => {
    const { watch, check, next } = await openWatch()
    const [own, foreign] = [await next(device, [1]), await next(other, [2])]
    watch.heard({ ...own, commits: [...own.commits, ...foreign.commits] })
    await check()
    expect(await check()).toEqual([2])
  })

  test('starts anew with a database whose sequences are lower', async () => {
    const { watch, check, next } = await openWatch()
    for (const v of [1, 2, 3]) watch.heard(await next(device, [v]))
    await check()
    await sql`update mon_stream_seq set seq = 0`.execute(db)
    await check()
    await next(device, [4])
    await check()
    expect(await check()).toContain(4)
  })

  test('knows messages that overtook an earlier one', async () => {
    const { watch, stream } = await openWatch()
    const isAhead = (seq: number) => watch.isAhead({ commits: [{ stream, seq, points: 1 }] })
    expect([1, 2, 3].map(isAhead)).toEqual([false, true, true])
  })
})
