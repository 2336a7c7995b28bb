import { MODAL_PX } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import type { DepartRow, TenantRow } from '@natim/contract/system/session'
import { Button, Form, Select } from 'antd'
import { useId, useState } from 'react'
import { Dialog } from '@/ui/dialog/dialog.tsx'

export interface SessionChoice {
  readonly orgCode?: string | undefined
  readonly tenantId?: string | undefined
}

export interface SessionChoiceModalProps {
  readonly title: string
  /** Shown only when there is something to choose between. */
  readonly departs?: readonly DepartRow[] | undefined
  readonly tenants?: readonly TenantRow[] | undefined
  /** Preselected. */
  readonly initial?: SessionChoice
  /** Absent: a choice is mandatory. */
  readonly onCancel?: () => void
  /** Failures have already been shown; the dialog stays. */
  readonly onChoose: (choice: SessionChoice) => Promise<void>
}

/** 450 px: choice of department and tenant in one dialog, for users with several (D-26, SS-27, SS-28). */
export function SessionChoiceModal({ title, departs, tenants, initial, onCancel, onChoose }: SessionChoiceModalProps) {
  const [form] = Form.useForm<SessionChoice>()
  const [isBusy, setIsBusy] = useState(false)
  const choose = async (choice: SessionChoice) => {
    setIsBusy(true)
    try {
      await onChoose(choice)
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog
      open
      title={title}
      width={MODAL_PX.depart}
      isSaving={isBusy}
      isLocked={onCancel === undefined}
      {...(onCancel && { onCancel })}
      footer={[
        onCancel && (
          <Button key="cancel" onClick={onCancel}>
            取消
          </Button>
        ),
        <Button key="ok" type="primary" loading={isBusy} onClick={form.submit}>
          确定
        </Button>,
      ]}
    >
      <Form<SessionChoice> form={form} name={useId()} layout="vertical" initialValues={initial} onFinish={choose}>
        {departs !== undefined && (
          <Form.Item
            name="orgCode"
            label="部门"
            tooltip={MESSAGES['depart.several']}
            rules={[{ required: true, message: '请选择部门' }]}
          >
            <Select
              placeholder="请选择部门"
              options={departs.map(({ orgCode, departName }) => ({ value: orgCode, label: departName }))}
              showSearch={departs.length > SEARCH_FROM ? { optionFilterProp: 'label' } : false}
            />
          </Form.Item>
        )}
        {tenants !== undefined && (
          <Form.Item name="tenantId" label="租户" rules={[{ required: true, message: '请选择租户' }]}>
            <Select
              placeholder="请选择租户"
              options={tenants.map(({ id, name }) => ({ value: String(id), label: name }))}
              showSearch={tenants.length > SEARCH_FROM ? { optionFilterProp: 'label' } : false}
            />
          </Form.Item>
        )}
      </Form>
    </Dialog>
  )
}

/** Longer lists are searchable. */
const SEARCH_FROM = 8
