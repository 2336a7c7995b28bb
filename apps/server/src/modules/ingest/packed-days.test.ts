import { DAY_MS, parseGmt8 } from '@natim/domain/time'
import type { MqttClient } from 'mqtt'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { drainMarks } from '../rollup/index.ts'
import { createPartition, partitionAt } from '../sample/index.ts'
import { packDay } from '../sample/pack.service.ts'
import { addDevice, connect, openNetwork, publish, type TestDevice, type TestNetwork } from './testing/network.ts'

const NOW = parseGmt8('2026-11-21 10:20:00') as number
const T0 = parseGmt8('2026-11-16 10:00:00') as number
const clock = { ms: NOW }

let network: TestNetwork
let device: TestDevice
let client: MqttClient

beforeAll(async () => {
  network = await openNetwork({
    clock,
    options: { rateLimits: { messagesPerS: 10_000, pointsPerS: 1_000_000 } },
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25', 'air_temp'], periodS: 10 })
    },
  })
  client = await connect(network, device)
})
afterEach(async () => {
  await client.endAsync()
  await network.reset()
  client = await connect(network, device)
})
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

const rows = (from: number, to: number, shift = 0) =>
  Array.from({ length: to - from }, (_, i) => [(from + i) * 10_000, 40 + ((from + i) % 9) + shift, 20])
/** Ids distinguish the messages, as for two runs of one device. */
const batch = (given: object) => publish(client, `dt/${device.clientId}/batch`, { c: ['1', '2'], t0: T0, ...given })

async function pack(): Promise<void> {
  await createPartition(network.pool, partitionAt('mon_sample_pack', T0))
  await packDay(network.db, partitionAt('mon_sample', T0))
}

async function tables() {
  await drainMarks(network.db)
  const read = async (text: string) => (await network.pool.query(text)).rows
  return {
    samples: await read('select device_id, channel_no, ts, v, q from mon_samples order by 1, 2, 3'),
    conflicts: await read('select device_id, channel_no, ts, v, q from mon_sample_conflict order by 1, 2, 3, 4'),
    rollups: await read(
      'select mon_r1m::text as row from mon_r1m union all select mon_r1h::text from mon_r1h order by 1',
    ),
  }
}

/** Days late: new values, repeated ones, a different one, a final one. */
async function history(between: () => Promise<void>) {
  await batch({ id: 'a', rows: rows(0, 500) })
  await between()
  await batch({ id: 'b', rows: rows(400, 600) })
  await batch({ id: 'c', rows: [[5_000, 99, 20]] })
  await between()
  await batch({ id: 'd', rows: rows(10, 11, 7) })
  await batch({ id: 'e', fin: true, rows: rows(20, 22, 3) })
  await between()
  await batch({ id: 'a', rows: rows(0, 500) })
  return tables()
}

it('stores samples of a packed day as if it were not packed', async () => {
  const plain = await history(async () => undefined)
  expect(plain.samples).toHaveLength(1_202)
  expect(plain.conflicts.length).toBe(3)
  await client.endAsync()
  await network.reset()
  client = await connect(network, device)
  expect(await history(pack)).toEqual(plain)
  expect(NOW - T0).toBeGreaterThan(4 * DAY_MS)
})
