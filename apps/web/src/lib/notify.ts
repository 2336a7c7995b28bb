import type { ReactNode } from 'react'

/** Seconds that a card or line stays (spec §8). */
export const NOTIFY_SECONDS = 4

/** Seconds in which a deletion can be undone. */
export const OFFER_SECONDS = 8

export type NotifyKind = 'success' | 'info' | 'warning' | 'error'

export interface CardOptions {
  readonly actions?: ReactNode
  /** Only for failures that stop the whole console: stays until the user closes it (SS-20). */
  readonly isPersistent?: boolean
}

export interface Alert {
  readonly title: string
  readonly text: string
  readonly okText: string
  readonly onOk: () => Promise<void>
}

/** A question that can be cancelled. */
export interface Question {
  readonly text: string
  readonly onOk: () => void
}

/** An action offered by a line: 撤销. */
export interface Offer {
  readonly label: string
  readonly onTake: () => void
}

export interface Notify {
  /** Card at the upper right, always titled 系统提示: HTTP status, timeout and sign-in failures (D-49). */
  card(text: string, kind?: NotifyKind, options?: CardOptions): void
  /** Short line on top, without a title: everything else. */
  line(text: string, kind?: NotifyKind): void
  /** Success line with an undo action, shown a little longer than others. */
  offer(text: string, offer: Offer): void
  /** Line with a spinner that stays until the page is reloaded (ER-12). */
  busy(text: string): void
  /** Dialog with a single button, not closable by Esc or an outside click. */
  alert(alert: Alert): void
  /** Dialog titled 提示 with 确定 and 取消. */
  ask(question: Question): void
}

type Notice = (host: Notify) => void

let host: Notify | undefined
let waiting: Notice[] = []
const wanting = new Set<() => void>()

function tell(notice: Notice): void {
  if (host !== undefined) {
    notice(host)
    return
  }
  waiting.push(notice)
  for (const want of wanting) want()
}

const notify: Notify = {
  card: (...card) => tell((there) => there.card(...card)),
  line: (...line) => tell((there) => there.line(...line)),
  offer: (...offer) => tell((there) => there.offer(...offer)),
  busy: (text) => tell((there) => there.busy(text)),
  alert: (alert) => tell((there) => there.alert(alert)),
  ask: (question) => tell((there) => there.ask(question)),
}

/**
 * The only source of cards, lines and alerts, so that title and duration are uniform (ER-51). Notices are queued until
 * a drawer exists.
 */
export const useNotify = (): Notify => notify

/** Sets the drawer and draws queued notices first. Returns a function that removes it. */
export function drawNotices(drawer: Notify): () => void {
  host = drawer
  const all = waiting
  waiting = []
  for (const notice of all) notice(drawer)
  return () => {
    if (host === drawer) host = undefined
  }
}

/** Whether notices are queued. */
export const hasNotices = (): boolean => waiting.length > 0

/** Calls back when a first notice is queued; returns the unsubscribe function. */
export function onNoticeWaiting(listener: () => void): () => void {
  wanting.add(listener)
  return () => wanting.delete(listener)
}
