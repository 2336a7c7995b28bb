import type { ReactNode } from 'react'

/** Seconds every card and every line stays (spec §8). */
export const NOTIFY_SECONDS = 4

/** Seconds in which a deletion can be taken back. */
export const OFFER_SECONDS = 8

export type NotifyKind = 'success' | 'info' | 'warning' | 'error'

export interface CardOptions {
  readonly actions?: ReactNode
  /** Only for what stops the console altogether: it goes when the user closes it (SS-20). */
  readonly isPersistent?: boolean
}

export interface Alert {
  readonly title: string
  readonly text: string
  readonly okText: string
  readonly onOk: () => Promise<void>
}

/** A question with a way back. */
export interface Question {
  readonly text: string
  readonly onOk: () => void
}

/** What a line offers: 撤销. */
export interface Offer {
  readonly label: string
  readonly onTake: () => void
}

export interface Notify {
  /** Card at the upper right, always titled 系统提示: HTTP status, timeout and sign-in failures (D-49). */
  card(text: string, kind?: NotifyKind, options?: CardOptions): void
  /** Short line on top, without a title: everything else. */
  line(text: string, kind?: NotifyKind): void
  /** Line of success that offers a way back, a little longer than others. */
  offer(text: string, offer: Offer): void
  /** Line with a spinner that stays until the page is loaded anew (ER-12). */
  busy(text: string): void
  /** Dialog with one way on, which neither Esc nor a click beside it closes. */
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
 * The only way to cards, lines and alerts, so that none has another title or duration (ER-51). What is said before
 * there is anybody to draw it waits for them.
 */
export const useNotify = (): Notify => notify

/** Draws everything from now on, beginning with what waits. Returns the end of it. */
export function drawNotices(drawer: Notify): () => void {
  host = drawer
  const all = waiting
  waiting = []
  for (const notice of all) notice(drawer)
  return () => {
    if (host === drawer) host = undefined
  }
}

/** Whether something waits to be drawn. */
export const hasNotices = (): boolean => waiting.length > 0

/** Calls back when something begins to wait; returns the unsubscribe function. */
export function onNoticeWaiting(listener: () => void): () => void {
  wanting.add(listener)
  return () => wanting.delete(listener)
}
