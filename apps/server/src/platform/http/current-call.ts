import { AsyncLocalStorage } from 'node:async_hooks'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { maskFields } from '../mask-secrets.ts'

const MAX_CHARS = 2_000

interface Pending {
  readonly request: FastifyRequest
  readonly startedMs: number
}

const calls = new AsyncLocalStorage<Pending>()

/** Makes the current call available to everything it starts. */
export function rememberCalls(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => calls.run({ request, startedMs: performance.now() }, done))
}

export interface CurrentCall {
  readonly method: string
  /** Route pattern; undefined when no route matched. */
  readonly route: string | undefined
  /**
   * Query and body as JSON, secrets masked, cut to 2 000 characters; null when both are empty, and for public calls,
   * which carry passwords and codes.
   */
  readonly parameters: string | null
  /** Elapsed since the call arrived. */
  readonly costMs: number
}

/** The call being handled; undefined outside of any. */
export function currentCall(): CurrentCall | undefined {
  const pending = calls.getStore()
  if (pending === undefined) return undefined
  const { request, startedMs } = pending
  return {
    method: request.method,
    route: request.routeOptions.url,
    parameters: parametersOf(request),
    costMs: Math.round(performance.now() - startedMs),
  }
}

function parametersOf({ query, params, body, routeOptions }: FastifyRequest): string | null {
  if (routeOptions.config.access === 'public') return null
  const given = { ...(params as object), ...(query as object), ...(isRecord(body) ? body : undefined) }
  if (Object.keys(given).length === 0) return null
  return JSON.stringify(maskFields(given)).slice(0, MAX_CHARS)
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
