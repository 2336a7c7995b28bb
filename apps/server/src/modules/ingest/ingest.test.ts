import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  addDevice,
  connect,
  openNetwork,
  publish,
  readSamples,
  type TestDevice,
  type TestNetwork,
} from './testing/network.ts'

let network: TestNetwork
let device: TestDevice

beforeAll(async () => {
  network = await openNetwork({
    prepare: async (db) => {
      device = await addDevice({ db, bus: { publish: () => undefined } as never }, { metrics: ['pm25', 'so2'] })
    },
  })
})
afterAll(() => network.close())

it('stores what a device publishes before it acknowledges', async () => {
  const client = await connect(network, device)
  const ts = Date.now()
  await publish(client, `dt/${device.clientId}/tele`, { v: 1, ts, d: { 1: 42, so2: 7.5 } })
  expect(await readSamples(network.pool)).toEqual([
    { channelNo: device.channelNos[0], ts, v: 42, q: 0 },
    { channelNo: device.channelNos[1], ts, v: 7.5, q: 0 },
  ])
  await client.endAsync()
})
