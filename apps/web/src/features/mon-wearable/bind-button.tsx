import { WEAR_SITES, wearableEndpoints } from '@natim/contract/mon/wearable'
import { useQueryClient } from '@tanstack/react-query'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { apiErrorOf } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { optionsOf } from '@/lib/options.ts'
import * as R from '@/resource/index.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'

interface Values {
  readonly subjectCode: string
  readonly clientId: string
  readonly site: keyof typeof WEAR_SITES
  readonly unit: string
  readonly scaleOrder?: string
}

const SITES = optionsOf(WEAR_SITES)
const WIDTH_PX = 480

/** Assigns a wearable to a person from now on. */
export function BindButton() {
  const mayBind = R.useMay(wearableEndpoints.bind)
  const [isOpen, setIsOpen] = useState(false)
  if (!mayBind) return null
  return (
    <>
      <Button type="primary" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        绑定设备
      </Button>
      {isOpen && <BindDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

function BindDialog({ onClose }: { readonly onClose: () => void }) {
  const [form] = Form.useForm<Values>()
  const client = useQueryClient()
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const [problem, setProblem] = useState<string>()
  const save = async (values: Values) => {
    setIsSaving(true)
    setProblem(undefined)
    try {
      notify.line(
        (await callWithMessage(wearableEndpoints.bind, { body: values }, { silent: true })).message,
        'success',
      )
      await client.invalidateQueries({ queryKey: [wearableEndpoints.board.path] })
      onClose()
    } catch (error) {
      setProblem(apiErrorOf(error).message)
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      open
      title="绑定可穿戴设备"
      width={WIDTH_PX}
      isSaving={isSaving}
      okText="绑定"
      cancelText="取消"
      confirmLoading={isSaving}
      onOk={form.submit}
      onCancel={onClose}
    >
      <Form form={form} layout="vertical" requiredMark onFinish={(values) => void save(values)}>
        <Fields />
        {problem && (
          <p role="alert" style={{ color: 'var(--st-error-text)', margin: 0 }}>
            {problem}
          </p>
        )}
      </Form>
    </Dialog>
  )
}

const Fields = () => (
  <>
    <Form.Item name="subjectCode" label="受试者码" rules={[{ required: true, message: '请输入受试者码' }]}>
      <Input placeholder="B- 加 10 位字母或数字" maxLength={16} />
    </Form.Item>
    <Form.Item name="clientId" label="设备客户端ID" rules={[{ required: true, message: '请输入设备客户端ID' }]}>
      <Input maxLength={64} />
    </Form.Item>
    <Form.Item
      name="site"
      label="佩戴部位"
      initialValue="wrist"
      rules={[{ required: true, message: '请选择佩戴部位' }]}
    >
      <Select options={SITES} />
    </Form.Item>
    <Form.Item
      name="unit"
      label="单位"
      extra="病区、班组或楼层，不写床号或门牌号"
      rules={[{ required: true, message: '请输入单位' }]}
    >
      <Input maxLength={40} />
    </Form.Item>
    <Form.Item
      name="scaleOrder"
      label="SpO₂ 标度 2 医嘱号"
      extra="仅在临床医生为高碳酸血症性呼吸衰竭（目标 88–92 %）开出医嘱时填写"
    >
      <Input maxLength={40} />
    </Form.Item>
  </>
)
