import { SEX_WORDS } from '@natim/contract/mon/breath'
import { type SubjectForm, subjectEndpoints } from '@natim/contract/mon/subject'
import { AGE_BANDS } from '@natim/domain/subject'
import { Button, Checkbox, Form, Input, Modal, Radio, Select } from 'antd'
import { useState } from 'react'
import { optionsOf } from '@/lib/options.ts'
import * as R from '@/resource/index.ts'
import { Copyable } from '@/widgets/copyable/copyable.tsx'
import styles from './breath.module.css'
import { useDeed } from './use-breath.ts'

const HEIGHTS = {
  '<120': '120 cm 以下',
  '120-149': '120–149',
  '150-164': '150–164',
  '165-179': '165–179',
  '>=180': '180 及以上',
}
const SCOPES = { screening: '筛查', research: '研究', contact: '联系' }
const YES_NO = [
  { value: true, label: '是' },
  { value: false, label: '否' },
]

/** 登记受试者: described by bands and assigned to a city; the identity goes into the vault and is not shown again. */
export function NewSubjectButton() {
  const may = R.useMay(subjectEndpoints.add)
  const [isOpen, setIsOpen] = useState(false)
  if (!may) return null
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        登记受试者
      </Button>
      {isOpen && <NewSubjectDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

type Draft = Omit<SubjectForm, 'identity'> & { readonly identity?: Partial<NonNullable<SubjectForm['identity']>> }

function NewSubjectDialog({ onClose }: { readonly onClose: () => void }) {
  const [form] = Form.useForm<Draft>()
  const { isBusy, run } = useDeed()
  const [code, setCode] = useState<string>()
  const hasIdentity = Object.values(Form.useWatch('identity', form) ?? {}).some(Boolean)
  const submit = async ({ identity, ...draft }: Draft) => {
    const who = hasIdentity ? (identity as SubjectForm['identity']) : null
    const made = await run(subjectEndpoints.add, { body: { ...draft, identity: who } })
    if (made) setCode(made.result.subjectCode)
  }
  if (code !== undefined) return <MadeDialog code={code} onClose={onClose} />
  return (
    <Modal
      open
      title="登记受试者"
      okText="登记"
      okButtonProps={{ loading: isBusy }}
      onOk={() => form.submit()}
      onCancel={onClose}
    >
      <Form
        form={form}
        layout="vertical"
        initialValues={{ sex: 'unknown', consentScope: ['screening'], conditions: [] }}
        onFinish={(draft) => void submit(draft)}
      >
        <Form.Item name="ageBand" label="年龄段" rules={[{ required: true, message: '请选择年龄段' }]}>
          <Select options={AGE_BANDS.map((band) => ({ value: band, label: `${band.replace('-', '–')} 岁` }))} />
        </Form.Item>
        <Form.Item name="sex" label="性别">
          <Radio.Group options={optionsOf(SEX_WORDS)} />
        </Form.Item>
        <BodyFields />
        <Form.Item
          name="regionCode"
          label="城市"
          extra="只到城市"
          rules={[{ required: true, message: '请选择到城市' }]}
        >
          <City />
        </Form.Item>
        <Form.Item name="consentId" label="知情同意书编号" rules={[{ required: true, message: '请填写同意书编号' }]}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name="consentScope" label="同意范围" rules={[{ required: true, message: '请选择同意范围' }]}>
          <Checkbox.Group options={optionsOf(SCOPES)} />
        </Form.Item>
        <IdentityFields isNeeded={hasIdentity} />
      </Form>
    </Modal>
  )
}

/** Attributes that bands and models distinguish. */
function BodyFields() {
  return (
    <>
      <Form.Item name="heightBand" label="身高">
        <Select allowClear options={optionsOf(HEIGHTS)} />
      </Form.Item>
      <Form.Item name="smoker" label="吸烟">
        <Radio.Group options={YES_NO} />
      </Form.Item>
      <Form.Item name="pregnant" label="孕期">
        <Radio.Group options={YES_NO} />
      </Form.Item>
      <Form.Item name="conditions" label="基础疾病" extra="输入后回车，最多 20 项">
        <Select mode="tags" maxCount={20} open={false} suffixIcon={null} />
      </Form.Item>
    </>
  )
}

/** All three fields or none. */
function IdentityFields({ isNeeded }: { readonly isNeeded: boolean }) {
  const rule = (message: string, pattern?: RegExp) => [
    ...(isNeeded ? [{ required: true, message }] : []),
    ...(pattern ? [{ pattern, message }] : []),
  ]
  return (
    <fieldset className={styles.identity}>
      <legend>身份（可不填；密封保存，只能经再识别查看一次）</legend>
      <Form.Item name={['identity', 'personName']} label="姓名" rules={rule('请填写姓名')}>
        <Input maxLength={40} autoComplete="off" />
      </Form.Item>
      <Form.Item name={['identity', 'idCard']} label="身份证号" rules={rule('身份证号应为 18 位', /^\d{17}[\dXx]$/)}>
        <Input maxLength={18} autoComplete="off" />
      </Form.Item>
      <Form.Item name={['identity', 'personPhone']} label="手机号" rules={rule('手机号应为 11 位', /^1\d{10}$/)}>
        <Input maxLength={11} autoComplete="off" />
      </Form.Item>
    </fieldset>
  )
}

interface CityProps {
  readonly id?: string
  readonly value?: string
  readonly onChange?: (code: string) => void
}

function City({ value, onChange, ...rest }: CityProps) {
  const { Control } = R.regionWidget
  return <Control aria-label="城市" {...rest} value={value} onChange={(code) => onChange?.(String(code ?? ''))} />
}

/** The code is needed for tests and bindings; without the permission it is shown masked. */
function MadeDialog({ code, onClose }: { readonly code: string; readonly onClose: () => void }) {
  return (
    <Modal open title="已登记受试者" footer={<Button onClick={onClose}>完成</Button>} onCancel={onClose}>
      <p>
        受试者码 <Copyable text={code} label="复制受试者码" />
      </p>
      <p>新增检测和绑定设备时使用。请交给受试者本人保管，不要与姓名写在一起。</p>
    </Modal>
  )
}
