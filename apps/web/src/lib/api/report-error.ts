import { fill, MESSAGES } from '@natim/contract/messages'
import type { ApiError } from './api-error.ts'

/** How a failure is shown: a card titled 系统提示, a short line, the expired-session dialog, or not at all. */
export interface ErrorReport {
  readonly kind: 'card' | 'warning' | 'line' | 'expired' | 'none'
  readonly text: string
  /** Whether it ends the session. */
  readonly endsSession: boolean
}

const BY_STATUS: Readonly<Record<number, string>> = {
  403: MESSAGES['http.403'],
  404: MESSAGES['http.404'],
  413: MESSAGES['http.413'],
  501: MESSAGES['http.501'],
  504: MESSAGES['http.504'],
  505: MESSAGES['http.505'],
}

const card = (text: string): ErrorReport => ({ kind: 'card', text, endsSession: false })

/**
 * The error catalogue of spec §8 as a pure function of the failure and of whether a token is stored. In an
 * impersonation view refusals are of interest: they are shown with the server's message.
 */
export function describeFailure(error: ApiError, hasToken: boolean, isView = false): ErrorReport {
  if (error.isAborted) return { kind: 'none', text: '', endsSession: false }
  if (isView && error.status === 403) return { kind: 'line', text: error.message, endsSession: false }
  if (error.status === 401) return { kind: 'card', text: MESSAGES['session.expired'], endsSession: hasToken }
  if (hasToken && error.isSessionExpired) {
    return { kind: 'expired', text: MESSAGES['session.expiredTitle'], endsSession: true }
  }
  if (error.status === 500) return { kind: 'warning', text: error.message, endsSession: false }
  if (error.isTimeout) return card(MESSAGES['http.504'])
  if (error.status === 200) return { kind: 'line', text: error.message, endsSession: false }
  return card(BY_STATUS[error.status] ?? (error.message || fill('http.other', { status: error.status })))
}
