import { setTimeout as sleep } from 'node:timers/promises'
import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import {
  addDevice,
  connect,
  joinNetwork,
  openNetwork,
  publish,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'

const TIMEOUT_S = 4
const PERIOD_MS = 1_000

let first: TestNetwork
let second: TestNetwork
/** One per stream, 16 in total. */
let devices: TestDevice[]

beforeAll(async () => {
  first = await openNetwork({
    prepare: async (db) => {
      devices = []
      for (let i = 0; i < 16; i++) devices.push(await addDevice(db, { metrics: ['pm25'], periodS: 1 }))
      await db.updateTable('monDevice').set({ onlineTimeoutS: TIMEOUT_S }).execute()
    },
  })
})
afterAll(async () => {
  await second?.ingest.stop()
  await first.close()
})

/** Devices that report once a second until stopped. */
class Chorus {
  readonly #clients: { readonly device: TestDevice; readonly client: MqttClient }[] = []
  #timer: NodeJS.Timeout | undefined

  async join(network: TestNetwork, members: readonly TestDevice[]): Promise<void> {
    for (const device of members) this.#clients.push({ device, client: await connect(network, device) })
    this.#timer ??= setInterval(() => {
      for (const { device, client } of this.#clients) {
        // Publishing may fail while the client disconnects.
        void publish(client, `dt/${device.clientId}/tele`, { ts: Date.now(), d: { 1: Math.random() * 50 } }).catch(
          () => {},
        )
      }
    }, PERIOD_MS)
  }

  async leave(): Promise<void> {
    clearInterval(this.#timer)
    this.#timer = undefined
    await Promise.all(this.#clients.splice(0).map(({ client }) => client.endAsync()))
  }
}

const rows = async <T extends object>(text: string): Promise<T[]> => (await first.pool.query<T>(text)).rows
const offlines = async () =>
  (await rows<{ n: number }>(`select count(*)::int as n from mon_device_status_log where to_val = 'offline'`))[0]?.n
const openGaps = async () =>
  (await rows<{ n: number }>('select count(*)::int as n from mon_gap where t_to is null'))[0]?.n
const gaps = async () => (await rows<{ n: number }>('select count(*)::int as n from mon_gap'))[0]?.n
const owners = async () =>
  (
    await rows<{ n: number }>('select count(*)::int as n from mon_stream where until > now() group by owner order by 1')
  ).map(({ n }) => n)
const statuses = async () =>
  (await rows<{ status: string }>('select distinct status from mon_device_state')).map((row) => row.status)

describe('two processes receiving devices', () => {
  const chorus = new Chorus()

  it('share the streams, and no device is offline or has a gap because the other process receives it', async () => {
    await chorus.join(first, devices)
    await eventually(async () => expect(await statuses()).toEqual(['online']))
    second = await joinNetwork(first)
    await eventually(async () => expect(await owners()).toEqual([8, 8]))
    await sleep(3 * TIMEOUT_S * 1_000)
    expect(await statuses()).toEqual(['online'])
    expect({ offlines: await offlines(), gaps: await gaps() }).toEqual({ offlines: 0, gaps: 0 })
  })

  it('raise nothing when the devices move to the other process', async () => {
    await chorus.leave()
    await chorus.join(second, devices)
    await sleep(3 * TIMEOUT_S * 1_000)
    expect(await statuses()).toEqual(['online'])
    expect(await offlines()).toBe(0)
    expect(await openGaps()).toBe(0)
  })

  it('report each device offline once, and open one gap each, closed by its next sample', async () => {
    await chorus.leave()
    await eventually(async () => expect(await statuses()).toEqual(['offline']))
    await eventually(async () => expect(await openGaps()).toBe(16))
    expect(await offlines()).toBe(16)
    await chorus.join(first, devices)
    await eventually(async () => expect(await statuses()).toEqual(['online']))
    await eventually(async () => expect(await openGaps()).toBe(0))
    const causes = await rows<{ cause: string }>(
      "select distinct cause from mon_gap where t_to - t_from > interval '4 seconds'",
    )
    expect(causes).toEqual([{ cause: 'offline' }])
  })

  it('leave no work undone when one of them stops', async () => {
    const before = await offlines()
    await second.ingest.stop()
    await eventually(async () => expect(await owners()).toEqual([16]))
    await sleep(2 * TIMEOUT_S * 1_000)
    expect(await statuses()).toEqual(['online'])
    expect(await offlines()).toBe(before)
    await chorus.leave()
    await eventually(async () => expect(await statuses()).toEqual(['offline']))
    expect(await offlines()).toBe(Number(before) + 16)
  })
})
