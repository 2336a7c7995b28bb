import { timingSafeEqual } from 'node:crypto'
import { HEADER_SIGN, HEADER_TIMESTAMP, SIGNATURE_WINDOW_MS } from '@natim/contract/constants'
import { signatureOf } from '@natim/domain/signature'
import { parseGmt8 } from '@natim/domain/time'
import { AppError } from '../errors.ts'

/** The parts of a signed call that the check needs. */
export interface ReceivedCall {
  /** As received, before any rewriting. */
  readonly rawUrl: string
  readonly headers: Readonly<Record<string, unknown>>
  readonly query: unknown
  readonly body: unknown
}

const EPOCH_MS = /^\d{13}$/
const OLD_STAMP = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)$/

/**
 * The integrity check of contract/00 §5. It detects a mangled call and does not identify the caller: session and
 * permission are checked before and independently.
 *
 * @throws AppError signature.missing when the stamp is absent or more than five minutes off, either way
 * @throws AppError signature.wrong
 */
export function checkSignature(call: ReceivedCall, secret: string, nowMs: number): void {
  const stampMs = readStamp(call.headers[HEADER_TIMESTAMP])
  if (stampMs === undefined || Math.abs(nowMs - stampMs) > SIGNATURE_WINDOW_MS) throw new AppError('signature.missing')
  const [url = ''] = call.rawUrl.split('?')
  const expected = signatureOf({ url, parameters: { ...signedQuery(call.query), ...bodyOf(call.body) } }, secret)
  const given = call.headers[HEADER_SIGN]
  if (typeof given !== 'string' || !isEqual(given.toUpperCase(), expected)) throw new AppError('signature.wrong')
}

function readStamp(stamp: unknown): number | undefined {
  if (typeof stamp !== 'string') return undefined
  if (EPOCH_MS.test(stamp)) return Number(stamp)
  const old = OLD_STAMP.exec(stamp)
  if (!old) return undefined
  const [year, month, day, hour, minute, second] = old.slice(1)
  return parseGmt8(`${year}-${month}-${day} ${hour}:${minute}:${second}`)
}

/** The query without what is added after signing: the cache buster, and the low-code filter with its fields (D-46). */
function signedQuery(query: unknown): Record<string, unknown> {
  const { _t, lowAppFilter, ...signed } = (query ?? {}) as Record<string, unknown>
  for (const [key, value] of Object.entries(filterFields(lowAppFilter))) {
    if (signed[key] === String(value)) delete signed[key]
  }
  return signed
}

function filterFields(lowAppFilter: unknown): object {
  if (typeof lowAppFilter !== 'string') return {}
  try {
    const fields: unknown = JSON.parse(lowAppFilter)
    return typeof fields === 'object' && fields !== null ? fields : {}
  } catch {
    return {}
  }
}

const bodyOf = (body: unknown) => (typeof body === 'object' && body !== null && !Array.isArray(body) ? body : {})

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
