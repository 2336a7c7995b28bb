import { MESSAGES } from '@natim/contract/messages'
import { App, Button } from 'antd'
import { useLayoutEffect } from 'react'
import { drawNotices, NOTIFY_SECONDS, OFFER_SECONDS } from '../../lib/notify.ts'

let offers = 0

/** Draws the notices of `lib/notify` with antd. Equal texts are shown once. */
export function NoticeDrawer() {
  const { notification, message, modal } = App.useApp()
  useLayoutEffect(
    () =>
      drawNotices({
        card: (text, kind = 'error', { actions, isPersistent = false } = {}) => {
          const duration = isPersistent ? 0 : NOTIFY_SECONDS
          notification[kind]({ key: text, title: MESSAGES.title, description: text, duration, actions })
        },
        line: (text, kind = 'warning') => {
          void message[kind]({ key: text, content: text, duration: NOTIFY_SECONDS })
        },
        offer: (text, { label, onTake }) => {
          // Never merged: each offer has its own undo action.
          offers += 1
          const key = `offer-${offers}`
          const take = () => {
            message.destroy(key)
            onTake()
          }
          const content = (
            <>
              {text}
              <Button type="link" size="small" onClick={take}>
                {label}
              </Button>
            </>
          )
          void message.success({ key, content, duration: OFFER_SECONDS })
        },
        busy: (text) => {
          void message.loading({ key: text, content: text, duration: 0 })
        },
        alert: ({ title, text, okText, onOk }) => {
          modal.error({ title, content: text, okText, onOk, mask: false, keyboard: false })
        },
        ask: ({ text, onOk }) => {
          modal.confirm({ title: '提示', content: text, okText: '确定', cancelText: '取消', onOk })
        },
      }),
    [notification, message, modal],
  )
  return null
}
