import {
  apiTokenEndpoints,
  MAX_RATE_PER_MIN,
  MAX_TOKEN_DAYS,
  OPEN_SCOPES,
  type OpenScope,
} from '@natim/contract/mon/api-token'
import { Button, Checkbox, Form, Input, InputNumber, Modal, Select } from 'antd'
import { useState } from 'react'
import { call } from '@/lib/api/http.ts'
import { copyText } from '@/lib/copy-text.ts'
import { useNotify } from '@/lib/notify.ts'
import { optionsOf } from '@/lib/options.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { REGION_OPTIONS } from '@/lib/region-options.ts'
import styles from './token.module.css'

const SCOPES = optionsOf(OPEN_SCOPES)

interface Values {
  readonly name: string
  readonly publicationId: string
  readonly scopes: OpenScope[]
  readonly regionPrefixes?: string[]
  readonly ratePerMin: number
  readonly days: number
}

interface TokenDialogProps {
  readonly isOpen: boolean
  readonly onClose: () => void
  readonly onAdded: () => void
}

/** Creates a token and shows it once. */
export function TokenDialog({ isOpen, onClose, onAdded }: TokenDialogProps) {
  const [form] = Form.useForm<Values>()
  const [token, setToken] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const close = () => {
    setToken(undefined)
    form.resetFields()
    onClose()
  }
  const save = async (values: Values) => {
    setIsBusy(true)
    // The client reported the refusal; the form stays.
    const made = await call(apiTokenEndpoints.add, { body: values }).catch(() => undefined)
    setIsBusy(false)
    if (made === undefined) return
    setToken(made.token)
    onAdded()
  }
  return (
    <Modal
      open={isOpen}
      title={token === undefined ? '新增开放令牌' : '令牌已生成'}
      onCancel={close}
      // The token is shown only once, so a click beside the dialog must not close it.
      mask={{ closable: false }}
      keyboard={token === undefined}
      okText={token === undefined ? '生成' : '我已保存'}
      cancelText="取消"
      confirmLoading={isBusy}
      onOk={token === undefined ? () => form.submit() : close}
      {...(token !== undefined && { cancelButtonProps: { style: { display: 'none' } } })}
      destroyOnHidden
    >
      {token === undefined ? (
        <TokenForm form={form} onFinish={(values) => void save(values)} />
      ) : (
        <Shown token={token} />
      )}
    </Modal>
  )
}

function Shown({ token }: { readonly token: string }) {
  const { line } = useNotify()
  const copy = async () => {
    const isCopied = await copyText(token)
    line(isCopied ? '已复制' : '复制失败，请手动选择', isCopied ? 'success' : 'warning')
  }
  return (
    <>
      <p>令牌只显示这一次，请立即保存到使用它的程序中。</p>
      <code className={styles.token}>{token}</code>
      <Button onClick={() => void copy()}>复制</Button>
    </>
  )
}

interface TokenFormProps {
  readonly form: ReturnType<typeof Form.useForm<Values>>[0]
  readonly onFinish: (values: Values) => void
}

function TokenForm({ form, onFinish }: TokenFormProps) {
  const { data = [], isFetching } = useEndpoint(apiTokenEndpoints.publications, {})
  return (
    <Form<Values>
      form={form}
      layout="vertical"
      onFinish={onFinish}
      initialValues={{ scopes: ['stations', 'latest'], ratePerMin: 60, days: 365, regionPrefixes: [] }}
    >
      <Form.Item name="name" label="名称" rules={[{ required: true, message: '请输入名称' }]}>
        <Input maxLength={80} placeholder="使用它的单位或程序" />
      </Form.Item>
      <Form.Item name="publicationId" label="发布" rules={[{ required: true, message: '请选择发布' }]}>
        <Select
          loading={isFetching}
          options={data.map(({ id, name, delayMin }) => ({
            value: id,
            label: delayMin === 0 ? name : `${name}（延迟 ${delayMin} min）`,
          }))}
        />
      </Form.Item>
      <Form.Item name="scopes" label="数据" rules={[{ required: true, message: '请选择可读取的数据' }]}>
        <Checkbox.Group options={SCOPES} />
      </Form.Item>
      <Form.Item name="regionPrefixes" label="区域" help="不选则随创建人的数据范围">
        <Select mode="multiple" options={REGION_OPTIONS} showSearch={{ optionFilterProp: 'label' }} />
      </Form.Item>
      <Form.Item name="ratePerMin" label="每分钟次数" rules={[{ required: true, message: '请输入次数' }]}>
        <InputNumber min={1} max={MAX_RATE_PER_MIN} precision={0} />
      </Form.Item>
      <Form.Item name="days" label="有效天数" rules={[{ required: true, message: '请输入天数' }]}>
        <InputNumber min={1} max={MAX_TOKEN_DAYS} precision={0} />
      </Form.Item>
    </Form>
  )
}
