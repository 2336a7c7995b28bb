import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createEgress } from '../../../platform/egress.ts'
import { createProvider } from './create-provider.ts'
import { createHttpProvider } from './http-provider.ts'
import type { SatOrder } from './provider.ts'
import { drawRaster } from './raster.ts'
import { createStandIn } from './stand-in.ts'

const order: SatOrder = {
  id: 'pass-1',
  satellite: { code: 'SR-01', noradId: 99_012 },
  sensorType: 'SAR',
  startMs: 1_000_000,
  peakMs: 1_005_000,
  endMs: 1_010_000,
  area: {
    type: 'Polygon',
    coordinates: [
      [
        [121, 40],
        [122, 40],
        [122, 41],
        [121, 41],
        [121, 40],
      ],
    ],
  },
  footprint: [
    [121, 40],
    [122, 40],
    [122, 41],
    [121, 40],
  ],
  offNadir: 20,
  resM: 10,
  cloudPctMax: null,
}

interface Seen {
  readonly method: string | undefined
  readonly url: string | undefined
  readonly token: string | undefined
  readonly body: string
}

let fake: Server
let url: string
const seen: Seen[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await bodyOf(request)
  seen.push({ method: request.method, url: request.url, token: request.headers.authorization, body })
  response.writeHead(answer.status, { 'content-type': 'application/json' })
  response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body))
}

beforeAll(async () => {
  fake = createServer((request, response) => void take(request, response)).listen(0, '127.0.0.1')
  await once(fake, 'listening')
  url = `http://127.0.0.1:${(fake.address() as AddressInfo).port}/api/`
})
afterAll(() => void fake.close())
beforeEach(() => void seen.splice(0))

const open = () =>
  createHttpProvider({
    url,
    token: 'secret',
    egress: createEgress({ hosts: ['127.0.0.1'], privateHosts: ['127.0.0.1'] }),
  })

describe('a provider over HTTP', () => {
  it('places an order with its token', async () => {
    answer = { status: 201, body: { ref: 'ORD-7', costWan: 4.2 } }
    expect(await open().order(order)).toEqual({ ref: 'ORD-7', costWan: 4.2 })
    expect(seen[0]).toMatchObject({ method: 'POST', url: '/api/orders', token: 'Bearer secret' })
    expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({
      id: 'pass-1',
      satellite: { noradId: 99_012 },
      startMs: 1_000_000,
    })
  })

  it('reports progress of an order, delivers, and accepts a cancellation', async () => {
    const events = [
      { state: 'acquiring', atMs: 1_000_000 },
      { state: 'failed', atMs: 1_020_000, reason: '云', cloudPct: 80 },
    ]
    answer = { status: 200, body: { events, nextMs: 5 } }
    expect(await open().status(order, 'ORD-7')).toEqual({ events, nextMs: 5 })
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/api/orders/ORD-7' })
    const bytes = await drawRaster({ place: 'a', moment: 'b', sensor: 'SAR', cloudPct: 0, mark: 0 }, 16)
    const product = { level: 'L1', name: 'L1_a', format: 'PNG', bbox: [121, 40, 122, 41] }
    answer = { status: 200, body: { products: [{ ...product, base64: bytes.toString('base64') }] } }
    expect(await open().products(order, 'ORD-7')).toEqual([{ ...product, bytes }])
    answer = { status: 200, body: {} }
    await open().cancel('pass-1', 'ORD-7')
    expect(seen.at(-1)).toMatchObject({ method: 'POST', url: '/api/orders/ORD-7/cancel' })
  })

  it('may refuse permanently, with a message for users', async () => {
    answer = { status: 422, body: { message: '区域在禁飞范围' } }
    await expect(open().order(order)).rejects.toMatchObject({ name: 'SatRefusal', message: '区域在禁飞范围' })
    answer = { status: 409, body: 'no json' }
    await expect(open().order(order)).rejects.toMatchObject({ name: 'SatRefusal', message: '服务商拒绝（409）' })
  })

  it.each([
    [500, {}],
    [200, 'no json'],
    [200, { ref: '../../etc' }],
    [302, {}],
  ])('is retried after %d %j', async (status, body) => {
    answer = { status, body }
    await expect(open().order(order)).rejects.toMatchObject({ name: 'EgressError' })
  })

  it('is subject to the egress rules', async () => {
    const strict = createHttpProvider({
      url,
      token: undefined,
      egress: createEgress({ hosts: ['127.0.0.1'], privateHosts: [] }),
    })
    await expect(strict.order(order)).rejects.toThrow('private address')
    expect(seen).toEqual([])
  })
})

describe('the provider created from a configuration', () => {
  const base = { satelliteUrl: undefined, satelliteToken: undefined, egressPrivateHosts: [], demoEnabled: false }
  it('is the configured one, the stand-in of the demonstration, or none', () => {
    expect(createProvider({ ...base, satelliteUrl: 'https://sat.example.org/api' }, Date.now)?.name).toBe(
      'sat.example.org',
    )
    expect(createProvider({ ...base, demoEnabled: true }, Date.now)?.name).toBe('演示服务商')
    expect(createProvider(base, Date.now)).toBeUndefined()
  })
})

describe('the stand-in', () => {
  it('reports the same for an order to every process, and nothing from the future', async () => {
    const at = (ms: number) => createStandIn(() => ms).status(order, 'x')
    expect((await at(order.startMs - 1)).events).toEqual([])
    expect((await at(order.startMs - 1)).nextMs).toBe(order.startMs)
    const late = await at(order.endMs + 1e9)
    expect(late.events[0]).toMatchObject({ state: 'acquiring' })
    expect(late.nextMs).toBeUndefined()
    expect(await at(order.endMs + 1e9)).toEqual(late)
  })

  it('fails some orders: defective ones, and cloudy ones where clouds matter', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, async (_, i) => {
        const one = { ...order, sensorType: 'optical' as const, cloudPctMax: 30, peakMs: order.peakMs + i * 1_000 }
        return (await createStandIn(() => 1e12).status(one, 'x')).events.at(-1)
      }),
    )
    const failed = outcomes.filter((event) => event?.state === 'failed')
    expect(failed.length).toBeGreaterThan(20)
    expect(failed.length).toBeLessThan(140)
    expect(failed.some((event) => event?.reason?.startsWith('云量'))).toBe(true)
    expect(failed.some((event) => event?.reason?.includes('存储'))).toBe(true)
  })

  it('delivers two pictures of the same ground', async () => {
    const [scene, marked] = await createStandIn(() => 0).products(order, 'x')
    expect(scene?.bytes.subarray(1, 4).toString()).toBe('PNG')
    expect(marked?.level).toBe('thematic')
    expect(scene?.bytes.equals(marked?.bytes ?? Buffer.alloc(0))).toBe(false)
  })
})
