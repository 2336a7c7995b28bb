import { useLayoutEffect, useState } from 'react'
import { type Alert, drawNotices, NOTIFY_SECONDS, type Question } from '../../lib/notify.ts'
import { PlainButton } from '../../ui/plain/plain-button.tsx'
import styles from './plain-notice-drawer.module.css'

/** Fallback without antd: plain lines of the same duration, with an action where there is one. */
export function PlainNoticeDrawer() {
  const [texts, setTexts] = useState<readonly string[]>([])
  const [alert, setAlert] = useState<Alert & { readonly canCancel?: boolean }>()
  useLayoutEffect(() => {
    const say = (text: string) => {
      setTexts((all) => [...all.filter((other) => other !== text), text])
      setTimeout(() => setTexts((all) => all.filter((other) => other !== text)), NOTIFY_SECONDS * 1_000)
    }
    const ask = ({ text, onOk }: Question) =>
      setAlert({ title: '提示', text, okText: '确定', canCancel: true, onOk: async () => onOk() })
    return drawNotices({ card: say, line: say, offer: say, busy: say, alert: setAlert, ask })
  }, [])
  return (
    <div className={styles.lines}>
      {texts.map((text) => (
        <p key={text} role="alert">
          {text}
        </p>
      ))}
      {alert && (
        <div role="alertdialog" aria-label={alert.title}>
          <p>{alert.text}</p>
          <PlainButton isPrimary onClick={() => void alert.onOk().then(() => setAlert(undefined))}>
            {alert.okText}
          </PlainButton>
          {alert.canCancel && <PlainButton onClick={() => setAlert(undefined)}>取消</PlainButton>}
        </div>
      )}
    </div>
  )
}
