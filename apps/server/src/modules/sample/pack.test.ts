import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import { type RawBuilder, sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createDb } from '../../platform/db/db.ts'
import { isOnCitus } from '../../testing/citus.ts'
import { eventually } from '../../testing/eventually.ts'
import { type OpenDatabase, openTestDatabase } from '../../testing/open-database.ts'
import { countWaiting } from '../../testing/waiting-locks.ts'
import { openDays } from './open-days.ts'
import { packDay } from './pack.service.ts'
import { PACK_AFTER_MS, startPackWorker } from './pack-worker.ts'
import { createPartition } from './partition.repository.ts'
import { partitionAt } from './partition-names.ts'
import { firstSample, lastSampleBefore } from './sample-span.repository.ts'

type Sql = RawBuilder<unknown>

const T0 = parseGmt8('2026-11-10') ?? 0
const DAY = partitionAt('mon_sample', T0)
const NOW = T0 + 10 * DAY_MS

interface Sample {
  readonly ms: number
  readonly v: number
  readonly delayMs?: number
  readonly q?: number
}

let database: OpenDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await openTestDatabase()
  pool = database.pool
  for (const table of ['mon_sample', 'mon_sample_pack'] as const) {
    for (const ms of [T0, T0 + DAY_MS]) await createPartition(pool, partitionAt(table, ms))
  }
})
beforeEach(async () => {
  await pool.query('truncate mon_sample, mon_sample_pack, mon_pack_touched')
})
afterAll(() => database.close())

async function store(samples: readonly Sample[], channelNo = 2, connection: Pick<pg.ClientBase, 'query'> = pool) {
  await connection.query(
    `insert into mon_sample (device_id, channel_no, ts, rx, v, q)
     select 1, $1, to_timestamp(t / 1000), to_timestamp((t + r) / 1000), v, q
     from unnest($2::float8[], $3::float8[], $4::float8[], $5::int2[]) as p (t, r, v, q)`,
    [
      channelNo,
      samples.map((sample) => T0 + sample.ms),
      samples.map((sample) => sample.delayMs ?? 120),
      samples.map((sample) => sample.v),
      samples.map((sample) => sample.q ?? 0),
    ],
  )
}

/** All stored samples as text: equal text = equal bytes. */
async function everything(): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(
    `select concat_ws(' ', device_id, channel_no, ts, rx, v, q) as line from mon_samples order by device_id, channel_no, ts`,
  )
  return rows.map(({ line }) => line)
}
const count = async (table: string) =>
  (await pool.query<{ n: number }>(`select count(*) as n from ${table}`)).rows[0]?.n ?? 0

/** A reproducible pseudo-random number in [0, 1). */
const noise = (i: number) => (((Math.sin(i * 12.9898) * 43_758.5453) % 1) + 1) % 1
const series = (n: number, make: (i: number) => Sample) => Array.from({ length: n }, (_, i) => make(i))
const minutes = (n: number, v: (i: number) => number) => series(n, (i) => ({ ms: i * 60_000, v: v(i) }))
const decimal = (i: number, digits: number) => Math.round(noise(i) * 20 * 10 ** digits) / 10 ** digits

const SERIES: Record<string, readonly Sample[]> = {
  'a value a minute': minutes(1_440, (i) => decimal(i, 1)),
  'one value': minutes(1, () => 7.25),
  'two values, the last at the end of the day': [
    { ms: 0, v: 1 },
    { ms: DAY_MS - 1, v: 2 },
  ],
  'the same value all day': minutes(800, () => 0.3),
  zeros: minutes(10, () => 0),
  'whole numbers of either sign': minutes(400, (i) => (i % 2 === 0 ? i : -i)),
  'four digits': minutes(400, (i) => decimal(i, 4)),
  'digits that differ': minutes(400, (i) => decimal(i, i % 5)),
  'a range beyond 16 bits': minutes(400, (i) => decimal(i, 4) * 100),
  'a range beyond 32 bits': minutes(400, (i) => decimal(i, 0) * 30_000_000),
  'doubles without end': minutes(400, (i) => noise(i) / 3),
  'a third among decimals': minutes(400, (i) => (i === 200 ? 1 / 3 : decimal(i, 1))),
  'huge and tiny values': minutes(4, (i) => [1e300, 1e-300, 4_503_599_627_370_495.5, -1e18][i] as number),
  'the edges of what counts as decimal': minutes(
    4,
    (i) => [999_999_999.9999, 1e9, -999_999_999.9999, 0.0001][i] as number,
  ),
  'clocks that jitter': series(800, (i) => ({ ms: i * 60_000 + Math.round(noise(i) * 900), v: decimal(i, 1) })),
  holes: minutes(1_440, (i) => decimal(i, 1)).filter((_, i) => i % 37 !== 5 && (i < 300 || i > 500)),
  'hours between': series(24, (i) => ({ ms: i * 3_600_000 + (i % 3) * 40_000, v: i })),
  'ten a second': series(1_000, (i) => ({ ms: i * 100, v: decimal(i, 2) })),
  'a burst, then one late at night': [...series(300, (i) => ({ ms: i, v: i })), { ms: DAY_MS - 5, v: 1 }],
  'no beat at all': series(500, (i) => ({ ms: i * 100_000 + Math.round(noise(i) * 99_000), v: decimal(i, 3) })),
  'batches of a quarter': series(96, (i) => ({ ms: i * 60_000, v: i, delayMs: 900_000 - (i % 15) * 60_000 })),
  'some that came months later': series(20, (i) => ({ ms: i * 60_000, v: i, delayMs: i > 9 ? 80 * DAY_MS : 100 })),
  'clocks that are fast': series(20, (i) => ({ ms: i * 60_000, v: i, delayMs: -30_000 - i })),
  flags: series(20, (i) => ({ ms: i * 60_000, v: i, q: i % 4 === 0 ? 2_048 + 64 : 0 })),
  'one flag for all': series(20, (i) => ({ ms: i * 60_000, v: i, q: 32 })),
}

describe('a packed day', () => {
  it.each(Object.entries(SERIES))('preserves every bit of: %s', async (_, samples) => {
    await store(samples)
    const before = await everything()
    expect(await packDay(database.db, DAY)).toBe(true)
    expect(await count('mon_sample')).toBe(0)
    expect(await everything()).toEqual(before)
  })

  it('keeps channels apart and leaves the next day unchanged', async () => {
    for (const [i, samples] of Object.values(SERIES).entries()) await store(samples, i)
    await store([{ ms: DAY_MS, v: 1 }])
    const before = await everything()
    await packDay(database.db, DAY)
    expect(await everything()).toEqual(before)
    expect(await count('mon_sample')).toBe(1)
  })

  it('takes at most 8 bytes per sample, key and index included', async () => {
    for (let channelNo = 0; channelNo < 40; channelNo++)
      await store(
        minutes(1_440, (i) => decimal(i + channelNo, 1)),
        channelNo,
      )
    await packDay(database.db, DAY)
    const { name } = partitionAt('mon_sample_pack', T0)
    const { rows } = await pool.query<{ bytes: number }>('select pg_total_relation_size($1::regclass) as bytes', [name])
    expect((rows[0]?.bytes ?? 0) / (40 * 1_440)).toBeLessThan(8)
  })

  it('yields the first and the last sample around any instant', async () => {
    const samples = SERIES['holes'] ?? []
    await store(samples)
    await packDay(database.db, DAY)
    // Between two packs, where a late sample may lie.
    const { rows: packs } = await pool.query<{ t: number; last: number }>(
      `select (date_part('epoch', t) * 1000)::float8 as t, (date_part('epoch', t_last) * 1000)::float8 as last
       from mon_sample_pack order by t`,
    )
    const between = (packs[0]?.last ?? 0) + 1 - T0
    const second = (packs[1]?.t ?? 0) - T0
    await store([{ ms: between, v: 1 }])
    const all = [...samples.map(({ ms }) => ms), between].sort((a, b) => a - b)
    const instants = [-1, 0, 1, 59_999, 60_000, 18_000_001, between - 1, between, second - 1, DAY_MS - 60_000, DAY_MS]
    // The end of the span may be a sample inside a pack, the first one of a pack, or a row.
    const pairs = instants.flatMap((at) =>
      [DAY_MS - 60_000, second, between, 60_000].map((until) => [at, until] as const),
    )
    for (const [at, until] of pairs) {
      const [device, channel] = [sql`1`, sql`2`]
      const [instant, end] = [at, until].map((ms) => sql`${new Date(T0 + ms)}::timestamptz`) as [Sql, Sql]
      const { rows } = await sql<{ first: number | null; last: number | null }>`
        select date_part('epoch', ${firstSample(device, channel, instant, end)}) * 1000 as first,
               date_part('epoch', ${lastSampleBefore(device, channel, instant)}) * 1000 as last`.execute(database.db)
      const first = all.find((ms) => ms > at && ms <= until)
      const last = all.findLast((ms) => ms < at)
      expect([at, until, rows[0]?.first, rows[0]?.last]).toEqual([
        at,
        until,
        first === undefined ? null : T0 + first,
        last === undefined ? null : T0 + last,
      ])
    }
  })
})

/** Writes as ingest does: in one transaction that opens the days first. */
async function write(samples: readonly Sample[], channelNo = 2): Promise<void> {
  const connection = await pool.connect()
  try {
    await connection.query('begin')
    const tsMs = samples.map(({ ms }) => T0 + ms)
    const keys = { deviceNos: tsMs.map(() => 1), channelNos: tsMs.map(() => channelNo), tsMs }
    await openDays(connection, [keys], NOW)
    await store(samples, channelNo, connection)
    await connection.query('commit')
  } catch (error) {
    await connection.query('rollback')
    throw error
  } finally {
    connection.release()
  }
}

describe('samples that arrive for a packed day', () => {
  beforeEach(async () => {
    await store(minutes(1_440, (i) => decimal(i, 1)))
    await store(
      minutes(1_440, (i) => decimal(i, 2)),
      3,
    )
    await packDay(database.db, DAY)
  })

  it('unpack only the pack around them', async () => {
    const before = await everything()
    await write([{ ms: 90_000, v: 5 }])
    expect(await count('mon_sample')).toBe(289)
    expect((await everything()).length).toBe(before.length + 1)
    expect(await everything()).toEqual(expect.arrayContaining(before))
  })

  it('conflict with a stored sample of the same key', async () => {
    await expect(write([{ ms: 60_000, v: 5 }])).rejects.toThrow(/duplicate key/)
  })

  it('are packed with the rest of their channel, leaving no work', async () => {
    await write([
      { ms: 90_000, v: 5 },
      { ms: 50_000_000 + 1, v: 6 },
    ])
    await write([{ ms: 90_000, v: 5 }], 4)
    const before = await everything()
    expect(await packDay(database.db, DAY)).toBe(true)
    expect([await count('mon_sample'), await count('mon_pack_touched')]).toEqual([0, 0])
    expect(await everything()).toEqual(before)
    expect(await packDay(database.db, DAY)).toBe(false)
  })

  it('are packed even if they were not noted', async () => {
    await store([{ ms: 86_399_000, v: 5 }])
    const before = await everything()
    await packDay(database.db, DAY)
    expect(await count('mon_sample')).toBe(0)
    expect(await everything()).toEqual(before)
  })

  it('open no day if they are recent', async () => {
    const connection = { query: () => Promise.reject(new Error('asked the database')) } as unknown as pg.ClientBase
    await openDays(connection, [{ deviceNos: [1], channelNos: [2], tsMs: [NOW - DAY_MS] }], NOW)
  })
})

describe('concurrent writers and packers', () => {
  const waiting = () => countWaiting(pool)

  it('packing waits for writers in the day', async () => {
    await store(minutes(100, (i) => i))
    const writer = await pool.connect()
    await writer.query('begin')
    await openDays(writer, [{ deviceNos: [1], channelNos: [2], tsMs: [T0 + 30_000] }], NOW)
    const packing = packDay(database.db, DAY)
    await eventually(async () => expect(await waiting()).toBe(1))
    await store([{ ms: 30_000, v: 1 }], 2, writer)
    await writer.query('commit')
    writer.release()
    await packing
    expect((await everything()).length).toBe(101)
    expect(await count('mon_sample')).toBe(0)
  })

  it('samples written during packing are packed too; readers block packing, writers do not', async () => {
    await store(minutes(100, (i) => i))
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('select count(*) from mon_sample')
    const packing = packDay(database.db, DAY)
    // It has closed the day and waits for the reader.
    await eventually(async () => expect(await waiting()).toBe(1))
    await write([{ ms: 30_000, v: 1 }])
    await reader.query('commit')
    reader.release()
    await packing
    expect((await everything()).length).toBe(101)
    expect(await count('mon_sample')).toBe(0)
  })

  it('readers see every sample once while days are packed, opened and repacked', async () => {
    const samples = minutes(1_000, (i) => decimal(i, 1))
    for (const channelNo of [2, 3, 4]) await store(samples, channelNo)
    const done = new AbortController()
    const seen = new Set<number>()
    const reading = (async () => {
      while (!done.signal.aborted) seen.add((await everything()).length % 3_000)
    })()
    for (let round = 0; round < 5; round++) {
      await packDay(database.db, DAY)
      const writer = await pool.connect()
      await writer.query('begin')
      await openDays(writer, [{ deviceNos: [1, 1], channelNos: [3, 4], tsMs: [T0 + 60_000, T0 + 120_000] }], NOW)
      await writer.query('commit')
      writer.release()
    }
    done.abort()
    await reading
    expect([...seen]).toEqual([0])
  })

  it("samples written without the day's lock are not discarded", async () => {
    await store(minutes(100, (i) => i))
    const byHand = await pool.connect()
    await byHand.query('begin')
    await store([{ ms: 30_000, v: 1 }], 2, byHand)
    const packing = packDay(database.db, DAY)
    const refused = expect(packing).rejects.toThrow('101 samples are stored and 100 packed')
    await eventually(async () => expect(await waiting()).toBe(1))
    await byHand.query('commit')
    byHand.release()
    await refused
    expect([await count('mon_sample'), await count('mon_sample_pack')]).toEqual([101, 0])
    expect(await packDay(database.db, DAY)).toBe(true)
    expect((await everything()).length).toBe(101)
  })

  it('a second packer processes what the first packer and a writer left', async () => {
    await store(minutes(300, (i) => i))
    let connections = 0
    const connect = async () => {
      connections += 1
      // Between the first query and the next one.
      if (connections === 2) {
        await packDay(database.db, DAY)
        await write([{ ms: 30_000, v: 1 }])
      }
      return pool.connect()
    }
    await packDay(
      createDb(new Proxy(pool, { get: (held, key) => (key === 'connect' ? connect : Reflect.get(held, key)) })),
      DAY,
    )
    expect((await everything()).length).toBe(301)
    expect(await count('mon_sample')).toBe(0)
  })

  it.skipIf(isOnCitus)('aborted packing ends at once and changes nothing', async () => {
    await store(minutes(100, (i) => i))
    const before = await everything()
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('select count(*) from mon_sample')
    const stopping = new AbortController()
    const stopped = expect(packDay(database.db, DAY, stopping.signal)).rejects.toMatchObject({ code: '57014' })
    await eventually(async () => expect(await waiting()).toBe(1))
    stopping.abort()
    await stopped
    await reader.query('commit')
    reader.release()
    expect(await everything()).toEqual(before)
    expect([await count('mon_sample'), await count('mon_sample_pack')]).toEqual([100, 0])
  })

  it.skipIf(isOnCitus)('packing aborted between two statements ends too', async () => {
    await store(minutes(100, (i) => i))
    const reader = await pool.connect()
    await reader.query('begin')
    await reader.query('select count(*) from mon_sample')
    const stopping = new AbortController()
    let statements = 0
    // Aborts while no statement is running, just after the third has returned.
    const connect = async () => {
      const connection = await pool.connect()
      const query = connection.query.bind(connection) as (...args: unknown[]) => Promise<unknown>
      return new Proxy(connection, {
        get: (held, key) =>
          key === 'query'
            ? async (...args: unknown[]) => {
                const answer = await query(...args)
                if (++statements === 3) stopping.abort()
                return answer
              }
            : Reflect.get(held, key),
      })
    }
    const paused = createDb(
      new Proxy(pool, { get: (held, key) => (key === 'connect' ? connect : Reflect.get(held, key)) }),
    )
    await expect(packDay(paused, DAY, stopping.signal)).rejects.toMatchObject({ code: '57014' })
    await reader.query('commit')
    reader.release()
    expect([await count('mon_sample'), await count('mon_sample_pack')]).toEqual([100, 0])
  })

  it('concurrent packers pack a day once', async () => {
    await store(minutes(500, (i) => i))
    const before = await everything()
    await Promise.all([packDay(database.db, DAY), packDay(database.db, DAY), packDay(database.db, DAY)])
    expect(await everything()).toEqual(before)
  })
})

describe('the worker', () => {
  it('packs only days that ended at least two days ago', async () => {
    await store([
      { ms: 0, v: 1 },
      { ms: DAY_MS, v: 2 },
    ])
    const clock = createManualClock(DAY.toMs + PACK_AFTER_MS - 60_000)
    const stop = startPackWorker({ pool, db: database.db, log: { info() {}, warn() {} } as never, clock })
    clock.advance(600_000)
    await eventually(async () => expect(await count('mon_sample')).toBe(1))
    expect(await count('mon_sample_pack')).toBe(1)
    await stop()
  })
})
