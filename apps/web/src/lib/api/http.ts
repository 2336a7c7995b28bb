import { type CallInput, type CallResult, type Endpoint, primaryMethod } from '@natim/contract/endpoint'
import { fromWireNames, queryToWireNames, toWireNames } from '@natim/contract/wire-names'
import { readBare, readEnvelope, readFile } from './answers.ts'
import { report } from './failures.ts'
import { exchangeTagged } from './tagged.ts'
import { currentToken, exchange, type Outgoing } from './transport.ts'

export interface CallOptions {
  /** Cancels a read when its page is left; writes take none, so that none is cancelled silently (CA-13). */
  readonly signal?: AbortSignal | undefined
  /** The caller shows the failure itself; an expired session is still reported. */
  readonly silent?: boolean
  /** Overrides the stored token: logout runs after the store was cleared. */
  readonly token?: string
}

interface Answer<T> {
  readonly result: T
  /** Code of the envelope; some servers send text. */
  readonly code: number | string
  /** The server's message for a toast; may be empty. */
  readonly message: string
}

/**
 * Calls an endpoint of the contract and unwraps the envelope.
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

/** Same, with the server's message. */
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
    // The server checked the answer against the schema of our names.
    return { result: fromWireNames(result, endpoint.wireNames) as CallResult<E>, message, code }
  } catch (error) {
    throw report(error, { silent: options.silent, token: request.token })
  }
}

/** Requests a file. @throws ApiError after it was reported, also when the file is empty */
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
    // Sign-in calls are not signed either (contract/00 §5).
    isSigned: endpoint.access !== 'public' && (method === 'GET' || method === 'POST'),
    signal,
    token: token ?? currentToken(),
  }
}
