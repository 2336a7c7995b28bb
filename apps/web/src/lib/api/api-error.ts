import { MESSAGES } from '@natim/contract/messages'
import { isRecord } from '@natim/domain/record'

export interface ApiErrorDetails {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Code of the envelope; the HTTP status when there was no envelope. */
  readonly code: number
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

const PASSING: ReadonlySet<number> = new Set([0, 502, 503, 504])

/** A failed call: network error, HTTP error, or `success: false`. The message can be shown to the user. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  readonly code: number
  readonly requestId: string | undefined

  constructor(message: string, details: ApiErrorDetails) {
    super(message, { cause: details.cause })
    this.status = details.status
    this.code = details.code
    this.requestId = details.requestId
  }

  /** The session has expired, whatever was requested. */
  get isSessionExpired(): boolean {
    return this.status === 401 || (this.status === 500 && this.message.includes(MESSAGES['session.tokenInvalid']))
  }

  get isTimeout(): boolean {
    if (this.status === 504) return true
    const { name, message = '' } = isRecord(this.cause) ? this.cause : {}
    return this.status === 0 && (name === 'TimeoutError' || /timeout/i.test(String(message)))
  }

  /** Transient: no answer, or a server that is starting, stopping or overloaded; a retry may succeed. */
  get mayPass(): boolean {
    return !this.isAborted && PASSING.has(this.status)
  }

  get isAborted(): boolean {
    return this.status === 0 && isRecord(this.cause) && this.cause['name'] === 'AbortError'
  }
}

/** The failure of a call, from its catch. A fault of the console itself keeps its message and counts as answered. */
export const apiErrorOf = (caught: unknown): ApiError =>
  caught instanceof ApiError
    ? caught
    : new ApiError(caught instanceof Error ? caught.message : String(caught), { status: 200, code: 500, cause: caught })
