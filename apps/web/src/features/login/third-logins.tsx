import {
  ApiOutlined,
  DingtalkOutlined,
  GithubOutlined,
  KeyOutlined,
  WechatOutlined,
  WechatWorkOutlined,
} from '@ant-design/icons'
import type { ThirdLoginChoice } from '@natim/contract/system/third-login'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { extraLoginPath } from '@/lib/config.ts'
import { useNotify } from '@/lib/notify.ts'
import { signInByThird } from '@/lib/session/sign-in.ts'
import { useSite } from '@/lib/site.ts'
import { BindAccountModal } from './bind-account-modal.tsx'
import { BindPhoneModal } from './bind-phone-modal.tsx'
import styles from './login-form.module.css'
import { openProvider, type ThirdAnswer } from './third-popup.ts'
import type { EntranceControl } from './use-entrance.tsx'

const ICONS: Readonly<Record<string, ReactNode>> = {
  github: <GithubOutlined />,
  wechat_enterprise: <WechatWorkOutlined />,
  wechat_open: <WechatOutlined />,
  dingtalk: <DingtalkOutlined />,
}

/** The follow-up that the provider's answer requires. */
type Open =
  | { readonly kind: 'choice'; readonly source: string; readonly choice: ThirdLoginChoice }
  | { readonly kind: 'phone'; readonly source: string; readonly uuid: string }

/** Buttons of the configured providers; empty when there are none (SS-24). */
export function ThirdLogins({ entrance }: { readonly entrance: EntranceControl }) {
  const { thirdLogins } = useSite()
  const { search } = useLocation()
  const navigate = useNavigate()
  const notify = useNotify()
  const [open, setOpen] = useState<Open>()
  const stop = useRef<() => void>(undefined)
  useEffect(() => () => stop.current?.(), [])

  const enterWith = (source: string, token: string) => {
    setOpen(undefined)
    return entrance.submit(() => signInByThird(token, source))
  }
  const onAnswer = (source: string, answer: ThirdAnswer) => {
    if (answer.kind === 'token') void enterWith(source, answer.token)
    else if (answer.kind === 'failed') notify.line('第三方登录失败，请重试')
    else setOpen({ ...answer, source })
  }
  const start = (source: string) => {
    stop.current?.()
    stop.current = openProvider(source, (answer) => onAnswer(source, answer))
    if (stop.current === undefined) notify.line('浏览器拦截了登录窗口，请允许弹出窗口后重试')
  }

  if (thirdLogins.length === 0) return null
  const close = () => setOpen(undefined)
  return (
    <>
      <p className={styles.divider}>其他方式</p>
      <div className={styles.providers}>
        {thirdLogins.map(({ source, title }) => (
          <Button key={source} icon={ICONS[source] ?? <ApiOutlined />} onClick={() => start(source)}>
            {title}
          </Button>
        ))}
        <Button icon={<KeyOutlined />} onClick={() => navigate(extraLoginPath() + search)}>
          OAuth2
        </Button>
      </div>
      {open?.kind === 'choice' && (
        <BindAccountModal
          choice={open.choice}
          onClose={close}
          onToken={(token) => void enterWith(open.source, token)}
        />
      )}
      {open?.kind === 'phone' && (
        <BindPhoneModal uuid={open.uuid} onClose={close} onToken={(token) => void enterWith(open.source, token)} />
      )}
    </>
  )
}
