import { md5Hex } from './md5.ts'

/** A call as it is signed: everything the server can see of it as well. */
export interface SignedCall {
  /** Path as the caller wrote it, with the query text written into it if any; host and base do not matter. */
  readonly url: string
  /** Query object of a GET, body object of a POST or PUT; overrides the query of the url. */
  readonly parameters?: Readonly<Record<string, unknown>> | undefined
}

const PATH_VARIABLE = 'x-path-variable'

/**
 * `X-Sign` of a call (D-28, contract/00 §5): upper-case hex MD5 of the parameters as JSON, keys ascending, followed by
 * the shared text. `_t` and `lowAppFilter` join the call after signing and are not given here. An integrity aid only:
 * the secret is compiled into every client, so a right signature proves nothing about who calls.
 */
export function signatureOf(call: SignedCall, secret: string): string {
  return md5Hex(canonicalJson(parametersOf(call)) + secret).toUpperCase()
}

/** A number travels as text, and only then do both ends hash the same. */
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

/** A comma may hide as `%2C`, so the decoded segment decides. A segment that does not decode counts as written. */
function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

/** By hand, because an object would put keys that look like numbers first. */
function canonicalJson(parameters: ReadonlyMap<string, unknown>): string {
  const pairs = [...parameters].sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${pairs.map(([key, value]) => `${JSON.stringify(key)}:${JSON.stringify(value)}`).join(',')}}`
}
