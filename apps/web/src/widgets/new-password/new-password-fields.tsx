import { LockOutlined } from '@ant-design/icons'
import { Form, Input } from 'antd'
import { PASSWORD_HINT, passwordRules, repeatRules } from '@/lib/account-rules.ts'

/** Fields `password` and `repeated` of the surrounding form, with the rule shown up front. */
export function NewPasswordFields() {
  return (
    <>
      <Form.Item name="password" rules={passwordRules} extra={PASSWORD_HINT} validateFirst>
        <Input.Password
          prefix={<LockOutlined />}
          placeholder="新密码"
          aria-label="新密码"
          autoComplete="new-password"
          maxLength={128}
        />
      </Form.Item>
      <Form.Item name="repeated" dependencies={['password']} rules={repeatRules('password')} validateFirst>
        <Input.Password
          prefix={<LockOutlined />}
          placeholder="确认新密码"
          aria-label="确认新密码"
          autoComplete="new-password"
          maxLength={128}
        />
      </Form.Item>
    </>
  )
}
