import { MESSAGES } from '@natim/contract/messages'
import { useEffect } from 'react'
import { useNotify } from '../lib/notify.ts'
import { signOut } from '../lib/session/session-store.ts'
import { Splash } from '../shell/splash.tsx'
import { PlainButton } from '../ui/plain/plain-button.tsx'

/** SS-20: the menu table belongs to another product. The error stays; nothing is started or retried. */
export function WrongMenu() {
  const notify = useNotify()
  useEffect(() => {
    notify.card(MESSAGES['menu.wrongVersion'], 'error', { isPersistent: true })
  }, [notify])
  return (
    <Splash
      text={MESSAGES['menu.wrongVersion']}
      actions={<PlainButton onClick={() => void signOut()}>重新登录</PlainButton>}
    />
  )
}
