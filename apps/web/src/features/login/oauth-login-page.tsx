import { LOGIN_PATH } from '@natim/contract/constants'
import { Button, Result, Spin } from 'antd'
import { useEffect, useEffectEvent, useState } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { apiUrl } from '@/lib/config.ts'
import { signInByThird } from '@/lib/session/sign-in.ts'
import { useSite } from '@/lib/site.ts'
import { PublicCard, PublicFrame } from '@/widgets/public-frame/public-frame.tsx'
import styles from './login-form.module.css'
import { useEntrance } from './use-entrance.tsx'

/** Stores the return path while the browser is at the provider, which returns here without it. */
const RETURN_KEY = 'oauth2-redirect'

const REASONS: Readonly<Record<string, string>> = {
  unbound: '该第三方账号尚未绑定系统账号，请先用账号密码登录后绑定。',
  failed: '第三方登录没有完成，请重试。',
}

/** Provider of the chat app that hosts the page; undefined in a browser. */
function sourceOfContainer(userAgent: string): string | undefined {
  if (/dingtalk/i.test(userAgent)) return 'dingtalk'
  return /wxwork/i.test(userAgent) ? 'wechat_enterprise' : undefined
}

/** Redirects this window to the provider, which returns here with a token. */
function leaveFor(source: string, redirect: string | null): void {
  if (redirect === null) sessionStorage.removeItem(RETURN_KEY)
  else sessionStorage.setItem(RETURN_KEY, redirect)
  const state = encodeURIComponent(window.location.origin)
  window.location.assign(apiUrl(`sys/thirdLogin/oauth2/${encodeURIComponent(source)}/login?state=${state}`))
}

/** SS-25: waits, signs in, or shows the error with a way out. */
export default function OauthLoginPage() {
  const { thirdLogins, isLoaded } = useSite()
  const { search, pathname } = useLocation()
  const navigate = useNavigate()
  const entrance = useEntrance()
  const query = new URLSearchParams(search)
  // A provider that refuses returns without the redirect parameter.
  const wanted = query.get('redirect') ?? (query.has('oauth2LoginError') ? sessionStorage.getItem(RETURN_KEY) : null)
  // Read once: it is removed from the address before use.
  const [returned, setReturned] = useState(() => {
    const token = query.get('oauth2LoginToken')
    return token === null ? undefined : { token, source: query.get('thirdType') ?? '' }
  })
  const [problem, setProblem] = useState(() => {
    const code = query.get('oauth2LoginError')
    return code === null ? undefined : (REASONS[code] ?? REASONS['failed'])
  })
  const automatic =
    sourceOfContainer(navigator.userAgent) ?? (thirdLogins.length === 1 ? thirdLogins[0]?.source : undefined)

  const signIn = useEffectEvent(async (given: string, from: string) => {
    // A token in the address would stay in the history; the guard reads the return path from the address instead.
    const redirect = sessionStorage.getItem(RETURN_KEY)
    await navigate(redirect === null ? pathname : `${pathname}?redirect=${encodeURIComponent(redirect)}`, {
      replace: true,
    })
    const failure = await entrance.submit(() => signInByThird(given, from))
    setProblem(failure?.message)
  })
  useEffect(() => {
    if (returned !== undefined) queueMicrotask(() => void signIn(returned.token, returned.source))
  }, [returned])

  const start = useEffectEvent((from: string) => leaveFor(from, wanted))
  const isWaitingToStart = isLoaded && returned === undefined && problem === undefined
  useEffect(() => {
    if (isWaitingToStart && automatic !== undefined) start(automatic)
  }, [isWaitingToStart, automatic])

  const isChoosing = isWaitingToStart && automatic === undefined
  return (
    <PublicFrame title="第三方登录">
      <PublicCard title="第三方登录">
        {problem !== undefined && (
          <Failure
            text={problem}
            onRetry={() => {
              setReturned(undefined)
              setProblem(undefined)
            }}
          />
        )}
        {problem === undefined && isChoosing && <Providers onChoose={(from) => leaveFor(from, wanted)} />}
        {problem === undefined && !isChoosing && <Waiting />}
      </PublicCard>
      {entrance.dialog}
    </PublicFrame>
  )
}

/** This link keeps the account form, even inside a chat app. */
const ACCOUNT_LOGIN = `${LOGIN_PATH}?account=1`

function Waiting() {
  return (
    <div className={styles.waiting} role="status">
      <Spin />
      <span>正在登录，请稍候…</span>
    </div>
  )
}

function Failure({ text, onRetry }: { readonly text: string; readonly onRetry: () => void }) {
  return (
    <Result
      className={styles.failure}
      status="warning"
      title="登录失败"
      subTitle={text}
      extra={
        <div className="row">
          <Button type="primary" onClick={onRetry}>
            重试
          </Button>
          <Link to={ACCOUNT_LOGIN}>账号密码登录</Link>
        </div>
      }
    />
  )
}

function Providers({ onChoose }: { readonly onChoose: (source: string) => void }) {
  const { thirdLogins } = useSite()
  return (
    <>
      <p className={styles.explain}>
        {thirdLogins.length > 0 ? '选择用来登录的身份提供方：' : '系统尚未配置第三方登录，请联系管理员。'}
      </p>
      <div className={styles.stack}>
        {thirdLogins.map(({ source, title }) => (
          <Button key={source} size="large" block onClick={() => onChoose(source)}>
            {title}
          </Button>
        ))}
        <Link to={ACCOUNT_LOGIN}>账号密码登录</Link>
      </div>
    </>
  )
}
