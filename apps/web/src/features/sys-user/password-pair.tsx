import { MESSAGES } from '@natim/contract/messages'
import { Form, Input } from 'antd'
import { PASSWORD_HINT, passwordRules } from '@/lib/account-rules.ts'
import styles from './sys-user.module.css'

const optional = passwordRules.filter((rule) => typeof rule === 'object' && !('required' in rule))

/** `password` and `repeated` of the surrounding form; both empty = the server generates one. */
export function PasswordPair() {
  return (
    <div className={styles.pair}>
      <Form.Item
        name="password"
        label="登录密码"
        rules={optional}
        extra={`留空则自动生成。${PASSWORD_HINT}；只能登录一次，72 小时内有效`}
      >
        <Input.Password placeholder="留空则自动生成" autoComplete="new-password" maxLength={128} />
      </Form.Item>
      <Form.Item
        name="repeated"
        label="确认密码"
        dependencies={['password']}
        rules={[
          ({ getFieldValue }) => ({
            validator: (_, value: string | undefined) =>
              (value ?? '') === (getFieldValue('password') ?? '')
                ? Promise.resolve()
                : Promise.reject(new Error(MESSAGES['password.differs'])),
          }),
        ]}
      >
        <Input.Password placeholder="再次输入密码" autoComplete="new-password" maxLength={128} />
      </Form.Item>
    </div>
  )
}
