import { MESSAGES } from '@natim/contract/messages'
import { ApiError } from './api-error.ts'

export interface FailureContext {
  /** The token the failed call was sent with: its expiry does not end a session begun since. */
  readonly token: string | undefined
}

type Failure = (error: ApiError, context: FailureContext) => void
let waiting: Parameters<Failure>[] = []
const wait: Failure = (...failure) => void waiting.push(failure)
let show = wait

/**
 * Sets the handler for failures that no caller handles: notifications, the expired-session flow. Earlier failures are
 * queued for it.
 */
export function onApiFailure(handler: Failure): void {
  show = handler
  for (const failure of waiting) handler(...failure)
  waiting = []
}

/** Shows a failure unless its caller shows it or aborted the call; returns it so that the caller can throw it. */
export function report(
  error: unknown,
  { silent = false, token }: { readonly silent?: boolean | undefined; readonly token?: string | undefined } = {},
): ApiError {
  const failure =
    error instanceof ApiError ? error : new ApiError(MESSAGES['http.offline'], { status: 0, code: 0, cause: error })
  const isShown = !failure.isAborted && (!silent || failure.isSessionExpired)
  if (isShown) show(failure, { token })
  return failure
}
