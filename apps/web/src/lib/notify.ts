import { MESSAGES } from '@natim/contract/messages'
import { App } from 'antd'
import { useMemo } from 'react'

/** Seconds every card and every line stays (spec §8). */
export const NOTIFY_SECONDS = 4

export type NotifyKind = 'success' | 'info' | 'warning' | 'error'

export interface Notify {
  /** Card at the upper right, always titled 系统提示: HTTP status, timeout and sign-in failures (D-49). */
  card(text: string, kind?: NotifyKind, extra?: { readonly actions?: React.ReactNode }): void
  /** Short line on top, without a title: everything else. */
  line(text: string, kind?: NotifyKind): void
}

/**
 * The only place that makes cards and lines, so that none has another title or duration (ER-51). The same text is
 * shown once however often it is reported.
 */
export function useNotify(): Notify {
  const { notification, message } = App.useApp()
  return useMemo<Notify>(
    () => ({
      card: (text, kind = 'error', extra = {}) => {
        notification[kind]({ key: text, title: MESSAGES.title, description: text, duration: NOTIFY_SECONDS, ...extra })
      },
      line: (text, kind = 'warning') => {
        void message[kind]({ key: text, content: text, duration: NOTIFY_SECONDS })
      },
    }),
    [notification, message],
  )
}
