import { breathEndpoints } from '@natim/contract/mon/breath'
import { deviceEndpoints } from '@natim/contract/mon/device'
import { BREATH_METHODS, type BreathMethod, PLATE_PLACES } from '@natim/domain/breath-result'
import { readSubjectCode } from '@natim/domain/subject'
import { Button, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { useDebounced } from '@/lib/use-debounced.ts'
import * as R from '@/resource/index.ts'
import { useDeed } from './use-breath.ts'

const SEARCH_DELAY_MS = 300

interface Draft {
  readonly subjectCode: string
  readonly deviceId: string
  readonly method: BreathMethod
  readonly sessionNo?: string
  readonly platePos?: number | null
}

/** 新增检测: a subject by code at a device; the next steps are on the detail page. */
export function NewTestButton({ onMade }: { readonly onMade: (id: string) => void }) {
  const may = R.useMay(breathEndpoints.create)
  const [isOpen, setIsOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button type="primary" onClick={() => setIsOpen(true)}>
        新增检测
      </Button>
      {isOpen && <NewTestDialog onClose={() => setIsOpen(false)} onMade={onMade} />}
    </>
  )
}

function NewTestDialog({ onClose, onMade }: { readonly onClose: () => void; readonly onMade: (id: string) => void }) {
  const [form] = Form.useForm<Draft>()
  const { isBusy, run } = useDeed()
  const submit = async (draft: Draft) => {
    const made = await run(breathEndpoints.create, { body: { ...draft, platePos: draft.platePos ?? null } })
    if (made) onMade(made.result.id)
  }
  return (
    <Modal
      open
      title="新增呼气检测"
      okText="新增"
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" initialValues={{ method: 'GC-MS' }} onFinish={(draft) => void submit(draft)}>
        <Form.Item
          name="subjectCode"
          label="受试者码"
          extra="B- 加 10 位；字母 O、I、L 会读作 0、1、1"
          rules={[
            {
              required: true,
              validator: (_rule, value: string | undefined) =>
                readSubjectCode(value ?? '') === undefined
                  ? Promise.reject(new Error('受试者码应为 B- 加 10 位字母或数字'))
                  : Promise.resolve(),
            },
          ]}
        >
          <Input autoComplete="off" maxLength={20} placeholder="B-7K2Q8M3XTD" />
        </Form.Item>
        <Form.Item name="deviceId" label="呼气检测仪" rules={[{ required: true, message: '请选择设备' }]}>
          <BreathDevice />
        </Form.Item>
        <Form.Item name="method" label="方法">
          <Select options={BREATH_METHODS.map((method) => ({ value: method, label: method }))} />
        </Form.Item>
        <Form.Item name="sessionNo" label="筛查批次">
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="platePos" label="孔位">
          <InputNumber min={1} max={PLATE_PLACES} precision={0} />
        </Form.Item>
      </Form>
    </Modal>
  )
}

interface DeviceProps {
  readonly value?: string
  readonly onChange?: (id: string) => void
}

function BreathDevice(props: DeviceProps) {
  const [words, setWords] = useState('')
  const name = useDebounced(words, SEARCH_DELAY_MS)
  const { data } = useEndpoint(deviceEndpoints.list, {
    query: { kind: 'breath', pageNo: 1, pageSize: 20, ...(name !== '' && { name: `*${name}*` }) },
  })
  return (
    <Select
      {...props}
      showSearch={{ filterOption: false, onSearch: setWords }}
      placeholder="按名称查找"
      options={(data?.records ?? []).map((device) => ({ value: device.id, label: device.name }))}
    />
  )
}
