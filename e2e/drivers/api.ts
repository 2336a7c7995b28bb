import { DEFAULT_API_PREFIX, HEADER_TOKEN } from '@natim/contract/constants'
import { type CallInput, type CallResult, type Endpoint, primaryMethod } from '@natim/contract/endpoint'
import type { Envelope } from '@natim/contract/envelope'
import { filesEndpoints } from '@natim/contract/system/files'
import { sessionEndpoints } from '@natim/contract/system/session'
import type { Account } from './operator.ts'
import { whenFree } from './when-free.ts'

/** A second user: acts through the same API while the first uses the console. */
export class Colleague {
  readonly #baseUrl: string
  #token: string

  private constructor(baseUrl: string, token = '') {
    this.#baseUrl = baseUrl
    this.#token = token
  }

  /** A colleague with a session opened elsewhere. */
  static holding(baseUrl: string, token: string): Colleague {
    return new Colleague(baseUrl, token)
  }

  /** Signs in; the server must run without captcha. */
  static async signIn(baseUrl: string, account: Account): Promise<Colleague> {
    const colleague = new Colleague(baseUrl)
    const { token } = await colleague.call(sessionEndpoints.login, { body: account })
    colleague.#token = token
    return colleague
  }

  /** @throws Error with the server's message if the call fails */
  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallResult<E>> {
    const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown }
    const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)[name])),
    )
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    return this.#send<CallResult<E>>(`${path}?${search}`, {
      method: primaryMethod(endpoint),
      ...(body === undefined ? {} : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    })
  }

  /** Uploads a text file as the console's forms do. */
  async upload(name: string, text: string): Promise<void> {
    const body = new FormData()
    body.set('file', new Blob([text], { type: 'text/plain' }), name)
    await this.#send(filesEndpoints.upload.path, { method: 'POST', body })
  }

  async #send<T>(path: string, request: RequestInit): Promise<T> {
    const headers = { ...request.headers, [HEADER_TOKEN]: this.#token }
    const ask = () => fetch(`${this.#baseUrl}${DEFAULT_API_PREFIX}${path}`, { ...request, headers })
    const response = await whenFree(ask, ({ status }) => status)
    const envelope = (await response.json()) as Envelope<T>
    if (!envelope.success) throw new Error(`${path}: ${response.status} ${envelope.message}`)
    return envelope.result
  }
}
