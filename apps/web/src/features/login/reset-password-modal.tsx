import { MODAL_PX } from '@natim/contract/constants'
import { SMS_MODE } from '@natim/contract/system/identity'
import { accountEndpoints } from '@natim/contract/system/identity-account'
import { Button, Form, Input, Steps } from 'antd'
import { useId, useState } from 'react'
import { call, callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { NewPasswordFields } from '@/widgets/new-password/new-password-fields.tsx'
import { SmsCodeFields, type SmsFields } from '@/widgets/sms-code/sms-code-fields.tsx'

interface Proof extends SmsFields {
  /** Account that the number belongs to. */
  readonly username: string
}

interface NewPassword {
  readonly password: string
  readonly repeated: string
}

export interface ResetPasswordModalProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onReset: (username: string) => void
}

/** SS-42: verifies the user by phone number, then sets a new password. All sessions of the account end. */
export function ResetPasswordModal({ isOpen, onClose, onReset }: ResetPasswordModalProps) {
  return (
    <Dialog open={isOpen} title="重置密码" width={MODAL_PX.depart} footer={null} onCancel={onClose} destroyOnHidden>
      <ResetSteps onReset={onReset} />
    </Dialog>
  )
}

function ResetSteps({ onReset }: Pick<ResetPasswordModalProps, 'onReset'>) {
  const [proof, setProof] = useState<Proof>()
  return (
    <>
      <Steps
        size="small"
        responsive={false}
        current={proof === undefined ? 0 : 1}
        items={[{ title: '验证手机号' }, { title: '设置新密码' }]}
        style={{ margin: '8px 0 20px' }}
      />
      {proof === undefined ? <ProofStep onProof={setProof} /> : <PasswordStep proof={proof} onReset={onReset} />}
    </>
  )
}

function ProofStep({ onProof }: { readonly onProof: (proof: Proof) => void }) {
  const [isBusy, setIsBusy] = useState(false)
  const verify = async ({ mobile, smscode }: SmsFields) => {
    setIsBusy(true)
    try {
      const answer = await call(accountEndpoints.phoneVerification, { body: { phone: mobile, smscode } })
      onProof({ mobile, smscode: answer.smscode, username: answer.username })
    } catch {
      // Reported by the client; the user may try again.
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Form<SmsFields> name={useId()} size="large" onFinish={verify} requiredMark={false}>
      <SmsCodeFields mode={SMS_MODE.reset} />
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        下一步
      </Button>
    </Form>
  )
}

function PasswordStep({ proof, onReset }: { readonly proof: Proof } & Pick<ResetPasswordModalProps, 'onReset'>) {
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  const change = async ({ password }: NewPassword) => {
    const { username, mobile: phone, smscode } = proof
    setIsBusy(true)
    try {
      const { message } = await callWithMessage(accountEndpoints.passwordChange, {
        body: { username, phone, smscode, password },
      })
      notify.line(message || '密码已重置，请用新密码登录', 'success')
      onReset(username)
    } catch {
      // Reported by the client: a weak password, or an expired code.
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Form<NewPassword> name={useId()} size="large" layout="vertical" onFinish={change} requiredMark={false}>
      <Form.Item label="账号">
        <Input value={proof.username} aria-label="账号" autoComplete="username" readOnly variant="filled" />
      </Form.Item>
      <NewPasswordFields />
      <Button type="primary" htmlType="submit" block loading={isBusy}>
        重置密码
      </Button>
    </Form>
  )
}
