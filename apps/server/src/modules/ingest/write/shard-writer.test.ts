import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { isOnCitus } from '../../../platform/db/by-device.ts'
import { createDb, type Db } from '../../../platform/db/db.ts'
import type { Pool } from '../../../platform/db/pool.ts'
import { createLogger } from '../../../platform/logger.ts'
import { createTestDatabase, type TestDatabase } from '../../../testing/database.ts'
import { terminateBackend } from '../../../testing/database-url.ts'
import { eventually } from '../../../testing/eventually.ts'
import { createTestPool } from '../../../testing/test-pool.ts'
import { DEFAULT_RATE_LIMITS } from '../accept/rate-limit.ts'
import { PartitionKeeper } from '../maintenance/partitions.ts'
import { Register } from '../register/register.ts'
import type { Channel } from '../register/register-types.ts'
import { addDevice, type TestDevice } from '../testing/network.ts'
import { Backlog } from './backlog.ts'
import { countPoints, pushPoint } from './points.ts'
import { ShardWriter, type WriterOptions } from './shard-writer.ts'

const T0 = Date.UTC(2026, 10, 21, 2)
const log = createLogger({ logLevel: 'silent' }).of('ingest')

let database: TestDatabase
let pool: Pool
let db: Db
let device: TestDevice
let channel: Channel
let backlog: Backlog
let groups: number[]
let health: boolean[]
let writer: ShardWriter
let clockMs: number

beforeAll(async () => {
  database = await createTestDatabase()
  pool = createTestPool(database.connectionString, { statementTimeoutMs: 0 })
  db = createDb(pool)
  device = await addDevice(db)
  const register = new Register({ db, log, rateLimits: DEFAULT_RATE_LIMITS })
  await register.start()
  register.stop()
  channel = register.channelByNo(device.channelNos[0] ?? 0) as Channel
})
beforeEach(() => {
  clockMs = 0
  open({ gatherPoints: 100, gatherMs: 20, maxGroupPoints: 500 })
})
afterEach(async () => {
  await writer.stop(1_000)
  await pool.query('truncate mon_sample, mon_sample_conflict, mon_dirty')
})
afterAll(async () => {
  await db.destroy()
  await database.drop()
})

function open(options: WriterOptions): void {
  groups = []
  health = []
  backlog = new Backlog({ maxPoints: 100_000, maxMessages: 100_000 })
  const partitions = new PartitionKeeper(pool)
  writer = new ShardWriter({
    pool,
    log,
    options,
    backlog,
    clock: () => clockMs,
    now: () => T0,
    isOnCitus: () => isOnCitus(db),
    prepare: (group, isRetry) => partitions.prepare(group.marks.values(), isRetry),
    onCommitted: ({ stored }) => groups.push(countPoints(stored)),
    onHealth: (isUp) => health.push(isUp),
  })
}

/** Submits a message of `points` points, the first at `offset`. */
function add(offset: number, points = 1): Promise<Error | undefined> {
  const group = writer.open
  const tsMs = Array.from({ length: points }, (_, i) => T0 + offset + i)
  for (const ts of tsMs) pushPoint(group.fast, channel, ts, T0, 1, 0)
  group.marks.addMessage(device.deviceNo, tsMs, () => true, T0)
  return new Promise((resolve) => {
    group.addMessage(points, resolve)
    writer.added(points)
  })
}

const countStored = async () =>
  (await pool.query<{ n: number }>('select count(*)::int as n from mon_sample')).rows[0]?.n

describe('a writer', () => {
  it('collects the points of its gathering time into one transaction', async () => {
    const messages = Array.from({ length: 30 }, (_, i) => add(i))
    expect(await Promise.all(messages)).toEqual(Array(30).fill(undefined))
    expect(groups).toEqual([30])
    expect(await countStored()).toBe(30)
  })

  it('does not wait once the group is large enough', async () => {
    open({ gatherPoints: 100, gatherMs: 3_600_000, maxGroupPoints: 500 })
    await add(0, 100)
    expect(groups).toEqual([100])
  })

  it('works off a backlog in large groups, in order of arrival', async () => {
    const lock = await lockSamples()
    const messages = Array.from({ length: 200 }, (_, i) => add(i * 10, 10))
    expect(backlog.points).toBe(2_000)
    await unlock(lock)
    await Promise.all(messages)
    expect(backlog.points).toBe(0)
    expect(groups.reduce((sum, n) => sum + n, 0)).toBe(2_000)
    expect(Math.max(...groups)).toBe(500)
    expect(await countStored()).toBe(2_000)
  })

  it('stores what is new of a backfill in which one row exists and another one has a different value', async () => {
    open({ gatherPoints: 5_000, gatherMs: 20, maxGroupPoints: 5_000 })
    await add(0, 3)
    const group = writer.open
    for (let i = 0; i < 600; i += 1) pushPoint(group.rest, channel, T0 - 598 + i, T0 + 1, i === 599 ? 7 : 1, 64)
    const backfill = add(10, 5)
    expect(await backfill).toBeUndefined()
    expect(groups).toEqual([3, 603])
    expect(await countStored()).toBe(606)
    const { rows } = await pool.query('select v from mon_sample_conflict')
    expect(rows).toEqual([{ v: 7 }])
  })

  it('notifies the waiters of a permanently failing group, and continues with the next', async () => {
    const group = writer.open
    // Flags that exceed smallint: can never be stored.
    pushPoint(group.rest, channel, T0, T0, 1, 1_000_000)
    const hopeless = new Promise<Error | undefined>((resolve) => {
      group.addMessage(1, resolve)
      writer.added(1)
    })
    expect(await hopeless).toBeInstanceOf(Error)
    expect(backlog.points).toBe(0)
    expect(await add(5)).toBeUndefined()
    expect(await countStored()).toBe(1)
  })

  it('reports when the database becomes unavailable and available again', async () => {
    const lock = await lockSamples()
    const message = add(0)
    const pid = await waitingBackend(lock)
    await terminateBackend(pool, pid)
    await eventually(() => expect(health).toEqual([false]))
    await unlock(lock)
    expect(await message).toBeUndefined()
    expect(health).toEqual([false, true])
    expect(await countStored()).toBe(1)
  })

  it('gives up at the shutdown deadline, even during a statement, without false acknowledgements', async () => {
    const lock = await lockSamples()
    const message = add(0)
    await waitingBackend(lock)
    await writer.stop(50)
    expect(await message).toBeInstanceOf(Error)
    await unlock(lock)
    expect(await countStored()).toBe(0)
  })
})

type Lock = Awaited<ReturnType<typeof lockSamples>>

async function lockSamples() {
  const lock = await pool.connect()
  await lock.query('begin')
  await lock.query('lock table mon_sample in share mode')
  return lock
}

async function unlock(lock: Lock): Promise<void> {
  await lock.query('commit')
  lock.release()
}

/** The writer's own connection, once it waits for the test's lock. */
function waitingBackend(lock: Lock): Promise<number> {
  return eventually(async () => {
    const { rows } = await lock.query<{ pid: number }>(
      `select l.pid from pg_locks l join pg_class c on c.oid = l.relation
        where c.relname = 'mon_sample' and not l.granted and l.database = (select oid from pg_database where datname = current_database())`,
    )
    expect(rows).toHaveLength(1)
    return rows[0]?.pid ?? 0
  })
}
