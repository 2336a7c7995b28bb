import { MobileOutlined, SafetyCertificateOutlined } from '@ant-design/icons'
import { SMS_RESEND_S } from '@natim/contract/constants'
import { identityEndpoints, type SmsMode } from '@natim/contract/system/identity'
import { Button, Form, Input } from 'antd'
import type { Rule } from 'antd/es/form'
import { useState } from 'react'
import { mobileRules, smsCodeRules } from '@/lib/account-rules.ts'
import { call } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { SliderCheck } from '../slider-check/slider-check.tsx'
import styles from './sms-code-fields.module.css'
import { useCountdown } from './use-countdown.ts'

export interface SmsFields {
  readonly mobile: string
  readonly smscode: string
}

export interface SmsCodeFieldsProps {
  /** Purpose of the code. */
  readonly mode: SmsMode
  /** Checked in addition to the number format. */
  readonly extraMobileRules?: readonly Rule[]
}

/**
 * Fields `mobile` and `smscode` of the surrounding form. A code is sent after the slider, at most once a minute (D-43,
 * SS-23).
 */
export function SmsCodeFields({ mode, extraMobileRules = [] }: SmsCodeFieldsProps) {
  const form = Form.useFormInstance<SmsFields>()
  const notify = useNotify()
  const [isChecked, setIsChecked] = useState(false)
  const [isSending, setIsSending] = useState(false)
  const { leftS, start } = useCountdown(SMS_RESEND_S)

  async function send(mobile: string): Promise<void> {
    setIsSending(true)
    try {
      await call(identityEndpoints.sms, { body: { mobile, smsmode: mode } })
      start()
      notify.line('如该手机号可用，验证码将很快送达，10 分钟内有效', 'success')
      form.focusField('smscode')
    } catch {
      // Already reported by the client; the button is enabled for a retry.
    } finally {
      setIsSending(false)
    }
  }
  // Errors of the number are shown at its field.
  const ask = () =>
    form.validateFields(['mobile']).then(
      ({ mobile }) => send(mobile),
      () => undefined,
    )

  return (
    <>
      <Form.Item name="mobile" rules={[...mobileRules, ...extraMobileRules]} validateTrigger="onBlur" validateFirst>
        <Input
          prefix={<MobileOutlined />}
          placeholder="手机号"
          aria-label="手机号"
          autoComplete="tel-national"
          inputMode="numeric"
          maxLength={11}
        />
      </Form.Item>
      <div className={styles.slider}>
        <SliderCheck onSuccess={() => setIsChecked(true)} />
      </div>
      <div className={styles.code}>
        <Form.Item name="smscode" rules={smsCodeRules}>
          <Input
            prefix={<SafetyCertificateOutlined />}
            placeholder="短信验证码"
            aria-label="短信验证码"
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
          />
        </Form.Item>
        <Button disabled={!isChecked || leftS > 0} loading={isSending} onClick={() => void ask()}>
          {leftS > 0 ? `${leftS} s 后重发` : '获取验证码'}
        </Button>
      </div>
    </>
  )
}
