import { setTimeout as sleep } from 'node:timers/promises'
import { parseGmt8 } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { isOnCitus } from '../../testing/citus.ts'
import { createPartition, partitionAt } from '../sample/index.ts'
import { packDay } from '../sample/pack.service.ts'
import {
  addDevice,
  connect,
  joinNetwork,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'
import { isTransient } from './write/transient.ts'

const NOW = parseGmt8('2026-11-21 10:20:00') as number
const T0 = parseGmt8('2026-11-16 10:00:00') as number
const STEP_MS = 5_000
const ROWS = 300
const MAX_KILLED = 4
const clock = { ms: NOW }
/** Another receive time: an equal value stored by the other process is a repetition. */
const otherClock = { ms: NOW + 1_007 }
const options = { rateLimits: { messagesPerS: 100_000, pointsPerS: 10_000_000 } }

let network: TestNetwork
let second: TestNetwork
let device: TestDevice
let client: MqttClient
let other: MqttClient
let announced: Map<string, number>
let expected: Awaited<ReturnType<typeof tables>> | undefined

beforeAll(async () => {
  network = await openNetwork({
    clock,
    options,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25', 'air_temp'], periodS: 5 })
    },
  })
})
beforeEach(async () => {
  clock.ms = NOW
  await network.reset()
  second = await joinNetwork(network, { clock: otherClock, options })
  client = await connect(network, device)
  other = await connect(second, device)
  announced = new Map()
  for (const { bus } of [network, second])
    bus.subscribe('points', ({ channelNos, tsMs, values }) => {
      for (const [i, ts] of tsMs.entries()) {
        const key = `${channelNos[i]}@${ts}=${values[i]}`
        announced.set(key, (announced.get(key) ?? 0) + 1)
      }
    })
})
afterEach(async () => {
  await Promise.all([client.endAsync(), other.endAsync()])
  await second.ingest.stop()
})
afterAll(() => network.close())

type Row = readonly number[]
const rows = (from: number, to: number, shift = 0): Row[] =>
  Array.from({ length: to - from }, (_, i) => [(from + i) * STEP_MS, 40 + ((from + i) % 9) + shift, 20])
const batch = (by: MqttClient, given: object) =>
  publish(by, `dt/${device.clientId}/batch`, { c: ['1', '2'], t0: T0, ...given })
const tele = (by: MqttClient, given: object) => publish(by, `dt/${device.clientId}/tele`, given)
/** Again where the connection is one of those killed. */
async function read(text: string) {
  for (let left = MAX_KILLED; ; left -= 1) {
    try {
      return (await network.pool.query(text)).rows
    } catch (error) {
      if (left === 0 || !isTransient(error)) throw error
    }
  }
}

async function tables() {
  return {
    samples: await read('select device_id, channel_no, ts, v, q from mon_samples order by 1, 2, 3'),
    conflicts: await read('select device_id, channel_no, ts, v from mon_sample_conflict order by 1, 2, 3, 4'),
    dirty: await read('select device_id, level, bucket, from_ts, to_ts from mon_dirty order by 1, 2, 3'),
    late: await read('select channel_no, bucket, cause, from_ts, to_ts from mon_late_mark order by 1, 2, 3'),
  }
}

async function pack(): Promise<void> {
  await createPartition(network.pool, partitionAt('mon_sample_pack', T0))
  await packDay(network.db, partitionAt('mon_sample', T0))
}

/** What is stored before: the newest values, and every other row with another value. */
async function before(isPacked: boolean): Promise<void> {
  await tele(client, { ts: NOW - 20_000, d: { 1: 40, 2: 20 } })
  await batch(client, { id: 'p', rows: rows(0, ROWS, 5).filter((_, i) => i % 2 === 0) })
  if (isPacked) await pack()
  // Conflicting values are told apart by their receive times.
  clock.ms = NOW + 1_000
}

const FINAL = rows(20, 30, 11)
const NEWEST = { ts: NOW - 10_000, d: { 1: 41, 2: 21 } }

/** The same stream, slowly. */
async function slowly(isPacked: boolean) {
  await before(isPacked)
  for (const [i, row] of rows(0, ROWS).entries()) await batch(client, { id: `s${i}`, rows: [row] })
  await batch(client, { id: 'f', fin: true, rows: FINAL })
  await tele(client, NEWEST)
  return tables()
}

async function killCopies(until: Promise<unknown>): Promise<number> {
  const over = new AbortController()
  void until.finally(() => over.abort()).catch(() => undefined)
  let killed = 0
  while (!over.signal.aborted && killed < MAX_KILLED) {
    const found = await read(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and (query like 'copy mon_sample%' or query = 'commit') limit 1`,
    )
    killed += found.length
    await sleep(7)
  }
  return killed
}

// On Citus the role of the tests may not end sessions.
const KILLED: [words: string, isPacked: boolean, isKilling: boolean][] = isOnCitus
  ? []
  : [
      [' while connections are killed', false, true],
      [' of packed days while connections are killed', true, true],
    ]

it.each<[words: string, isPacked: boolean, isKilling: boolean]>([
  ['', false, false],
  [' of packed days', true, false],
  ...KILLED,
])('a backfill%s sent to two processes at once is stored as if sent slowly', async (_, isPacked, isKilling) => {
  expected ??= await slowly(false)
  expect(expected.samples).toHaveLength(2 * ROWS + 4)
  clock.ms = NOW
  await Promise.all([client.endAsync(), other.endAsync()])
  await second.ingest.stop()
  await network.reset()
  second = await joinNetwork(network, { clock: otherClock, options })
  client = await connect(network, device)
  other = await connect(second, device)
  await before(isPacked)
  const isStored = async (count: number) =>
    expect((await read('select count(*)::int as n from mon_samples'))[0].n).toBeGreaterThanOrEqual(count)
  const sent = Promise.all([
    ...[client, other].flatMap((by, i) => [
      batch(by, { id: `a${i}`, rows: i === 0 ? rows(0, ROWS) : rows(0, ROWS).reverse() }).then(() =>
        isStored(2 * ROWS + 2),
      ),
      batch(by, { id: 'f', fin: true, rows: FINAL }),
      tele(by, NEWEST),
    ]),
    batch(other, { id: 'again', rows: rows(0, ROWS) }),
  ])
  if (isKilling) expect(await killCopies(sent)).toBeGreaterThan(0)
  await sent
  const found = await tables()
  for (const key of Object.keys(found) as (keyof typeof found)[])
    expect([key, found[key]]).toEqual([key, expected?.[key]])
})

it('a new backfill sent to two processes at once in opposite orders is announced once, by one of them', async () => {
  await tele(client, { ts: NOW - 20_000, d: { 1: 40, 2: 20 } })
  announced.clear()
  await Promise.all([
    batch(client, { id: 'a', rows: rows(0, ROWS) }),
    batch(other, { id: 'b', rows: rows(0, ROWS).reverse() }),
  ])
  expect(await read('select channel_no from mon_sample_conflict')).toEqual([])
  expect((await read('select count(*)::int as n from mon_samples'))[0].n).toBe(2 * ROWS + 2)
  expect(announced.size).toBe(2 * ROWS)
  expect([...new Set(announced.values())]).toEqual([1])
})
