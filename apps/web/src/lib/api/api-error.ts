export interface ApiErrorDetails {
  /** HTTP status; 0 when no answer came. */
  readonly status: number
  /** Number of the envelope; the HTTP status when there was no envelope. */
  readonly code: number
  readonly requestId?: string | undefined
  readonly cause?: unknown
}

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
    return this.status === 401 || (this.status === 500 && this.message.includes('Token失效'))
  }

  get isTimeout(): boolean {
    return this.status === 504 || (this.status === 0 && (this.cause as Error | undefined)?.name === 'TimeoutError')
  }

  get isAborted(): boolean {
    return this.status === 0 && (this.cause as Error | undefined)?.name === 'AbortError'
  }
}
