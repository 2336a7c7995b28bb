import {
  CACHE_BUSTER,
  CLIENT_NAME,
  HEADER_CLIENT,
  HEADER_LOW_APP,
  HEADER_SIGN,
  HEADER_TENANT,
  HEADER_TIMESTAMP,
  HEADER_TOKEN,
  REQUEST_TIMEOUT_MS,
} from '@natim/contract/constants'
import type { HttpMethod } from '@natim/contract/endpoint'
import { MESSAGES } from '@natim/contract/messages'
import { isRecord } from '@natim/domain/record'
import { signatureOf } from '@natim/domain/signature'
import { serverNow } from '../clock.ts'
import { apiUrl, signSecret } from '../config.ts'
import { ApiError } from './api-error.ts'
import { lowAppId, takeLowAppQuery } from './low-app.ts'
import { xhrFetch } from './xhr-fetch.ts'

/** Session values read by the client; set once by the composition root. */
export interface Credentials {
  token(): string | undefined
  tenantId(): string | undefined
}

let credentials: Credentials = { token: () => undefined, tenantId: () => undefined }
export function provideCredentials(source: Credentials): void {
  credentials = source
}
export const currentToken = (): string | undefined => credentials.token()

/** One request, before headers and base are added. */
export interface Outgoing {
  readonly method: HttpMethod
  /** Below the base, with its parameters filled in; may contain a query. */
  readonly path: string
  readonly query?: object | undefined
  /** An object is sent as JSON, a FormData unchanged. */
  readonly body?: unknown
  /** True for GET, POST and generic calls; false for plain PUT, DELETE, multipart and downloads (D-28). */
  readonly isSigned: boolean
  /** Cancels a read when its page is left. */
  readonly signal?: AbortSignal | undefined
  /** Token of the call's session; empty or undefined sends no header. */
  readonly token: string | undefined
  /** Tag of the cached answer; an unchanged one is answered with 304. */
  readonly tag?: string | undefined
  /** Reports the share of the body sent, 0–100. The 60 s then restart with each progress. */
  readonly onProgress?: ((percent: number) => void) | undefined
}

/** `sentMs`: epoch ms at which the request was sent, by this machine's clock. */
type Reader<T> = (response: Response, sentMs: number) => Promise<T>

/**
 * Sends and reads one request within 60 s.
 *
 * @throws ApiError with status 0 when no answer came
 */
export async function exchange<T>(request: Outgoing, read: Reader<T>): Promise<T> {
  const sentMs = Date.now()
  const deadline = createDeadline()
  const { onProgress } = request
  const heard = onProgress && {
    ...request,
    onProgress: (percent: number) => {
      deadline.restart()
      onProgress(percent)
    },
  }
  try {
    return await read(await send(heard ?? request, deadline.signal), sentMs)
  } catch (error) {
    throw error instanceof ApiError ? error : noAnswer(error)
  } finally {
    deadline.clear()
  }
}

function createDeadline() {
  const controller = new AbortController()
  const start = () =>
    setTimeout(
      () => controller.abort(new DOMException(`timeout of ${REQUEST_TIMEOUT_MS}ms exceeded`, 'TimeoutError')),
      REQUEST_TIMEOUT_MS,
    )
  let timer = start()
  const clear = () => clearTimeout(timer)
  const restart = () => {
    clear()
    timer = start()
  }
  return { signal: controller.signal, clear, restart }
}

function noAnswer(cause: unknown): ApiError {
  const isTimeout = isRecord(cause) && cause['name'] === 'TimeoutError'
  return new ApiError(MESSAGES[isTimeout ? 'http.504' : 'http.offline'], { status: 0, code: 0, cause })
}

function send(request: Outgoing, deadline: AbortSignal): Promise<Response> {
  const { method, body, onProgress } = request
  const query = givenOnly(request.query)
  const isForm = body instanceof FormData
  const headers = headersOf(request, query, isForm ? undefined : body)
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  const address = addressOf(request, query)
  const signal = request.signal ? AbortSignal.any([request.signal, deadline]) : deadline
  if (isForm && onProgress) return xhrFetch(address, { method, headers, body, signal, onProgress })
  return fetch(address, {
    method,
    headers,
    signal,
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
}

function headersOf(request: Outgoing, query: Record<string, unknown>, body: unknown): Record<string, string> {
  const headers: Record<string, string> = {
    accept: 'application/json',
    [HEADER_CLIENT]: CLIENT_NAME,
    [HEADER_TENANT]: credentials.tenantId() ?? '0',
  }
  if (request.token) headers[HEADER_TOKEN] = request.token
  if (request.tag) headers['if-none-match'] = request.tag
  const app = lowAppId()
  if (app !== undefined) headers[HEADER_LOW_APP] = app
  if (request.isSigned) {
    const parameters = request.method === 'GET' ? query : (body as Record<string, unknown> | undefined)
    headers[HEADER_SIGN] = signatureOf({ url: request.path, parameters }, signSecret())
    headers[HEADER_TIMESTAMP] = String(serverNow())
  }
  return headers
}

/** Parts added to the query after signing (contract/00 §5): the low-code filter, and the cache buster in seconds. */
function addressOf({ method, path }: Outgoing, query: Record<string, unknown>): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries({ ...query, ...takeLowAppQuery() })) search.set(key, String(value))
  if (method === 'GET' && !path.includes('sys/dict/getDictItems')) {
    search.set(CACHE_BUSTER, String(Math.floor(Date.now() / 1_000)))
  }
  const text = search.toString()
  if (text === '') return apiUrl(path)
  return `${apiUrl(path)}${path.includes('?') ? '&' : '?'}${text}`
}

/** Null, undefined and empty parameters are not sent (contract/00 §8). */
function givenOnly(query: object | undefined): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null && value !== ''),
  )
}
