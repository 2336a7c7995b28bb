import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { gmt8Fields } from '@natim/domain/time'
import { Alert, Button, Checkbox, Form, Input, type InputRef } from 'antd'
import { useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { ApiError } from '../../lib/api/api-error.ts'
import { serverNow } from '../../lib/clock.ts'
import { greeting } from '../../lib/greeting.ts'
import { useNotify } from '../../lib/notify.ts'
import { safeRedirect } from '../../lib/paths.ts'
import { enter, signInByAccount } from '../../lib/session/sign-in.ts'
import { useSite } from '../../lib/site.ts'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import styles from './login-form.module.css'

interface Fields {
  readonly username: string
  readonly password: string
  readonly captcha?: string
  readonly remember: boolean
}

const CAPTCHA_WRONG = 412

/** Account sign-in. A refused attempt keeps what was typed, says why, and brings a new picture. */
export function LoginForm() {
  const [form] = Form.useForm<Fields>()
  const { captcha: isCaptchaOn, isLoaded } = useSite()
  const captcha = useCaptcha(isLoaded && isCaptchaOn)
  const [failure, setFailure] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const captchaInput = useRef<InputRef>(null)
  const passwordInput = useRef<InputRef>(null)
  const notify = useNotify()
  const navigate = useNavigate()
  const { search } = useLocation()

  async function submit(fields: Fields): Promise<void> {
    setIsBusy(true)
    setFailure(undefined)
    try {
      const entrance = await signInByAccount({
        username: fields.username,
        password: fields.password,
        remember_me: fields.remember,
        ...(isCaptchaOn ? { captcha: fields.captcha, checkKey: captcha.key } : {}),
      })
      await enter(entrance)
      notify.line(`${greeting(gmt8Fields(serverNow()).hour)}，${entrance.userInfo.realname}，欢迎回来`, 'success')
      navigate(safeRedirect(new URLSearchParams(search).get('redirect')), { replace: true })
    } catch (error) {
      refuse(error as ApiError)
    } finally {
      setIsBusy(false)
    }
  }

  function refuse(error: ApiError): void {
    setFailure(error.message)
    // Every attempt uses the picture up (security §2).
    captcha.reload()
    form.setFieldValue('captcha', undefined)
    if (error.code === CAPTCHA_WRONG) captchaInput.current?.focus()
    else passwordInput.current?.focus({ cursor: 'all' })
  }

  return (
    <section className={styles.card} aria-labelledby="login-title">
      <h1 id="login-title" className={styles.title}>
        登录
      </h1>
      <Form<Fields> form={form} size="large" onFinish={submit} initialValues={{ remember: true }} requiredMark={false}>
        {failure !== undefined && <Alert className={styles.failure} type="error" showIcon title={failure} />}
        <Form.Item name="username" rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
          <Input
            prefix={<UserOutlined />}
            placeholder="账号"
            aria-label="账号"
            autoComplete="username"
            maxLength={64}
            // The page has one purpose; whoever opens it is about to type here.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
          />
        </Form.Item>
        <Form.Item name="password" rules={[{ required: true, message: '请输入密码' }]}>
          <Input.Password
            ref={passwordInput}
            prefix={<LockOutlined />}
            placeholder="密码"
            aria-label="密码"
            autoComplete="current-password"
            maxLength={128}
          />
        </Form.Item>
        {isCaptchaOn && isLoaded && <CaptchaField captcha={captcha} inputRef={captchaInput} />}
        <Form.Item name="remember" valuePropName="checked">
          <Checkbox>自动登录</Checkbox>
        </Form.Item>
        <Button type="primary" htmlType="submit" block loading={isBusy}>
          登录
        </Button>
      </Form>
      <p className={styles.notice}>仅限授权人员使用，操作全程留痕</p>
    </section>
  )
}
