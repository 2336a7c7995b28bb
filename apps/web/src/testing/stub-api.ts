import { type Endpoint, type HandlerInput, type HandlerResult, methodsOf } from '@natim/contract/endpoint'
import { fromWireNames, queryFromWireNames, toWireNames } from '@natim/contract/wire-names'
import { vi } from 'vitest'
import { apiBase } from '../lib/config.ts'

/** A recorded call, in order; its input as parsed by the server. */
export interface StubCall {
  readonly endpoint: Endpoint
  readonly input: HandlerInput<Endpoint>
}

/** Thrown by a handler to answer `success: false` with this text. */
export class Refusal extends Error {
  readonly status: number
  constructor(message: string, status = 200) {
    super(message)
    this.status = status
  }
}

interface Route {
  readonly endpoint: Endpoint
  readonly pattern: RegExp
  readonly handle: (input: never) => unknown
}

/** Path of the base, which may be an address of another host. */
const basePath = () => new URL(`${apiBase()}/`, window.location.href).pathname.replace(/\/$/, '')

const patternOf = (path: string) => new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)

function answer(status: number, body: object): Response {
  return new Response(JSON.stringify({ timestamp: Date.now(), ...body }), {
    status,
    headers: { 'content-type': 'application/json' },
  })
}

/** Parameters of the path, decoded as the server does. */
function paramsOf(pattern: RegExp, path: string): Record<string, string> {
  const groups = Object.entries(pattern.exec(path)?.groups ?? {})
  return Object.fromEntries(groups.map(([name, value]) => [name, decodeURIComponent(value)]))
}

async function serve(
  { endpoint, pattern, handle }: Route,
  url: URL,
  body: unknown,
  calls: StubCall[],
): Promise<Response> {
  const path = url.pathname.slice(basePath().length)
  const given = { params: paramsOf(pattern, path), query: Object.fromEntries(url.searchParams), body }
  // The request is validated against the contract, as the server does.
  const input = {
    params: endpoint.params?.parse(given.params),
    query: endpoint.query?.parse(queryFromWireNames(given.query, endpoint.wireNames)),
    body: endpoint.body?.parse(fromWireNames(given.body, endpoint.wireNames)),
  } as HandlerInput<Endpoint>
  calls.push({ endpoint, input })
  try {
    const result = await handle(input as never)
    if (endpoint.wire === 'binary') return new Response(result as BodyInit, { status: 200 })
    if (endpoint.wire === 'bare') return Response.json(endpoint.result.parse(result))
    return answer(200, {
      success: true,
      message: '',
      code: 200,
      result: toWireNames(endpoint.result.parse(result), endpoint.wireNames),
    })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return answer(error.status, { success: false, message: error.message, code: 500, result: null })
  }
}

/**
 * Answers `fetch` from the contract: requests and answers that violate their schemas fail the test. An endpoint without
 * a handler is 404.
 */
export function stubApi() {
  const routes: Route[] = []
  const calls: StubCall[] = []
  vi.stubGlobal('fetch', async (address: string, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(address, window.location.href)
    const path = url.pathname.slice(basePath().length)
    const method = (init.method ?? 'GET') as 'GET'
    const found = routes.findLast(({ endpoint, pattern }) => methodsOf(endpoint).includes(method) && pattern.test(path))
    if (!found) return answer(404, { success: false, message: '路径不存在', code: 404, result: null })
    const body: unknown = typeof init.body === 'string' ? JSON.parse(init.body) : undefined
    return serve(found, url, body, calls)
  })
  return {
    /** Sets the handler of an endpoint, replacing earlier ones; a promise delays the answer. */
    on<E extends Endpoint>(
      endpoint: E,
      handle: (input: HandlerInput<E>) => HandlerResult<E> | Promise<HandlerResult<E>>,
    ): void {
      routes.push({ endpoint, pattern: patternOf(endpoint.path), handle })
    },
    calls,
    /** Calls of one endpoint. */
    callsOf: <E extends Endpoint>(endpoint: E) =>
      calls.filter((made) => made.endpoint.path === endpoint.path).map(({ input }) => input as HandlerInput<E>),
  }
}

/** A page envelope around rows (contract/00 §3). */
export const pageOf = <T>(records: T[], total = records.length, current = 1, size = 20) => ({
  records,
  total,
  size,
  current,
  pages: Math.ceil(total / size),
})
