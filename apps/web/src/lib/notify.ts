import { MESSAGES } from '@natim/contract/messages'
import { App } from 'antd'
import { useMemo } from 'react'

/** Seconds every card and every line stays (spec §8). */
export const NOTIFY_SECONDS = 4

export type NotifyKind = 'success' | 'info' | 'warning' | 'error'

export interface CardOptions {
  readonly actions?: React.ReactNode
  /** Only for what stops the console altogether: it goes when the user closes it (SS-20). */
  readonly isPersistent?: boolean
}

export interface Notify {
  /** Card at the upper right, always titled 系统提示: HTTP status, timeout and sign-in failures (D-49). */
  card(text: string, kind?: NotifyKind, options?: CardOptions): void
  /** Short line on top, without a title: everything else. */
  line(text: string, kind?: NotifyKind): void
  /** Line with a spinner that stays until the page is loaded anew (ER-12). */
  busy(text: string): void
}

/**
 * The only place that makes cards and lines, so that none has another title or duration (ER-51). The same text is
 * shown once however often it is reported.
 */
export function useNotify(): Notify {
  const { notification, message } = App.useApp()
  return useMemo<Notify>(
    () => ({
      card: (text, kind = 'error', { actions, isPersistent = false } = {}) => {
        const duration = isPersistent ? 0 : NOTIFY_SECONDS
        notification[kind]({ key: text, title: MESSAGES.title, description: text, duration, actions })
      },
      line: (text, kind = 'warning') => {
        void message[kind]({ key: text, content: text, duration: NOTIFY_SECONDS })
      },
      busy: (text) => {
        void message.loading({ key: text, content: text, duration: 0 })
      },
    }),
    [notification, message],
  )
}
