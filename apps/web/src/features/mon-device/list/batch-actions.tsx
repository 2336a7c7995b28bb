import { EnvironmentOutlined, TagsOutlined } from '@ant-design/icons'
import { type DeviceListRow, deviceEndpoints } from '@natim/contract/mon/device'
import { Alert, Form } from 'antd'
import { type ReactNode, useId, useState } from 'react'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import * as R from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { stationWidget } from '../lookup-inputs.tsx'

interface BatchValues {
  readonly stationId?: string
  readonly addTags?: string[]
  readonly removeTags?: string[]
}

type Kind = 'move' | 'tag'

/** 批量移动, 批量标签 and 删除 of the selected devices. */
export function BatchActions() {
  const { selection } = R.useListContext<DeviceListRow>()
  const mayChange = R.useMay(deviceEndpoints.changeMany)
  const [open, setOpen] = useState<Kind>()
  const close = () => setOpen(undefined)
  const count = selection.ids.length
  return (
    <>
      {mayChange && (
        <>
          <R.SelectionButton icon={<EnvironmentOutlined aria-hidden />} hasDialog onClick={() => setOpen('move')}>
            批量移动
          </R.SelectionButton>
          <R.SelectionButton icon={<TagsOutlined aria-hidden />} hasDialog onClick={() => setOpen('tag')}>
            批量标签
          </R.SelectionButton>
        </>
      )}
      <R.RemoveSelectedButton />
      {open === 'move' && (
        <BatchDialog
          title={`移动 ${count} 台设备`}
          note="区域、归属部门和坐标取自所选站点；全部成功或全部不改。"
          onClose={close}
        >
          <Form.Item name="stationId" label="移动到" rules={[{ required: true, message: '请选择站点' }]}>
            <stationWidget.Control />
          </Form.Item>
        </BatchDialog>
      )}
      {open === 'tag' && (
        <BatchDialog
          title={`${count} 台设备的标签`}
          note="其他标签保持不变，每台最多 20 个；全部成功或全部不改。"
          onClose={close}
        >
          <Form.Item name="addTags" label="加上标签">
            <R.tagsWidget.Control />
          </Form.Item>
          <Form.Item name="removeTags" label="去掉标签">
            <R.tagsWidget.Control />
          </Form.Item>
        </BatchDialog>
      )}
    </>
  )
}

interface BatchDialogProps {
  readonly title: string
  readonly note: string
  readonly onClose: () => void
  readonly children: ReactNode
}

function BatchDialog({ title, note, onClose, children }: BatchDialogProps) {
  const { selection, reload } = R.useListContext<DeviceListRow>()
  const notify = useNotify()
  const [form] = Form.useForm<BatchValues>()
  const formName = useId()
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string>()

  async function save(values: BatchValues): Promise<void> {
    setIsSaving(true)
    try {
      const body = { ...values, ids: selection.ids.join(',') }
      notify.line((await callWithMessage(deviceEndpoints.changeMany, { body }, { silent: true })).message, 'success')
      selection.clear()
      reload()
      onClose()
    } catch (error) {
      setProblem(apiErrorOf(error).message)
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <Dialog open title={title} okText="保存" isSaving={isSaving} onOk={form.submit} onCancel={onClose}>
      <p className="t-caption">{note}</p>
      <Form<BatchValues> form={form} name={formName} layout="vertical" onFinish={save}>
        {problem && <Alert type="error" showIcon title={problem} />}
        {children}
      </Form>
    </Dialog>
  )
}
