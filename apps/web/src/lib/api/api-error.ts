import { MESSAGES } from '@natim/contract/messages'

export interface ApiErrorDetails {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Number of the envelope; the HTTP status when there was no envelope. */
  readonly code: number
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

const PASSING: ReadonlySet<number> = new Set([0, 502, 503, 504])

/** A call that failed: by the network, by HTTP, or with `success: false`. The message is fit for the user. */
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

  /** The session is over, whatever was asked for. */
  get isSessionExpired(): boolean {
    return this.status === 401 || (this.status === 500 && this.message.includes(MESSAGES['session.tokenInvalid']))
  }

  get isTimeout(): boolean {
    if (this.status === 504) return true
    const cause = this.cause as Error | undefined
    return this.status === 0 && (cause?.name === 'TimeoutError' || /timeout/i.test(cause?.message ?? ''))
  }

  /** No answer, or one of a server that starts, stops or has too much to do: the same call may succeed in a moment. */
  get mayPass(): boolean {
    return !this.isAborted && PASSING.has(this.status)
  }

  get isAborted(): boolean {
    return this.status === 0 && (this.cause as Error | undefined)?.name === 'AbortError'
  }
}
