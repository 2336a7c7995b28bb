import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { freePort } from '../../../testing/free-port.ts'
import {
  addDevice,
  joinNetwork,
  openNetwork,
  publish,
  readSamples,
  type TestDevice,
  type TestNetwork,
} from '../testing/network.ts'

const MOSQUITTO = ['/usr/sbin/mosquitto', 'mosquitto'].find((path) => spawnSync(path, ['-h']).error === undefined)
if (!MOSQUITTO) process.stderr.write('SKIPPED: mosquitto is not installed; shared subscriptions were not tested\n')

/** A real broker: our own in tests knows no shared subscriptions. */
describe.skipIf(!MOSQUITTO)('an external broker that shares messages out', () => {
  let dir: string
  let broker: ChildProcess
  let mqttUrl: string
  let device: TestDevice
  let first: TestNetwork
  let second: TestNetwork
  let publisher: MqttClient
  const T0 = Date.now() - 600_000

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'natim-broker-'))
    const port = await freePort()
    const config = join(dir, 'mosquitto.conf')
    await writeFile(
      config,
      `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\npersistence false\n`,
    )
    broker = spawn(MOSQUITTO ?? '', ['-c', config], { stdio: 'ignore' })
    mqttUrl = `mqtt://127.0.0.1:${port}`
    // It takes a moment to listen.
    publisher = await eventually(() => mqtt.connectAsync(mqttUrl, { protocolVersion: 4, clientId: 'devices' }))
    // A process of before, which took everything by itself.
    const before = await mqtt.connectAsync(mqttUrl, { protocolVersion: 4, clientId: 'natim-ingest', clean: false })
    await before.subscribeAsync('dt/#', { qos: 1 })
    await before.endAsync()
    first = await openNetwork({
      mqttUrl,
      mqttShared: true,
      prepare: async (db) => {
        device = await addDevice(db, { metrics: ['pm25'] })
        await publish(publisher, `dt/${device.clientId}/tele`, { ts: T0 - 1, d: { 1: 7 } })
      },
    })
    second = await joinNetwork(first, { mqttUrl, mqttShared: true })
  })
  afterAll(async () => {
    await second?.ingest.stop()
    await publisher?.endAsync(true)
    await first?.close()
    broker?.kill('SIGKILL')
    await rm(dir, { recursive: true, force: true })
  })

  const owners = async () =>
    (
      await first.pool.query<{ n: number }>(
        'select count(*)::int as n from mon_stream where until > now() group by owner order by 1',
      )
    ).rows.map(({ n }) => n)
  const send = (i: number) => publish(publisher, `dt/${device.clientId}/tele`, { ts: T0 + i * 1_000, d: { 1: i % 40 } })
  const count = async () => (await readSamples(first.pool)).length

  it('has what waited for the one session of before', async () => {
    await eventually(async () => expect(await readSamples(first.pool)).toMatchObject([{ ts: T0 - 1, v: 7 }]))
  })

  it('is read by both processes at once, and by the one that is left: nothing is lost or doubled', async () => {
    await eventually(async () => expect(await owners()).toEqual([8, 8]))
    const stored = () => [first.ingest.stats().storedPoints, second.ingest.stats().storedPoints]
    for (let i = 0; i < 100; i++) await send(i)
    await eventually(async () => expect(await count()).toBe(101))
    // In turns: each has a good share.
    for (const points of stored()) expect(points).toBeGreaterThan(20)

    const stopping = second.ingest.stop()
    for (let i = 100; i < 200; i++) await send(i)
    await stopping
    await eventually(async () => expect(await count()).toBe(201))
  }, 60_000)
})
