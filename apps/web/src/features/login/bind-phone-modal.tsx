import { MODAL_PX } from '@natim/contract/constants'
import { SMS_MODE, type SmsMode } from '@natim/contract/system/identity'
import { thirdLoginEndpoints } from '@natim/contract/system/third-login'
import { Button, Form, Segmented } from 'antd'
import { useId, useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { SmsCodeFields, type SmsFields } from '@/widgets/sms-code/sms-code-fields.tsx'

export interface BindPhoneModalProps {
  /** Proof of the sign-in at the provider. */
  readonly uuid: string
  readonly onClose: () => void
  readonly onToken: (token: string) => void
}

const KINDS: readonly { readonly value: SmsMode; readonly label: string }[] = [
  { value: SMS_MODE.signIn, label: '已有账号' },
  { value: SMS_MODE.register, label: '新手机号' },
]

/** First sign-in through a provider without a bound account: links it by phone number. */
export function BindPhoneModal({ uuid, onClose, onToken }: BindPhoneModalProps) {
  const [mode, setMode] = useState<SmsMode>(SMS_MODE.signIn)
  const [isBusy, setIsBusy] = useState(false)
  const bind = async ({ mobile, smscode }: SmsFields) => {
    setIsBusy(true)
    try {
      onToken(await call(thirdLoginEndpoints.bindPhone, { body: { mobile, captcha: smscode, thirdUserUuid: uuid } }))
    } catch {
      // Reported by the client; the user may try again.
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog open title="绑定手机号" width={MODAL_PX.depart} footer={null} onCancel={onClose}>
      <Form<SmsFields> key={mode} name={useId()} size="large" onFinish={bind} requiredMark={false}>
        <Form.Item>
          <Segmented block options={[...KINDS]} value={mode} onChange={setMode} />
        </Form.Item>
        <SmsCodeFields mode={mode} />
        <Button type="primary" htmlType="submit" block loading={isBusy}>
          绑定并登录
        </Button>
      </Form>
    </Dialog>
  )
}
