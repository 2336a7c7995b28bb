import { z } from 'zod'
import { type Egress, EgressError } from '../../../platform/egress.ts'
import { type DeliveredProduct, type SatOrder, type SatProvider, SatRefusal } from './provider.ts'

const ref = z.string().regex(/^[\w.-]{1,64}$/)
const ordered = z.object({ ref, costWan: z.number().min(0).max(1e6).nullish() })
const atMs = z.number().int().min(0)
const event = z.object({
  state: z.enum(['acquiring', 'downlinked', 'processing', 'delivered', 'failed']),
  atMs,
  cloudPct: z.number().min(0).max(100).optional(),
  quality: z.string().max(40).optional(),
  reason: z.string().max(200).optional(),
})
const status = z.object({ events: z.array(event).max(20), nextMs: atMs.optional() })
const degrees = z.number().min(-360).max(360)
const product = z.object({
  level: z.enum(['L0', 'L1', 'L2', 'L3', 'thematic']),
  name: z.string().min(1).max(120),
  format: z.enum(['PNG', 'JPEG', 'GeoTIFF']),
  bbox: z.tuple([degrees, degrees, degrees, degrees]),
  /** Content of the file. */
  base64: z.string().max(4_500_000),
})
const products = z.object({ products: z.array(product).max(20) })
const refusal = z.object({ message: z.string().max(200) })

const NOT_WANTED = [400, 409, 422]

export interface HttpProviderOptions {
  readonly url: string
  readonly token: string | undefined
  readonly egress: Egress
}

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Client of a provider as specified in docs/satellite-provider.md. */
export function createHttpProvider({ url, token, egress }: HttpProviderOptions): SatProvider {
  const base = url.replace(/\/+$/, '')
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  async function call<S extends z.ZodType>(schema: S, path: string, body?: object): Promise<z.output<S>> {
    const request = body === undefined ? { headers } : { method: 'POST' as const, headers, body: JSON.stringify(body) }
    const answer = await egress(`${base}${path}`, request)
    if (NOT_WANTED.includes(answer.status)) {
      const said = refusal.safeParse(parse(answer.text))
      throw new SatRefusal(said.success ? said.data.message : `服务商拒绝（${answer.status}）`)
    }
    if (answer.status < 200 || answer.status > 299) throw new EgressError(`The provider answers ${answer.status}`)
    const result = schema.safeParse(parse(answer.text))
    if (!result.success) throw new EgressError('The answer of the provider is not what it should be')
    return result.data
  }
  const at = (order: string) => `/orders/${encodeURIComponent(order)}`
  return {
    name: new URL(url).host,
    async order(order: SatOrder) {
      const { ref: given, costWan } = await call(ordered, '/orders', order)
      return { ref: given, costWan: costWan ?? null }
    },
    async status(_order, given) {
      const { events, nextMs } = await call(status, at(given))
      return { events, ...(nextMs !== undefined && { nextMs }) }
    },
    async products(_order, given): Promise<DeliveredProduct[]> {
      const found = await call(products, `${at(given)}/products`)
      return found.products.map(({ base64, ...rest }) => ({ ...rest, bytes: Buffer.from(base64, 'base64') }))
    },
    async cancel(orderId, given) {
      await call(z.unknown(), `${at(given ?? orderId)}/cancel`, { id: orderId })
    },
  }
}
