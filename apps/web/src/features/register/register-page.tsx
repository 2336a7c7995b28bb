import { UserOutlined } from '@ant-design/icons'
import { LOGIN_PATH } from '@natim/contract/constants'
import { SMS_MODE } from '@natim/contract/system/identity'
import { accountEndpoints } from '@natim/contract/system/identity-account'
import { Button, Empty, Form, Input, Skeleton } from 'antd'
import type { Rule } from 'antd/es/form'
import { useId, useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { USERNAME_HINT, usernameRules } from '@/lib/account-rules.ts'
import { call } from '@/lib/api/http.ts'
import { REGISTER_RESULT_PATH } from '@/lib/paths.ts'
import { useSite } from '@/lib/site.ts'
import { NewPasswordFields } from '@/widgets/new-password/new-password-fields.tsx'
import { PublicCard, PublicFrame } from '@/widgets/public-frame/public-frame.tsx'
import { SmsCodeFields, type SmsFields } from '@/widgets/sms-code/sms-code-fields.tsx'

interface Fields extends SmsFields {
  readonly username: string
  readonly password: string
}

/** Asks the server whether a name or number is available; it is checked again on registration. */
const freeRule = (key: 'username' | 'phone'): Rule => ({
  validateTrigger: 'onBlur',
  validator: async (_, value: string | undefined) => {
    if (value) await call(accountEndpoints.checkOnlyUser, { query: { [key]: value } }, { silent: true })
  },
})

/** SS-43. Registration verifies a phone number; an administrator decides on the account's rights. */
export default function RegisterPage() {
  const { registration, isLoaded } = useSite()
  return (
    <PublicFrame title="注册账号">
      <PublicCard title="注册账号">
        {!isLoaded && <Skeleton active />}
        {isLoaded && registration && <RegisterForm />}
        {isLoaded && !registration && <Empty description="本系统未开放自助注册，请联系管理员开通账号" />}
        <p style={{ marginTop: 16, textAlign: 'center' }}>
          <Link to={LOGIN_PATH}>使用已有账号登录</Link>
        </p>
      </PublicCard>
    </PublicFrame>
  )
}

function RegisterForm() {
  const navigate = useNavigate()
  const [isBusy, setIsBusy] = useState(false)
  const register = async ({ username, password, mobile, smscode }: Fields) => {
    setIsBusy(true)
    try {
      const made = await call(accountEndpoints.register, { body: { username, password, phone: mobile, smscode } })
      await navigate(REGISTER_RESULT_PATH, { replace: true, state: { username: made.username } })
    } catch {
      // Reported by the client; the input stays.
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Form<Fields> name={useId()} size="large" onFinish={register} requiredMark={false}>
      <Form.Item
        name="username"
        rules={[...usernameRules, freeRule('username')]}
        extra={USERNAME_HINT}
        validateTrigger={['onChange', 'onBlur']}
        validateFirst
      >
        <Input
          prefix={<UserOutlined />}
          placeholder="用户名"
          aria-label="用户名"
          autoComplete="username"
          maxLength={18}
        />
      </Form.Item>
      <NewPasswordFields />
      <SmsCodeFields mode={SMS_MODE.register} extraMobileRules={[freeRule('phone')]} />
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        注册
      </Button>
    </Form>
  )
}
