import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Aedes } from 'aedes'
import mqtt, { type MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
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

/** External broker: without the product's rules, with real sessions. */
let broker: Aedes
let server: Server
let connections: Set<Socket>
let port: number
let mqttUrl: string
let device: TestDevice
let network: TestNetwork
let publisher: MqttClient

beforeAll(async () => {
  broker = await Aedes.createBroker()
  connections = new Set()
  server = createServer((socket) => {
    connections.add(socket)
    broker.handle(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  port = (server.address() as AddressInfo).port
  mqttUrl = `mqtt://bridge:secret@127.0.0.1:${port}`
  network = await openNetwork({
    mqttUrl,
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25'] })
    },
  })
  publisher = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 4, clientId: 'somebody' })
})
beforeEach(async () => {
  await network.reset()
  await eventually(() =>
    expect(Object.keys((broker as unknown as { clients: object }).clients)).toContain('natim-ingest'),
  )
})
afterAll(async () => {
  await publisher.endAsync()
  await network.close()
  await new Promise<void>((resolve) => broker.close(resolve))
  server.close()
})

const topic = () => `dt/${device.clientId}/tele`
const stored = () => readSamples(network.pool)

it('stores the messages of the broker', async () => {
  const ts = Date.now()
  await publish(publisher, topic(), { ts, d: { 1: 40 } })
  await eventually(async () => expect(await stored()).toMatchObject([{ ts, v: 40 }]))
})

it('leaves messages that are not durable with the broker, which delivers them again after a lost connection', async () => {
  const lock = await network.pool.connect()
  await lock.query('begin')
  await lock.query('lock table mon_sample in share mode')
  await publish(publisher, topic(), { ts: Date.now(), d: { 1: 41 } })
  await eventually(() => expect(network.ingest.stats().queuedPoints).toBe(1))
  for (const socket of connections) socket.destroy()
  await lock.query('rollback')
  lock.release()
  await eventually(async () => expect(await readCounters(network)).toEqual({ E_DUP: 1 }))
  expect(await stored()).toMatchObject([{ v: 41 }])
})

it('reconnects after a broker outage', async () => {
  for (const socket of connections) socket.destroy()
  const again = await mqtt.connectAsync(`mqtt://127.0.0.1:${port}`, { protocolVersion: 4, clientId: 'another' })
  await publish(again, topic(), { ts: Date.now(), d: { 1: 42 } })
  await eventually(async () => expect((await stored()).map(({ v }) => v)).toContain(42))
  await again.endAsync()
})

it('[BZ-21] lists unknown devices and accepts nothing from them', async () => {
  await publish(publisher, 'dt/UNKNOWN-1/tele', { d: { 1: 1 } })
  await publish(publisher, topic(), { ts: Date.now(), d: { 1: 43 } })
  await eventually(async () => expect(await stored()).toHaveLength(1))
  await network.restart()
  const { rows } = await network.pool.query('select client_id from mon_pending_client')
  expect(rows).toEqual([{ client_id: 'UNKNOWN-1' }])
})

it('does not treat an old retained state as a sign of life', async () => {
  await publisher.publishAsync(`dt/${device.clientId}/state`, '{"fw":"1.0"}', { qos: 1, retain: true })
  await eventually(async () => {
    const { rows } = await network.pool.query('select firmware from mon_device_state')
    expect(rows).toEqual([{ firmware: '1.0' }])
  })
  await network.reset()
  await publish(publisher, 'dt/UNKNOWN-2/tele', { d: { 1: 1 } })
  await network.restart()
  expect((await network.pool.query('select 1 from mon_device_state')).rows).toEqual([])
})

it('is read by one of several processes and taken over by the next, without loss or duplicates', async () => {
  const second = await joinNetwork(network, { mqttUrl })
  const logins: unknown[] = []
  const onLogin = () => logins.push(1)
  broker.on('client', onLogin)
  // Two samples with the same millisecond would be one.
  const first = Date.now() - 1_000
  const send = (v: number) => publish(publisher, topic(), { ts: first + v, d: { 1: v } })
  const values = async () => (await stored()).map(({ v }) => v)
  for (const v of [1, 2, 3]) await send(v)
  await eventually(async () => expect(await values()).toEqual([1, 2, 3]))
  // Processes taking over the session from each other would sign in again and again.
  await sleep(3_000)
  expect(logins.length).toBeLessThanOrEqual(1)

  const lock = await network.pool.connect()
  await lock.query('begin')
  await lock.query('lock table mon_sample in share mode')
  await send(4)
  const stopping = network.ingest.stop()
  await send(5)
  await lock.query('rollback')
  lock.release()
  await stopping
  await eventually(async () => expect((await values()).toSorted()).toEqual([1, 2, 3, 4, 5]))
  broker.off('client', onLogin)
  await second.ingest.stop()
})
