import type { UserRow } from '@natim/contract/system/choosers'
import { type DeputyRow, deputyEndpoints } from '@natim/contract/system/user'
import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Skeleton } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { call, callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { DateInput } from '@/widgets/date-input/date-input.tsx'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'

export interface DeputyModalProps {
  readonly user: UserRow
  readonly onClose: () => void
}

interface Fields {
  readonly agentUserName: string
  readonly startTime?: string
  readonly endTime?: string
  readonly status: '0' | '1'
}

/** 代理人 (SY-24): one a user, opened empty when there is none. Mounted while it is open. */
export function DeputyModal({ user, onClose }: DeputyModalProps) {
  const [form] = Form.useForm<Fields>()
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const { data: deputy, isPending } = useQuery({
    queryKey: [deputyEndpoints.get.path, user.username],
    queryFn: () => findDeputy(user.username),
    gcTime: 0,
    staleTime: 0,
  })

  async function save(fields: Fields): Promise<void> {
    setIsSaving(true)
    try {
      const times = { startTime: fields.startTime ?? '', endTime: fields.endTime ?? '' }
      const { message } = deputy
        ? await callWithMessage(deputyEndpoints.update, { body: { ...fields, ...times, id: deputy.id } })
        : await callWithMessage(deputyEndpoints.create, { body: { ...fields, ...times, userName: user.username } })
      notify.line(message, 'success')
      onClose()
    } catch {
      // The client showed the server's sentence; the form stays.
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
          initialValues={startValues(deputy)}
          onFinish={save}
        >
          <DeputyFields />
        </Form>
      )}
    </Dialog>
  )
}

function DeputyFields() {
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

/** Null when there is none, which the server says by a refusal. */
async function findDeputy(userName: string): Promise<DeputyRow | null> {
  try {
    return await call(deputyEndpoints.get, { query: { userName } }, { silent: true })
  } catch (error) {
    if (error instanceof ApiError && error.status === 200) return null
    throw error
  }
}

const startValues = (deputy: DeputyRow | null | undefined) => ({
  agentUserName: deputy?.agentUserName,
  startTime: deputy?.startTime ?? undefined,
  endTime: deputy?.endTime ?? undefined,
  status: deputy?.status ?? '1',
})
