import { DEFAULT_API_PREFIX, HEADER_TOKEN } from '@natim/contract/constants'
import { type CallInput, type CallResult, type Endpoint, primaryMethod } from '@natim/contract/endpoint'
import type { Envelope } from '@natim/contract/envelope'
import { sessionEndpoints } from '@natim/contract/system/session'
import type { Account } from './operator.ts'

/** A second pair of hands: what a colleague does meanwhile through the same API. */
export class Colleague {
  readonly #baseUrl: string
  #token = ''

  private constructor(baseUrl: string) {
    this.#baseUrl = baseUrl
  }

  /** Signs in; the server must run without captcha. */
  static async signIn(baseUrl: string, account: Account): Promise<Colleague> {
    const colleague = new Colleague(baseUrl)
    const { token } = await colleague.call(sessionEndpoints.login, { body: account })
    colleague.#token = token
    return colleague
  }

  /** @throws Error with the server's message when the call fails. */
  async call<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<CallResult<E>> {
    const { params = {}, query = {}, body } = input as { params?: object; query?: object; body?: unknown }
    const path = endpoint.path.replace(/:(\w+)/g, (_all, name: string) =>
      encodeURIComponent(String((params as Record<string, unknown>)[name])),
    )
    const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
    const response = await fetch(`${this.#baseUrl}${DEFAULT_API_PREFIX}${path}?${search}`, {
      method: primaryMethod(endpoint),
      headers: { [HEADER_TOKEN]: this.#token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const envelope = (await response.json()) as Envelope<CallResult<E>>
    if (!envelope.success) throw new Error(`${endpoint.path}: ${response.status} ${envelope.message}`)
    return envelope.result
  }
}
