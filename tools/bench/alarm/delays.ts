import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '../../../apps/server/src/platform/db/db.ts'
import { type Bench, measure } from '../ingest/measure.ts'
import { MqttClient } from '../ingest/mqtt-client.ts'
import type { BenchDevice } from '../ingest/network.ts'
import type { ServerProcess } from '../ingest/server-process.ts'

const LOOK_MS = 10
const WITHIN_MS = 60_000
const EVERY_MS = 50
const FAR_ABOVE = 600

export interface DelayLoad {
  readonly bench: Bench
  /** Devices that send continuously. */
  readonly devices: readonly BenchDevice[]
  /** Devices that raise one alarm each. */
  readonly probed: readonly BenchDevice[]
  readonly pointsPerS: number
}

const alarmsOf = async (db: Db, devices: readonly BenchDevice[]): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ deviceNo: number }>`
    select device_no from mon_alarm where device_no = any(${devices.map(({ deviceNo }) => deviceNo)}::int[])`.execute(
    db,
  )
  return new Set(rows.map((row) => row.deviceNo))
}

const above = (ts: number, channels: number) =>
  Buffer.from(
    JSON.stringify({ v: 1, ts, d: Object.fromEntries(Array.from({ length: channels }, (_, i) => [i + 1, FAR_ABOVE])) }),
  )

/** Delay from the acknowledgement of the sample that raises an alarm to its row, polled every 10 ms. */
export async function measureDelays(db: Db, { bench, devices, probed, pointsPerS }: DelayLoad): Promise<object[]> {
  const seconds = Math.ceil((probed.length * EVERY_MS) / 1_000) + 8
  const plan = {
    transport: 'mqtt',
    mode: 'paced',
    firstMs: 0,
    window: 1,
    rowMs: 0,
    rowsPerBatch: 1,
    pointsPerS,
    seconds,
  } as const
  const load = measure(bench, 'load', devices, plan)
  const ackedMs = new Map<number, number>()
  const delaysMs: number[] = []
  const look = async () => {
    const seen = await alarmsOf(db, probed)
    const nowMs = performance.now()
    for (const deviceNo of seen) {
      const acked = ackedMs.get(deviceNo)
      if (acked === undefined) continue
      delaysMs.push(nowMs - acked)
      ackedMs.delete(deviceNo)
    }
  }
  const over = new AbortController()
  const looking = (async () => {
    for (; !over.signal.aborted; await delay(LOOK_MS)) await look()
  })()
  // Time for the load to ramp up.
  await delay(4_000)
  for (const device of probed) {
    const client = await MqttClient.open(bench.server.ports.mqtt, device, () => {
      ackedMs.set(device.deviceNo, performance.now())
      client.close()
    })
    client.publish('tele', above(Date.now(), 1))
    await delay(EVERY_MS)
  }
  const untilMs = performance.now() + WITHIN_MS
  while (delaysMs.length < probed.length && performance.now() < untilMs) await delay(LOOK_MS)
  over.abort()
  await Promise.all([looking, load])
  const sorted = delaysMs.toSorted((a, b) => a - b)
  const at = (share: number) => `${sorted[Math.floor((sorted.length - 1) * share)]?.toFixed(0)} ms`
  return [
    { figure: 'acknowledged sample → alarm row', alarms: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99) },
  ]
}

/** Alarms on the first channels of many devices at once. */
export async function measureFlood(
  db: Db,
  server: ServerProcess,
  devices: readonly BenchDevice[],
  channels: number,
): Promise<object[]> {
  const clients: MqttClient[] = []
  for (const device of devices) clients.push(await MqttClient.open(server.ports.mqtt, device, () => undefined))
  const startMs = performance.now()
  for (const client of clients) client.publish('tele', above(Date.now(), channels))
  const numbers = devices.map(({ deviceNo }) => deviceNo)
  const stored = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from mon_alarm where device_no = any(${numbers}::int[])`.execute(db)
    return rows[0]?.n ?? 0
  }
  let count = 0
  for (const untilMs = performance.now() + WITHIN_MS; performance.now() < untilMs; await delay(LOOK_MS)) {
    count = await stored()
    if (count === devices.length * channels) break
  }
  const seconds = (performance.now() - startMs) / 1_000
  for (const client of clients) client.close()
  return [{ figure: 'alarms at once, until the last is stored', alarms: count, seconds: seconds.toFixed(1) }]
}
