import { LockOutlined, UserOutlined } from '@ant-design/icons'
import { MODAL_PX } from '@natim/contract/constants'
import { type ThirdLoginChoice, thirdLoginEndpoints } from '@natim/contract/system/third-login'
import { Button, Form, Input } from 'antd'
import { useId, useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import styles from './login-form.module.css'

interface Fields {
  readonly username: string
  readonly password: string
}

export interface BindAccountModalProps {
  readonly choice: ThirdLoginChoice
  readonly onClose: () => void
  readonly onToken: (token: string) => void
}

/** First sign-in through a provider: binds an existing account with its password, or creates a new one (SS-24). */
export function BindAccountModal({ choice, onClose, onToken }: BindAccountModalProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { isObj: _mark, isNameTaken, mayCreate, ...person } = choice

  const ask = async (work: () => Promise<string>) => {
    setIsBusy(true)
    try {
      onToken(await work())
    } catch {
      // Reported by the client; the dialog stays open.
    } finally {
      setIsBusy(false)
    }
  }
  const bind = (fields: Fields) =>
    ask(() => call(thirdLoginEndpoints.checkPassword, { body: { ...person, ...fields } }))
  const create = () => ask(() => call(thirdLoginEndpoints.createUser, { body: person }))

  return (
    <Dialog open title="绑定账号" width={MODAL_PX.depart} footer={null} onCancel={onClose}>
      <p className={styles.explain}>
        {isNameTaken
          ? `系统中已有账号 ${choice.username}。输入它的密码完成绑定，以后可直接用第三方登录。`
          : '首次使用第三方登录，请绑定一个已有账号。'}
      </p>
      <Form<Fields>
        name={useId()}
        size="large"
        onFinish={bind}
        initialValues={{ username: isNameTaken ? choice.username : undefined }}
        requiredMark={false}
      >
        <AccountFields />
        <Button type="primary" htmlType="submit" block loading={isBusy}>
          绑定并登录
        </Button>
      </Form>
      {mayCreate && (
        <>
          <p className={styles.divider}>或者</p>
          <Button block size="large" disabled={isBusy} onClick={() => void create()}>
            创建新账号
          </Button>
        </>
      )}
    </Dialog>
  )
}

function AccountFields() {
  return (
    <>
      <Form.Item name="username" rules={[{ required: true, whitespace: true, message: '请输入账号' }]}>
        <Input
          prefix={<UserOutlined />}
          placeholder="账号"
          aria-label="绑定的账号"
          autoComplete="username"
          maxLength={64}
        />
      </Form.Item>
      <Form.Item name="password" rules={[{ required: true, message: '请输入密码' }]}>
        <Input.Password
          prefix={<LockOutlined />}
          placeholder="密码"
          aria-label="账号的密码"
          autoComplete="current-password"
          maxLength={128}
        />
      </Form.Item>
    </>
  )
}
