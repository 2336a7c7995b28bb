import type { UserRow } from '@natim/contract/system/pickers'
import { type DelegateRow, delegateEndpoints } from '@natim/contract/system/user'
import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { call, callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'

export interface DelegateModalProps {
  readonly user: UserRow
  readonly onClose: () => void
}

interface Fields {
  readonly agentUserName: string
  readonly startTime?: string
  readonly endTime?: string
  readonly status: '0' | '1'
}

/** 代理人 (SY-24): one per user, opened empty when there is none. Mounted only while open. */
export function DelegateModal({ user, onClose }: DelegateModalProps) {
  const [form] = Form.useForm<Fields>()
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const { data: delegate, isPending } = useQuery({
    queryKey: [delegateEndpoints.get.path, user.username],
    queryFn: () => findDelegate(user.username),
    gcTime: 0,
    staleTime: 0,
  })

  async function save(fields: Fields): Promise<void> {
    setIsSaving(true)
    try {
      const times = { startTime: fields.startTime ?? '', endTime: fields.endTime ?? '' }
      const { message } = delegate
        ? await callWithMessage(delegateEndpoints.update, { body: { ...fields, ...times, id: delegate.id } })
        : await callWithMessage(delegateEndpoints.create, { body: { ...fields, ...times, userName: user.username } })
      notify.line(message, 'success')
      onClose()
    } catch {
      // The client showed the server's message; the form stays.
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <Dialog
      open
      title={`代理人：${user.realname}`}
      width={560}
      okText="保存"
      isSaving={isSaving}
      okButtonProps={{ disabled: isPending }}
      onOk={form.submit}
      onCancel={onClose}
    >
      {isPending ? (
        <Skeleton active />
      ) : (
        <Form<Fields>
          form={form}
          layout="vertical"
          preserve={false}
          initialValues={startValues(delegate)}
          onFinish={save}
        >
          <DelegateFields />
        </Form>
      )}
    </Dialog>
  )
}

function DelegateFields() {
  return (
    <>
      <Form.Item name="agentUserName" label="代理人" rules={[{ required: true, message: '请选择代理人' }]}>
        <UserPicker isMulti={false} placeholder="请选择代理人" />
      </Form.Item>
      <Form.Item name="startTime" label="开始时间">
        <DateInput hasTime placeholder="请选择开始时间" />
      </Form.Item>
      <Form.Item name="endTime" label="结束时间">
        <DateInput hasTime placeholder="请选择结束时间" />
      </Form.Item>
      <Form.Item name="status" label="状态">
        <Radio.Group
          options={[
            { value: '1', label: '有效' },
            { value: '0', label: '无效' },
          ]}
        />
      </Form.Item>
    </>
  )
}

/** Null when there is none, which the server reports as a refusal. */
async function findDelegate(userName: string): Promise<DelegateRow | null> {
  try {
    return await call(delegateEndpoints.get, { query: { userName } }, { silent: true })
  } catch (error) {
    if (error instanceof ApiError && error.status === 200) return null
    throw error
  }
}

const startValues = (delegate: DelegateRow | null | undefined) => ({
  agentUserName: delegate?.agentUserName,
  startTime: delegate?.startTime ?? undefined,
  endTime: delegate?.endTime ?? undefined,
  status: delegate?.status ?? '1',
})
