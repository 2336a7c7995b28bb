import type { Envelope } from '@natim/contract/envelope'
import { readEnvelope } from './answers.ts'
import { exchange, type Outgoing } from './transport.ts'

/**
 * The latest answer of each tagged call. The HTTP cache does not help, since `_t` makes each address unique. Sharing
 * between users is safe: the server answers 304 only for what it would send.
 */
const kept = new Map<string, { readonly tag: string; readonly answer: Envelope }>()

/** Sends a conditional read and returns the cached answer on 304. @throws ApiError */
export function exchangeTagged<T>(request: Outgoing): Promise<Envelope<T>> {
  const address = `${request.path} ${JSON.stringify(request.query ?? {})}`
  const known = kept.get(address)
  return exchange({ ...request, tag: known?.tag }, async (response, sentMs) => {
    if (response.status === 304 && known) return known.answer as Envelope<T>
    const answer = await readEnvelope<T>(response, sentMs)
    const tag = response.headers.get('etag')
    if (tag !== null) kept.set(address, { tag, answer })
    return answer
  })
}
