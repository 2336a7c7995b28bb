import { HEADER_TENANT, HEADER_TOKEN, REQUEST_TIMEOUT_MS } from '@natim/contract/constants'
import { type CallInput, type CallResult, type Endpoint, primaryMethod } from '@natim/contract/endpoint'
import type { Envelope } from '@natim/contract/envelope'
import { noteServerTime } from '../clock.ts'
import { apiBase } from '../config.ts'
import { ApiError } from './api-error.ts'

/** What the client reads from the session; set once by the composition root. */
export interface Credentials {
  token(): string | undefined
  tenantId(): string | undefined
}

let credentials: Credentials = { token: () => undefined, tenantId: () => undefined }
export function provideCredentials(source: Credentials): void {
  credentials = source
}

type Failure = (error: ApiError) => void
let reportFailure: Failure = () => undefined
/** Who shows failures nobody else handles: notifications, the expired-session flow. */
export function onApiFailure(handler: Failure): void {
  reportFailure = handler
}

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** The caller shows the failure itself; the expired session is reported all the same. */
  readonly silent?: boolean
  /** A token other than the stored one: logout runs after the store was cleared. */
  readonly token?: string
}

interface Answer<T> {
  readonly result: T
  /** The sentence the server sends for a toast; empty when it has none. */
  readonly message: string
}

/**
 * Calls an endpoint of the contract and takes the envelope off.
 *
 * @throws ApiError after the failure was reported
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<CallResult<E>> {
  return (await callWithMessage(endpoint, input, options)).result
}

export async function callWithMessage<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<CallResult<E>>> {
  try {
    const sentMs = Date.now()
    const response = await send(endpoint, input, options)
    const body = (await readJson(response)) as Envelope<CallResult<E>> & { requestId?: string }
    noteServerTime(body.timestamp, sentMs, Date.now())
    if (!response.ok || !body.success) {
      throw new ApiError(body.message || textOf(response.status), {
        status: response.ok ? 200 : response.status,
        code: body.code ?? response.status,
        requestId: body.requestId ?? response.headers.get('x-request-id') ?? undefined,
      })
    }
    return { result: body.result, message: body.message }
  } catch (error) {
    throw report(error, options)
  }
}

/** A file answer: failures come as JSON and are read as such. */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Blob> {
  try {
    const response = await send(endpoint, input, options)
    if (response.ok) return await response.blob()
    const body = (await readJson(response)) as Partial<Envelope>
    throw new ApiError(body.message || textOf(response.status), {
      status: response.status,
      code: body.code ?? response.status,
    })
  } catch (error) {
    throw report(error, options)
  }
}

function report(error: unknown, options: CallOptions): ApiError {
  const failure =
    error instanceof ApiError ? error : new ApiError('网络异常，请检查连接', { status: 0, code: 0, cause: error })
  if (!failure.isAborted && (!options.silent || failure.isSessionExpired)) reportFailure(failure)
  return failure
}

async function send(endpoint: Endpoint, input: CallInput<Endpoint>, options: CallOptions): Promise<Response> {
  const { params, query, body } = input as { params?: object; query?: object; body?: unknown }
  const method = primaryMethod(endpoint)
  const timeout = AbortSignal.timeout(REQUEST_TIMEOUT_MS)
  const signal = options.signal ? AbortSignal.any([options.signal, timeout]) : timeout
  const token = options.token ?? credentials.token()
  const headers: Record<string, string> = { accept: 'application/json', [HEADER_TENANT]: credentials.tenantId() ?? '0' }
  if (token) headers[HEADER_TOKEN] = token
  if (body !== undefined) headers['content-type'] = 'application/json'
  try {
    return await fetch(addressOf(endpoint.path, method, params, query), {
      method,
      headers,
      signal,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  } catch (error) {
    const text = (error as Error).name === 'TimeoutError' ? '网络超时' : '网络异常，请检查连接'
    throw new ApiError(text, { status: 0, code: 0, cause: error })
  }
}

function addressOf(path: string, method: string, params: object | undefined, query: object | undefined): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  )
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value))
  }
  // Cache buster of the family, in seconds (contract/00 §4).
  if (method === 'GET') search.set('_t', String(Math.floor(Date.now() / 1_000)))
  const text = search.toString()
  return `${apiBase()}${filled}${text === '' ? '' : `?${text}`}`
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (error) {
    throw new ApiError(textOf(response.status), {
      status: response.ok ? 502 : response.status,
      code: response.status,
      cause: error,
    })
  }
}

/** What to say when the answer itself says nothing readable. */
const textOf = (status: number) => (status === 504 || status === 0 ? '网络超时' : `请求失败（${status}）`)
