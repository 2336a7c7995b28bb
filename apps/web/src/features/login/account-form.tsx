import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { Button, Checkbox, Form, Input, type InputRef } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import type { ApiError } from '@/lib/api/api-error.ts'
import { signInByAccount } from '@/lib/session/sign-in.ts'
import { useSite } from '@/lib/site.ts'
import { SliderCheck } from '@/widgets/slider-check/slider-check.tsx'
import { CaptchaField, useCaptcha } from './captcha.tsx'
import styles from './login-form.module.css'
import type { EntranceControl } from './use-entrance.tsx'

interface Fields {
  readonly username: string
  readonly password: string
  readonly captcha?: string
  readonly remember: boolean
}

const CAPTCHA_WRONG = 412
/** From this many refusals on the slider stands before the button (D-43). */
const SLIDER_AFTER = 3

export interface AccountFormProps {
  readonly entrance: EntranceControl
  /** Filled in: after a registration or a reset. */
  readonly username?: string | undefined
  /** At the right of 自动登录. */
  readonly extra?: ReactNode
}

/** Account sign-in. A refused attempt keeps what was typed, says why, and brings a new picture. */
export function AccountForm({ entrance, username, extra }: AccountFormProps) {
  const [form] = Form.useForm<Fields>()
  const { captcha: isCaptchaOn, isLoaded } = useSite()
  const captcha = useCaptcha(isLoaded && isCaptchaOn)
  const [refusals, setRefusals] = useState(0)
  // The refusal up to which the slider was passed: each further one asks anew.
  const [passedAt, setPassedAt] = useState(0)
  const captchaInput = useRef<InputRef>(null)
  const passwordInput = useRef<InputRef>(null)
  const needsSlider = refusals >= SLIDER_AFTER && passedAt < refusals

  async function submit(fields: Fields): Promise<void> {
    const failure = await entrance.submit(() =>
      signInByAccount({
        username: fields.username,
        password: fields.password,
        remember_me: fields.remember,
        ...(isCaptchaOn ? { captcha: fields.captcha, checkKey: captcha.key } : {}),
      }),
    )
    if (failure !== undefined) refuse(failure)
  }

  function refuse(error: ApiError): void {
    setRefusals((count) => count + 1)
    // Every attempt uses the picture up (security §2).
    captcha.reload()
    form.setFieldValue('captcha', undefined)
    if (error.code === CAPTCHA_WRONG) captchaInput.current?.focus()
    else passwordInput.current?.focus({ cursor: 'all' })
  }

  return (
    <Form<Fields>
      form={form}
      size="large"
      onFinish={submit}
      initialValues={{ remember: true, username }}
      requiredMark={false}
    >
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
      {refusals >= SLIDER_AFTER && (
        <div className={styles.slider}>
          <SliderCheck key={refusals} onSuccess={() => setPassedAt(refusals)} />
        </div>
      )}
      <div className={styles.options}>
        <Form.Item name="remember" valuePropName="checked" noStyle>
          <Checkbox>自动登录</Checkbox>
        </Form.Item>
        {extra}
      </div>
      <Button type="primary" htmlType="submit" block loading={entrance.isBusy} disabled={needsSlider}>
        登录
      </Button>
    </Form>
  )
}
