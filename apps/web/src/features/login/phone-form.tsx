import { SMS_MODE } from '@natim/contract/system/identity'
import { Button, Checkbox, Form } from 'antd'
import { signInByPhone } from '@/lib/session/sign-in.ts'
import { SmsCodeFields, type SmsFields } from '@/widgets/sms-code/sms-code-fields.tsx'
import styles from './login-form.module.css'
import type { EntranceControl } from './use-entrance.tsx'

interface Fields extends SmsFields {
  readonly remember: boolean
}

/** Sign-in with an SMS code (SS-23). */
export function PhoneForm({ entrance }: { readonly entrance: EntranceControl }) {
  const [form] = Form.useForm<Fields>()
  const submit = async ({ mobile, smscode, remember }: Fields) => {
    const failure = await entrance.submit(() => signInByPhone({ mobile, captcha: smscode, remember_me: remember }))
    if (failure !== undefined) form.focusField('smscode')
  }
  return (
    <Form<Fields> form={form} size="large" onFinish={submit} initialValues={{ remember: true }} requiredMark={false}>
      <SmsCodeFields mode={SMS_MODE.signIn} />
      <div className={styles.options}>
        <Form.Item name="remember" valuePropName="checked" noStyle>
          <Checkbox>自动登录</Checkbox>
        </Form.Item>
      </div>
      <Button type="primary" htmlType="submit" block loading={entrance.isBusy}>
        登录
      </Button>
    </Form>
  )
}
