import type { MqttClient } from 'mqtt'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../testing/eventually.ts'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  readCounters,
  readSamples,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'

let network: TestNetwork
let gateway: TestDevice
let child: TestDevice
let stranger: TestDevice
let client: MqttClient

beforeAll(async () => {
  network = await openNetwork({
    prepare: async (db) => {
      gateway = await addDevice(db, { kind: 'gateway', metrics: [] })
      child = await addDevice(db, { metrics: ['pm25'], gatewayId: gateway.id })
      stranger = await addDevice(db, { metrics: ['pm25'] })
    },
  })
})
beforeEach(async () => {
  await client?.endAsync()
  await network.reset()
  await network.pool.query('truncate mon_quarantine, mon_pending_client')
  client = await connect(network, gateway)
})
afterAll(async () => {
  await client.endAsync()
  await network.close()
})

const subTopic = (clientId: string, kind = 'tele') => `dt/${gateway.clientId}/sub/${clientId}/${kind}`
const quarantined = async () =>
  (await network.pool.query('select client_id, kind from mon_quarantine order by id')).rows

describe('a gateway', () => {
  it('publishes for its children', async () => {
    await publish(client, subTopic(child.clientId), { ts: Date.now(), d: { 1: 40 } })
    expect(await readSamples(network.pool)).toMatchObject([{ channelNo: child.channelNos[0], v: 40 }])
  })

  it('reports the state of its children', async () => {
    await publish(client, subTopic(child.clientId, 'state'), { fw: '1.0' })
    const { rows } = await network.pool.query(
      'select device_id, firmware from mon_device_state where firmware is not null',
    )
    expect(rows).toEqual([{ device_id: child.deviceNo, firmware: '1.0' }])
  })
})

describe('a message of an unregistered child', () => {
  it('is kept and acknowledged, and the child is listed as pending', async () => {
    await publish(client, subTopic('NEW-0001'), { ts: Date.now(), d: { 1: 40 } })
    expect(await quarantined()).toEqual([{ client_id: 'NEW-0001', kind: 'tele' }])
    expect(await readCounters(network)).toEqual({ E_AUTH: 1 })
    await client.endAsync()
    await network.restart()
    client = await connect(network, gateway)
    const { rows } = await network.pool.query('select client_id, via_gateway_id from mon_pending_client')
    expect(rows).toEqual([{ client_id: 'NEW-0001', via_gateway_id: gateway.id }])
  })

  it('cannot be used to write for another device', async () => {
    await publish(client, subTopic(stranger.clientId), { ts: Date.now(), d: { 1: 40 } })
    expect(await readSamples(network.pool)).toEqual([])
    expect(await quarantined()).toEqual([{ client_id: stranger.clientId, kind: 'tele' }])
  })

  it('is stored once the child is registered, with its original receive time', async () => {
    const ts = Date.now()
    await publish(client, subTopic('NEW-0002'), { ts, d: { 1: 40 } })
    await publish(client, subTopic('NEW-0002', 'batch'), {
      c: ['1'],
      t0: ts + 1,
      rows: [
        [0, 41],
        [1, 42],
      ],
    })
    await publish(client, subTopic('NEW-0002'), 'nonsense')
    await publish(client, subTopic('NEW-0003'), { ts, d: { 1: 50 } })
    const adopted = await addDevice(network.db, { metrics: ['pm25'], gatewayId: gateway.id, clientId: 'NEW-0002' })
    network.bus.publish('registers', { deviceIds: [adopted.id] })
    await eventually(async () => expect(await quarantined()).toEqual([{ client_id: 'NEW-0003', kind: 'tele' }]))
    expect((await readSamples(network.pool)).map(({ ts: at, v, q }) => [at, v, q])).toEqual([
      [ts, 40, 0],
      [ts + 1, 41, 0],
      [ts + 2, 42, 0],
    ])
  })

  it('is also stored at the next start', async () => {
    await publish(client, subTopic('NEW-0004'), { ts: Date.now(), d: { 1: 40 } })
    await addDevice(network.db, { metrics: ['pm25'], gatewayId: gateway.id, clientId: 'NEW-0004' })
    await client.endAsync()
    await network.restart()
    client = await connect(network, gateway)
    expect(await quarantined()).toEqual([])
    expect(await readSamples(network.pool)).toHaveLength(1)
  })
})
