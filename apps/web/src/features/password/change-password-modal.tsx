import { MODAL_PX } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { accountEndpoints } from '@natim/contract/system/identity-account'
import { PASSWORD_LENGTH } from '@natim/domain/password-policy'
import { Form, Input } from 'antd'
import { useId, useState } from 'react'
import { repeatRules } from '@/lib/account-rules.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useSession } from '@/lib/session/session-store.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { focusFirst } from '@/ui/dialog/focus-first.ts'
import styles from './change-password-modal.module.css'

interface Fields {
  readonly oldpassword: string
  readonly password: string
  readonly confirmpassword: string
}

const RULE = `至少 ${PASSWORD_LENGTH.min} 个字符（管理员 ${PASSWORD_LENGTH.minAdministrator} 个），不能是常见密码，不能包含账号、产品或部门名称`

export interface ChangePasswordModalProps {
  /** The password was valid for a single sign-in: the user must set a new one or sign out. */
  readonly isForced?: boolean
  /** Called when changed or cancelled. */
  readonly onClose: () => void
  readonly onSignOut?: () => void
}

/** SH-53: a modal of 800 px; on refusal it stays open and keeps the input. */
export function ChangePasswordModal({ isForced = false, onClose, onSignOut }: ChangePasswordModalProps) {
  const [form] = Form.useForm<Fields>()
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const change = async (fields: Fields) => {
    const { user } = useSession.getState()
    setIsSaving(true)
    try {
      const body = { ...fields, username: user?.username }
      const { message } = await callWithMessage(accountEndpoints.updatePassword, { body })
      notify.line(message || '密码修改成功', 'success')
      onClose()
    } catch {
      // The client showed the server's message as a warning.
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      open
      title={isForced ? '首次登录，请设置自己的密码' : '修改密码'}
      isLocked={isForced}
      cancelText={isForced ? '退出登录' : '取消'}
      width={MODAL_PX.password}
      isSaving={isSaving}
      okText="确定"
      onOk={form.submit}
      onCancel={isForced ? onSignOut : onClose}
      afterOpenChange={(isOpen) => isOpen && focusFirst(form, 'oldpassword')}
    >
      <Form<Fields> form={form} name={useId()} labelCol={{ flex: '108px' }} onFinish={change} className={styles.form}>
        <PasswordFields />
      </Form>
    </Dialog>
  )
}

const NEW_RULES = [
  { required: true, message: MESSAGES['password.newRequired'] },
  { min: PASSWORD_LENGTH.min, message: `密码至少 ${PASSWORD_LENGTH.min} 个字符` },
]

function PasswordFields() {
  return (
    <>
      <Form.Item
        name="oldpassword"
        label="旧密码"
        rules={[{ required: true, message: MESSAGES['password.oldRequired'] }]}
      >
        <Input.Password placeholder="请输入旧密码" autoComplete="current-password" maxLength={PASSWORD_LENGTH.max} />
      </Form.Item>
      <Form.Item name="password" label="新密码" extra={RULE} rules={NEW_RULES} validateFirst>
        <Input.Password placeholder="请输入新密码" autoComplete="new-password" maxLength={PASSWORD_LENGTH.max} />
      </Form.Item>
      <Form.Item
        name="confirmpassword"
        label="确认新密码"
        dependencies={['password']}
        rules={repeatRules('password')}
        validateFirst
      >
        <Input.Password placeholder="请确认新密码" autoComplete="new-password" maxLength={PASSWORD_LENGTH.max} />
      </Form.Item>
    </>
  )
}
