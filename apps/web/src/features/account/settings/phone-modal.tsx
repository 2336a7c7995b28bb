import { MODAL_PX } from '@natim/contract/constants'
import { SMS_MODE } from '@natim/contract/system/identity'
import { accountEndpoints } from '@natim/contract/system/identity-account'
import { Button, Form } from 'antd'
import { useId, useState } from 'react'
import { callWithMessage } from '../../../lib/api/http.ts'
import { useNotify } from '../../../lib/notify.ts'
import { keepUser } from '../../../lib/session/session-store.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { SmsCodeFields, type SmsFields } from '../../../widgets/sms-code/sms-code-fields.tsx'

/** Changes the phone number, verified by a code sent to the new one. */
export function PhoneModal({ onClose }: { readonly onClose: () => void }) {
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const save = async ({ mobile, smscode }: SmsFields) => {
    setIsSaving(true)
    try {
      const { result, message } = await callWithMessage(accountEndpoints.updateMobile, {
        body: { phone: mobile, smscode },
      })
      keepUser(result.userInfo)
      notify.line(message || '手机号修改成功', 'success')
      onClose()
    } catch {
      // Reported by the client; the user may try again.
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Dialog open title="绑定手机号" width={MODAL_PX.depart} footer={null} isSaving={isSaving} onCancel={onClose}>
      <Form<SmsFields> name={useId()} size="large" onFinish={save} requiredMark={false}>
        <SmsCodeFields mode={SMS_MODE.register} />
        <Button type="primary" htmlType="submit" block loading={isSaving}>
          确定
        </Button>
      </Form>
    </Dialog>
  )
}
