import { useState } from 'react'
import { Link, type Location, useLocation } from 'react-router'
import { REGISTER_PATH } from '@/lib/paths.ts'
import { useSite } from '@/lib/site.ts'
import { PlainTabs } from '@/ui/plain/plain-tabs.tsx'
import { lazyWithAntd } from '@/widgets/lazy-with-antd/lazy-with-antd.tsx'
import { PublicCard, PublicFrame } from '@/widgets/public-frame/public-frame.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './login-form.module.css'
import { useEntrance } from './use-entrance.tsx'

// Most users sign in with name and password; the other ways are loaded on demand.
const PhoneForm = lazyWithAntd(
  async () => (await import('./phone-form.tsx')).PhoneForm,
  () => <p className={styles.waiting}>加载中…</p>,
)
const ThirdLogins = lazyWithAntd(async () => (await import('./third-logins.tsx')).ThirdLogins)
const ResetPasswordModal = lazyWithAntd(async () => (await import('./reset-password-modal.tsx')).ResetPasswordModal)

/** State passed by the registration and password reset pages. */
interface LoginState {
  readonly username?: string
}

/** SS-21: account and phone as tabs, other providers below; department and tenant are asked for afterwards. */
export default function LoginPage() {
  const { smsLogin, registration, thirdLogins } = useSite()
  const entrance = useEntrance()
  const { state, search }: Location<LoginState | null> = useLocation()
  const [username, setUsername] = useState(state?.username)
  const [reset, setReset] = useState<'unused' | 'open' | 'closed'>('unused')
  const forgotten = smsLogin && (
    <button type="button" className={styles.link} onClick={() => setReset('open')}>
      忘记密码
    </button>
  )
  const account = {
    key: 'account',
    label: '账号密码',
    content: <AccountForm key={username ?? ''} entrance={entrance} username={username} extra={forgotten} />,
  }
  const phone = {
    key: 'phone',
    label: '手机验证码',
    content: <PhoneForm entrance={entrance} />,
  }
  return (
    <PublicFrame title="登录">
      <PublicCard title="登录">
        <PlainTabs label="登录方式" tabs={smsLogin ? [account, phone] : [account]} />
        {registration && (
          <p className={styles.register}>
            还没有账号？<Link to={REGISTER_PATH + search}>注册账号</Link>
          </p>
        )}
        {thirdLogins.length > 0 && <ThirdLogins entrance={entrance} />}
      </PublicCard>
      {entrance.dialog}
      {reset !== 'unused' && (
        <ResetPasswordModal
          isOpen={reset === 'open'}
          onClose={() => setReset('closed')}
          onReset={(name) => {
            setUsername(name)
            setReset('closed')
          }}
        />
      )}
    </PublicFrame>
  )
}
