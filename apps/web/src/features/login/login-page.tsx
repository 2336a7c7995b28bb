import { Button, Tabs } from 'antd'
import { useState } from 'react'
import { Link, useLocation } from 'react-router'
import { REGISTER_PATH } from '@/lib/paths.ts'
import { useSite } from '@/lib/site.ts'
import { PublicCard, PublicFrame } from '@/widgets/public-frame/public-frame.tsx'
import { AccountForm } from './account-form.tsx'
import styles from './login-form.module.css'
import { PhoneForm } from './phone-form.tsx'
import { ResetPasswordModal } from './reset-password-modal.tsx'
import { ThirdLogins } from './third-logins.tsx'
import { useEntrance } from './use-entrance.tsx'

/** Handed over by the pages that make or mend an account. */
interface LoginState {
  readonly username?: string
}

/** SS-21: account and phone as tabs, other providers below; department and tenant are asked for afterwards. */
export default function LoginPage() {
  const { smsLogin, registration } = useSite()
  const entrance = useEntrance()
  const { state, search } = useLocation()
  const [username, setUsername] = useState((state as LoginState | null)?.username)
  const [isResetting, setIsResetting] = useState(false)
  const forgotten = smsLogin && (
    <Button type="link" className={styles.link} onClick={() => setIsResetting(true)}>
      忘记密码
    </Button>
  )
  const account = {
    key: 'account',
    label: '账号密码',
    children: <AccountForm key={username ?? ''} entrance={entrance} username={username} extra={forgotten} />,
  }
  const phone = { key: 'phone', label: '手机验证码', children: <PhoneForm entrance={entrance} /> }
  return (
    <PublicFrame title="登录">
      <PublicCard title="登录">
        {/* One tab while the switches are not known yet: what is typed meanwhile stays. */}
        <Tabs className={styles.tabs} items={smsLogin ? [account, phone] : [account]} destroyOnHidden />
        {registration && (
          <p className={styles.register}>
            还没有账号？<Link to={REGISTER_PATH + search}>注册账号</Link>
          </p>
        )}
        <ThirdLogins entrance={entrance} />
      </PublicCard>
      {entrance.dialog}
      <ResetPasswordModal
        isOpen={isResetting}
        onClose={() => setIsResetting(false)}
        onReset={(name) => {
          setUsername(name)
          setIsResetting(false)
        }}
      />
    </PublicFrame>
  )
}
