import { ERRORS, type ErrorCode } from '@natim/contract/errors'

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
