import { ERRORS, type ErrorCode } from '@natim/contract/errors'
import { isRecord } from '@natim/domain/record'

export interface AppErrorOptions {
  /** Fills `{name}` placeholders in the catalogue text. */
  readonly data?: Readonly<Record<string, string | number>>
  readonly cause?: unknown
  /** Result of the envelope; null when absent. */
  readonly result?: unknown
  /** Seconds the caller should wait; sent as Retry-After. */
  readonly retryAfterS?: number
}

/** An expected failure; its text, HTTP status and envelope code are defined in contract/errors.ts. */
export class AppError extends Error {
  override readonly name = 'AppError'
  readonly code: ErrorCode
  readonly status: number
  readonly wireCode: number
  readonly retryAfterS: number | undefined
  readonly result: unknown

  constructor(code: ErrorCode, options: AppErrorOptions = {}) {
    super(fillIn(ERRORS[code].text, options.data ?? {}), { cause: options.cause })
    this.code = code
    this.status = ERRORS[code].status
    this.wireCode = ERRORS[code].code
    this.retryAfterS = options.retryAfterS
    this.result = options.result ?? null
  }
}

function fillIn(text: string, data: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(data[name] ?? whole))
}

/** What Node, the database driver and the frameworks note on an error; each field undefined unless it is of its type. */
export interface ErrorDetails {
  /** SQLSTATE, or the code of Node or Fastify. */
  readonly code: string | undefined
  /** The violated constraint; missing on Citus. */
  readonly constraint: string | undefined
  readonly statusCode: number | undefined
  readonly name: string | undefined
  readonly message: string
}

const text = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** The details of a caught value, whatever it is. */
export function errorDetailsOf(error: unknown): ErrorDetails {
  const given = isRecord(error) ? error : {}
  return {
    code: text(given['code']),
    constraint: text(given['constraint']),
    statusCode: typeof given['statusCode'] === 'number' ? given['statusCode'] : undefined,
    name: text(given['name']),
    message: text(given['message']) ?? '',
  }
}

/** A caught value as an error, for callers that take nothing else. */
export const errorOf = (caught: unknown): Error =>
  caught instanceof Error ? caught : new Error(String(caught), { cause: caught })
