import { type CallInput, type CallResult, type Endpoint, primaryMethod } from '@natim/contract/endpoint'
import { fromWireNames, queryToWireNames, toWireNames } from '@natim/contract/wire-names'
import { readBare, readEnvelope, readFile } from './answers.ts'
import { report } from './failures.ts'
import { exchangeTagged } from './tagged.ts'
import { currentToken, exchange, type Outgoing } from './transport.ts'

export interface CallOptions {
  /** Gives up a read whose page is gone; writes take none, so that none is cancelled silently (CA-13). */
  readonly signal?: AbortSignal | undefined
  /** The caller shows the failure itself; the expired session is reported all the same. */
  readonly silent?: boolean
  /** A token other than the stored one: logout runs after the store was cleared. */
  readonly token?: string
}

interface Answer<T> {
  readonly result: T
  /** Number of the envelope; some servers send text. */
  readonly code: number | string
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

/** The same, with the server's sentence. */
export async function callWithMessage<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Answer<CallResult<E>>> {
  const request = outgoing(endpoint, input, options)
  try {
    const read = endpoint.wire === 'bare' ? readBare<CallResult<E>> : readEnvelope<CallResult<E>>
    const answer = endpoint.tagged ? exchangeTagged<CallResult<E>>(request) : exchange(request, read)
    const { result, message, code } = await answer
    // The answer was checked by the server against the schema of our names.
    return { result: fromWireNames(result, endpoint.wireNames) as CallResult<E>, message, code }
  } catch (error) {
    throw report(error, { silent: options.silent, token: request.token })
  }
}

/** A file answer. @throws ApiError after it was reported, also when the file is empty */
export async function download<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  options: CallOptions = {},
): Promise<Blob> {
  const request = { ...outgoing(endpoint, input, options), isSigned: false }
  try {
    return await exchange(request, readFile)
  } catch (error) {
    throw report(error, { silent: options.silent, token: request.token })
  }
}

function outgoing(endpoint: Endpoint, input: CallInput<Endpoint>, { signal, token }: CallOptions): Outgoing {
  const { params, query, body } = input as { params?: Record<string, unknown>; query?: object; body?: unknown }
  const method = primaryMethod(endpoint)
  return {
    method,
    path: endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? ''))),
    query: queryToWireNames(query, endpoint.wireNames) as object | undefined,
    body: toWireNames(body, endpoint.wireNames),
    // Sign-in calls carry none either (contract/00 §5).
    isSigned: endpoint.access !== 'public' && (method === 'GET' || method === 'POST'),
    signal,
    token: token ?? currentToken(),
  }
}
