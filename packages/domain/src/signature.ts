import { md5Hex } from './md5.ts'

/** A call as it is signed: only parts the server can see as well. */
export interface SignedCall {
  /** Path as given by the caller, including a query string if any; host and base are ignored. */
  readonly url: string
  /** Query object of a GET, body object of a POST or PUT; overrides the query of the url. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined
}

const PATH_VARIABLE = 'x-path-variable'

/**
 * `X-Sign` of a call (D-28, contract/00 §5): upper-case hex MD5 of the parameters as JSON with ascending keys, followed
 * by the shared secret. `_t` and `lowAppFilter` are added after signing and must not be passed here. An integrity aid
 * only: the secret is compiled into every client, so a valid signature does not authenticate the caller.
 */
export function signatureOf(call: SignedCall, secret: string): string {
  return md5Hex(canonicalJson(parametersOf(call)) + secret).toUpperCase()
}

/** Numbers travel as text; converting them first makes both ends hash the same. */
export function asSent(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value
}

function parametersOf({ url, parameters = {} }: SignedCall): Map<string, unknown> {
  const [path = '', ...queryParts] = url.split('?')
  const signed = new Map<string, unknown>()
  const last = decodeSegment(path.slice(path.lastIndexOf('/') + 1))
  if (last.includes(',')) signed.set(PATH_VARIABLE, last)
  for (const pair of queryParts.join('?').split('&')) {
    const [key = '', ...value] = pair.split('=')
    if (key !== '') signed.set(key, value.join('='))
  }
  for (const [key, value] of Object.entries(parameters)) {
    if (value !== undefined) signed.set(key, asSent(value))
  }
  return signed
}

/** A comma may be encoded as `%2C`, so the decoded segment counts. An undecodable segment is used as written. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** Written by hand, because an object would put integer-like keys first. */
function canonicalJson(parameters: ReadonlyMap<string, unknown>): string {
  const pairs = [...parameters].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`
}
