import { gzipSync } from 'node:zlib'
import { ingestAnswer } from '@natim/contract/mon/ingest'
import { QUALITY } from '@natim/domain/quality'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { addDevice, openNetwork, readSamples, type TestDevice, type TestNetwork } from '../testing/network.ts'
import { registerIngestRoutes } from './ingest.routes.ts'

let network: TestNetwork
let device: TestDevice
let retired: TestDevice
let app: FastifyInstance

beforeAll(async () => {
  network = await openNetwork({
    options: { backlog: { maxPoints: 50, maxMessages: 50 } },
    prepare: async (db) => {
      device = await addDevice(db, { metrics: ['pm25', 'air_rh'] })
      retired = await addDevice(db)
      await db.updateTable('monDevice').set({ retiredAt: new Date() }).where('id', '=', retired.id).execute()
    },
  })
})
beforeEach(async () => {
  await app?.close()
  await network.reset()
  app = Fastify()
  registerIngestRoutes(app, network.ingest.http)
})
afterAll(async () => {
  await app.close()
  await network.close()
})

const credentials = (who: { readonly clientId: string; readonly secret: string }) =>
  `Device ${who.clientId}:${who.secret}`

async function post(kind: string, payload: string | Buffer, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: `/ingest/v1/${kind}`,
    payload,
    headers: { authorization: credentials(device), ...headers },
  })
  return { status: response.statusCode, headers: response.headers, body: ingestAnswer.parse(response.json()) }
}

describe('POST /ingest/v1/tele', () => {
  it('[BZ-21] answers 200 when the points are stored', async () => {
    const ts = Date.now()
    const { status, body } = await post('tele', JSON.stringify({ ts, d: { 1: 40, air_rh: 55 } }))
    expect([status, body.ok, body.accepted, body.rejected]).toEqual([200, true, 2, []])
    expect(body.serverTime).toBeGreaterThanOrEqual(ts)
    expect((await readSamples(network.pool)).map(({ ts: at, v }) => [at, v])).toEqual([
      [ts, 40],
      [ts, 55],
    ])
  })

  it('reports refused points with their reasons', async () => {
    const { status, body } = await post('tele', JSON.stringify({ d: { 1: 40, 2: 900, x: 1, pm25: 'NaN' } }))
    expect([status, body.ok, body.accepted]).toEqual([200, true, 1])
    expect(body.rejected).toEqual(
      expect.arrayContaining([
        { i: 1, key: '2', code: 'E_RANGE' },
        { i: 2, key: 'x', code: 'E_CHANNEL' },
        { i: 3, key: 'pm25', code: 'E_TYPE' },
      ]),
    )
  })

  it.each([
    ['not json', 'E_JSON'],
    ['', 'E_JSON'],
  ])('refuses %j as a whole', async (payload, code) => {
    const { status, body } = await post('tele', payload)
    expect([status, body.ok, body.accepted, body.rejected[0]?.code]).toEqual([200, false, 0, code])
  })

  it.each([['application/json'], ['text/plain'], ['application/octet-stream'], ['x/y; charset="']])(
    'reads the body regardless of the content type: %s',
    async (type) => {
      const { body } = await post('tele', JSON.stringify({ d: { 1: 40 } }), { 'content-type': type })
      expect(body.accepted).toBe(1)
    },
  )
})

it('accepts a packed batch', async () => {
  const rows = Array.from({ length: 40 }, (_, i) => [i * 1_000, 40 + i / 10])
  const { body } = await post('batch', gzipSync(JSON.stringify({ c: ['1'], t0: Date.now() - 60_000, rows })))
  expect(body.accepted).toBe(40)
})

it('refuses a batch from the future, and stores a single instant at its receive time', async () => {
  const ts = Date.now() + 3_600_000
  const batch = await post('batch', JSON.stringify({ c: ['1'], t0: ts, rows: [[0, 41]] }))
  expect([batch.status, batch.body.ok, batch.body.rejected[0]?.code]).toEqual([200, false, 'E_FUTURE'])
  const tele = await post('tele', JSON.stringify({ ts, d: { 1: 42 } }))
  expect([tele.body.ok, tele.body.accepted]).toEqual([true, 1])
  const [stored, ...others] = await readSamples(network.pool)
  expect([stored?.v, stored?.q, others]).toEqual([42, QUALITY.timeCorrected, []])
  expect(stored?.ts).toBeLessThan(ts)
})

it('stores events and blobs, and refuses an invalid blob kind', async () => {
  expect((await post('event', '{"id":"e1","type":"nbc.chem","level":2}')).body).toMatchObject({ ok: true, accepted: 1 })
  expect((await post('event', '{"level":2}')).body).toMatchObject({ ok: false, message: 'type is missing' })
  const blob = Buffer.concat([Buffer.from('{"c":"1"}\n'), Buffer.from([0, 255])])
  expect((await post('blob/spectrum', blob)).body).toMatchObject({ ok: true, accepted: 1 })
  expect((await post('blob/No%20Word', blob)).status).toBe(400)
  const { rows } = await network.pool.query(
    'select type, level, b.kind, content from mon_device_event join mon_blob_sample b using (device_id)',
  )
  expect(rows).toEqual([{ type: 'nbc.chem', level: 2, kind: 'spectrum', content: Buffer.from([0, 255]) }])
})

it('stores a state', async () => {
  expect((await post('state', '{"s":"online","fw":"9.9"}')).body.ok).toBe(true)
  const { rows } = await network.pool.query('select firmware from mon_device_state where firmware is not null')
  expect(rows).toEqual([{ firmware: '9.9' }])
})

describe('authentication', () => {
  it.each([
    ['nobody', () => '', 401],
    ['a user token', () => 'Bearer abc', 401],
    ['half a header', () => `Device ${device.clientId}`, 401],
    ['an unknown device', () => 'Device NOBODY-1:secret', 401],
    ['a wrong secret', () => `Device ${device.clientId}:wrong`, 401],
    ['a retired device', () => credentials(retired), 403],
  ])('%s: %i', async (_name, authorization, expected) => {
    const { status, body } = await post('tele', '{"d":{"1":1}}', { authorization: authorization() })
    expect([status, body.ok]).toEqual([expected, false])
    expect(await readSamples(network.pool)).toEqual([])
  })

  it('happens before the body is read', async () => {
    const { status } = await post('tele', 'x'.repeat(2 * 1024 * 1024), { authorization: 'none' })
    expect(status).toBe(401)
  })

  it('blocks after ten failures', async () => {
    for (let i = 0; i < 10; i++) await post('tele', '{}', { authorization: `Device ${device.clientId}:wrong-${i}` })
    expect((await post('tele', '{"d":{"1":1}}')).status).toBe(403)
  })
})

it('answers 413 above 1 MiB', async () => {
  expect((await post('batch', 'x'.repeat(1024 * 1024 + 1))).status).toBe(413)
})

describe('when points cannot be stored at once', () => {
  it('answers 429 with Retry-After over the rate', async () => {
    // The clock stands still: on a slow machine the sixth message would fall into the next second.
    await network.restart({ rateLimits: { messagesPerS: 1, pointsPerS: 2_000 } }, { ms: Date.now() })
    await app.close()
    app = Fastify()
    registerIngestRoutes(app, network.ingest.http)
    const answers = []
    for (let i = 0; i < 6; i++) answers.push(await post('tele', `{"ts":${Date.now() + i},"d":{"1":40}}`))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429])
    expect(answers[5]?.headers['retry-after']).toBe('1')
    expect(await readSamples(network.pool)).toHaveLength(5)
  })

  it('answers 429 while the backlog is high, and 200 afterwards', async () => {
    const lock = await network.pool.connect()
    await lock.query('begin')
    await lock.query('lock table mon_sample in share mode')
    const rows = Array.from({ length: 45 }, (_, i) => [i, 40])
    const first = post('batch', JSON.stringify({ c: ['1'], t0: Date.now() - 1_000, rows }))
    await eventually(() => expect(network.ingest.stats().queuedPoints).toBe(45))
    const second = await post('tele', '{"d":{"2":50}}')
    expect([second.status, second.headers['retry-after'], second.body.accepted]).toEqual([429, '1', 0])
    await lock.query('rollback')
    lock.release()
    expect((await first).status).toBe(200)
    expect((await post('tele', '{"d":{"2":50}}')).status).toBe(200)
  })

  it('answers 503 after a shutdown', async () => {
    await network.ingest.stop()
    expect((await post('tele', '{"d":{"1":40}}')).status).toBe(503)
    await network.restart()
  })
})
