import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildTestApp, type TestApp } from '../../testing/build-app.ts'
import { type BuiltDevice, buildDevice } from '../../testing/build-network.ts'

let server: TestApp
let token: string
let stranger: string
let device: BuiltDevice
const TS = 1_795_234_800_123

beforeAll(async () => {
  server = await buildTestApp()
  await server.addUser('keeper', { roles: ['admin'] })
  await server.addUser('elsewhere', { roles: ['analyst'], regionPrefixes: ['44'] })
  token = await server.signIn('keeper')
  stranger = await server.signIn('elsewhere')
  device = await buildDevice(server.db, { metrics: ['pm25'], regionCode: '320500' })
  const at = (ms: number) => new Date(TS + ms)
  const { deviceNo } = device
  await server.db
    .insertInto('monDeviceEvent')
    .values(
      Array.from({ length: 120 }, (_, i) => ({
        deviceId: deviceNo,
        ts: at(-i * 1_000),
        key: Buffer.from([i]),
        kind: 'event',
        type: 'door',
        data: JSON.stringify({ n: i }),
        rx: at(0),
      })),
    )
    .execute()
  await server.db
    .insertInto('monBlobSample')
    .values({
      deviceId: deviceNo,
      channelNo: 0,
      ts: at(500),
      kind: 'image',
      key: Buffer.from('aa01', 'hex'),
      meta: '{"w":1}',
      content: Buffer.from([0, 255]),
      rx: at(0),
    })
    .execute()
})
afterAll(() => server.close())

const read = (path: string, as = token) => server.call('GET', `/mon/device/${device.id}/${path}`, { token: as })

describe('events of a device', () => {
  it('are listed newest first, including blobs, a hundred at a time', async () => {
    const { result } = (await read('events')).body
    expect(result).toHaveLength(100)
    expect(result[0]).toEqual({
      kind: 'blob',
      tsMs: TS + 500,
      rxMs: TS,
      type: 'image',
      level: null,
      data: { w: 1 },
      q: 0,
      channelNo: 0,
      bytes: 2,
      key: 'aa01',
    })
    expect(result.slice(1, 3).map(({ data }: { data: object }) => data)).toEqual([{ n: 0 }, { n: 1 }])
    const older = (await read(`events?beforeMs=${result.at(-1).tsMs}`)).body.result
    expect(older.map(({ data }: { data: { n: number } }) => data.n)).toEqual(
      Array.from({ length: 21 }, (_, i) => 99 + i),
    )
  })

  it('return the content of a blob as a file that browsers do not render', async () => {
    const response = await server.app.inject({
      url: `/jeecg-boot/mon/device/${device.id}/blob?channelNo=0&tsMs=${TS + 500}&kind=image&key=aa01`,
      headers: { 'x-access-token': token },
    })
    expect([...response.rawPayload]).toEqual([0, 255])
    expect(response.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'content-disposition': `attachment; filename="${device.clientId}-image-${TS + 500}"`,
    })
    expect((await read(`blob?channelNo=0&tsMs=${TS}&kind=image&key=aa01`)).body).toMatchObject({ success: false })
  })

  it('state their length when they are too long for a list', async () => {
    const ts = new Date(TS + 400)
    const data = JSON.stringify({ text: 'x'.repeat(9_000) })
    await server.db
      .insertInto('monDeviceEvent')
      .values({ deviceId: device.deviceNo, ts, key: Buffer.from('long'), kind: 'event', type: 'dump', data, rx: ts })
      .execute()
    const { result } = (await read('events')).body
    expect(result.find(({ type }: { type: string }) => type === 'dump').data).toEqual({ omittedBytes: 9_012 })
  })

  it('are listed with refusals by reason', async () => {
    const hour = (ago: number) => new Date(Math.floor(Date.now() / 3_600_000 - ago) * 3_600_000)
    const row = (code: string, ago: number, n: number) => ({ deviceId: device.deviceNo, hour: hour(ago), code, n })
    await server.db
      .insertInto('monIngestCounter')
      .values([row('E_TYPE', 1, 3), row('E_TYPE', 30, 4), row('E_RANGE', 2, 9), row('E_JSON', 24 * 8, 5)])
      .execute()
    expect((await read('rejects')).body.result).toEqual([
      { code: 'E_RANGE', day: 9, week: 9, lastHourMs: hour(2).getTime() },
      { code: 'E_TYPE', day: 3, week: 7, lastHourMs: hour(1).getTime() },
    ])
  })

  it('are hidden from users who may not see the device', async () => {
    for (const path of ['events', 'rejects', `blob?channelNo=0&tsMs=${TS + 500}&kind=image&key=aa01`])
      expect((await read(path, stranger)).body).toMatchObject({ success: false, message: '未找到对应数据' })
  })
})
