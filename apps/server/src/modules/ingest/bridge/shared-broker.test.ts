import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { freePort } from '../../../testing/free-port.ts'
import { isInstalled } from '../../../testing/is-installed.ts'
import {
  addDevice,
  joinNetwork,
  openNetwork,
  publish,
  readCounters,
  readSamples,
  type TestDevice,
  type TestNetwork,
} from '../testing/network.ts'

/** Debian installs it outside an ordinary user's PATH. */
const MOSQUITTO = existsSync('/usr/sbin/mosquitto') ? '/usr/sbin/mosquitto' : 'mosquitto'
const hasMosquitto = isInstalled(MOSQUITTO, 'shared subscriptions')

/** A real broker, as the embedded test broker lacks shared subscriptions. */
describe.skipIf(!hasMosquitto)('an external broker with shared subscriptions', () => {
  let dir: string
  let broker: ChildProcess
  let mqttUrl: string
  let device: TestDevice
  let first: TestNetwork
  let second: TestNetwork
  let publisher: MqttClient
  const T0 = Date.now() - 3_600_000

  beforeAll(async () => {
    dir = await mkdtemp(join(tmpdir(), 'natim-broker-'))
    const port = await freePort()
    const config = join(dir, 'mosquitto.conf')
    await writeFile(
      config,
      `listener ${port} 127.0.0.1\nallow_anonymous true\nmax_queued_messages 0\npersistence false\n`,
    )
    broker = spawn(MOSQUITTO, ['-c', config], { stdio: 'ignore' })
    mqttUrl = `mqtt://127.0.0.1:${port}`
    // The broker needs a moment before it listens.
    publisher = await eventually(() => mqtt.connectAsync(mqttUrl, { protocolVersion: 4, clientId: 'devices' }))
    // A former process that received everything through a single session.
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

  it('delivers what was queued for the former single session', async () => {
    await eventually(async () => expect(await readSamples(first.pool)).toMatchObject([{ ts: T0 - 1, v: 7 }]))
  })

  it('is read by both processes at once, and by the remaining one, without loss or duplicates', async () => {
    await eventually(async () => expect(await owners()).toEqual([8, 8]))
    const before = first.ingest.stats().storedPoints
    const shares = () => [first.ingest.stats().storedPoints - before, second.ingest.stats().storedPoints]
    let sent = 0
    // Leases are balanced; the sessions follow shortly after.
    await eventually(async () => {
      for (let i = 0; i < 10; i++) await send(sent++)
      for (const points of shares()) expect(points).toBeGreaterThan(20)
    })
    await eventually(async () => expect(await count()).toBe(sent + 1))

    // Each message goes to exactly one process.
    const repeated = async () =>
      Promise.all([first, second].map(async (one) => (await readCounters(one))['E_DUP'] ?? 0))
    const known = await repeated()
    for (let i = 0; i < 50; i++) await send(sent++)
    await eventually(async () => expect(await count()).toBe(sent + 1))
    expect(await repeated()).toEqual(known)

    const stopping = second.ingest.stop()
    for (let i = 0; i < 100; i++) await send(sent++)
    await stopping
    await eventually(async () => expect(await count()).toBe(sent + 1))
  })
})
