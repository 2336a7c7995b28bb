import { Input, Modal } from 'antd'
import { useState } from 'react'

interface ReasonDialogProps {
  readonly title: string
  readonly hint: string
  readonly label: string
  readonly okText: string
  readonly isBusy: boolean
  readonly onOk: (reason: string) => void
  readonly onClose: () => void
}

const MAX_NOTE = 300

/** Asks for a reason before an irreversible action. */
export function ReasonDialog({ title, hint, label, okText, isBusy, onOk, onClose }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <Modal
      open
      title={title}
      okText={okText}
      cancelText="返回"
      okButtonProps={{ danger: true, disabled: reason.trim() === '', loading: isBusy }}
      onOk={() => onOk(reason.trim())}
      onCancel={onClose}
      destroyOnHidden
    >
      <p>{hint}</p>
      <Input.TextArea
        aria-label={label}
        placeholder={`请填写${label}`}
        rows={3}
        maxLength={MAX_NOTE}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </Modal>
  )
}
