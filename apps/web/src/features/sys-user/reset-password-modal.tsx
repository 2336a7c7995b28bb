import type { UserRow } from '@natim/contract/system/pickers'
import { userAdminEndpoints } from '@natim/contract/system/user'
import { Form } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { PasswordOnce } from './password-once.tsx'
import { PasswordPair } from './password-pair.tsx'

export interface ResetPasswordModalProps {
  /** Undefined while closed. */
  readonly user: UserRow | undefined
  readonly onClose: () => void
}

interface Fields {
  readonly password?: string
  readonly repeated?: string
}

/** 修改密码 (SY-19): typed twice, or made by the server and shown once. Ends the sessions of the user. */
export function ResetPasswordModal({ user, onClose }: ResetPasswordModalProps) {
  const [form] = Form.useForm<Fields>()
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const [made, setMade] = useState<string>()

  async function reset({ password, repeated }: Fields): Promise<void> {
    if (user === undefined) return
    setIsSaving(true)
    try {
      const body = { username: user.username, ...(password && { password, confirmpassword: repeated }) }
      const { result, message } = await callWithMessage(userAdminEndpoints.resetPassword, { body })
      notify.line(message, 'success')
      setMade(result.password)
      onClose()
    } catch {
      // The client showed the server's sentence; the form stays.
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <>
      <Dialog
        open={user !== undefined}
        title={`修改密码：${user?.realname ?? ''}（${user?.username ?? ''}）`}
        width={640}
        isSaving={isSaving}
        okText="确定"
        onOk={form.submit}
        onCancel={onClose}
        destroyOnHidden
      >
        <Form<Fields> form={form} layout="vertical" preserve={false} onFinish={reset}>
          <PasswordPair />
        </Form>
      </Dialog>
      <PasswordOnce password={made} onClose={() => setMade(undefined)} />
    </>
  )
}
