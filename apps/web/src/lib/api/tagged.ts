import type { Envelope } from '@natim/contract/envelope'
import { readEnvelope } from './answers.ts'
import { exchange, type Outgoing } from './transport.ts'

/**
 * The newest answer of each call with a tag. The browser's own store is no help, since `_t` makes each address another one.
 * Whose answer it was does not matter: the server says «the one you have» only of what it would send.
 */
const kept = new Map<string, { readonly tag: string; readonly answer: Envelope }>()

/** Sends a read whose answer may be the one that is here already, and reads it. @throws ApiError */
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
