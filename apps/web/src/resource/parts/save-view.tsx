import { savedViewEndpoints, type ViewAudience } from '@natim/contract/system/saved-view'
import { Button, Form, Input, Select } from 'antd'
import { useId, useState } from 'react'
import { useEndpoint } from '../../lib/query/use-endpoint.ts'
import styles from './views-panel.module.css'

export interface ViewDraft {
  readonly name: string
  readonly audience: Pick<ViewAudience, 'kind' | 'id'> | null
}

interface Values {
  readonly name: string
  readonly sharedWith?: string
}

const KINDS = { role: '角色', depart: '部门' } as const
const keyOf = ({ kind, id }: ViewDraft['audience'] & object) => `${kind}:${id}`

interface SaveViewProps {
  readonly placeholder: string
  readonly onSave: (draft: ViewDraft) => Promise<void>
}

/** Name and audience for saving the current view; an existing name is overwritten. */
export function SaveView({ placeholder, onSave }: SaveViewProps) {
  const [form] = Form.useForm<Values>()
  const formName = useId()
  const [isSaving, setIsSaving] = useState(false)
  const audiences = useEndpoint(savedViewEndpoints.audiences, {}).data ?? []

  async function save({ name, sharedWith }: Values): Promise<void> {
    const chosen = audiences.find((audience) => keyOf(audience) === sharedWith)
    setIsSaving(true)
    try {
      await onSave({ name, audience: chosen ? { kind: chosen.kind, id: chosen.id } : null })
      form.resetFields()
    } catch {
      // Already reported by the client; the typed text stays.
    } finally {
      setIsSaving(false)
    }
  }

  return (
    <Form<Values> form={form} name={formName} layout="vertical" className={styles.form} onFinish={save}>
      <Form.Item name="name" rules={[{ required: true, whitespace: true, message: '请输入视图名称' }]}>
        <Input aria-label="视图名称" placeholder={placeholder} maxLength={30} />
      </Form.Item>
      <div className={styles.row}>
        <Form.Item name="sharedWith" noStyle>
          <Select
            aria-label="共享给"
            placeholder="仅自己可见"
            allowClear
            className={styles.share}
            options={audiences.map((audience) => ({
              value: keyOf(audience),
              label: `${KINDS[audience.kind]}：${audience.name}`,
            }))}
          />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={isSaving}>
          保存视图
        </Button>
      </div>
    </Form>
  )
}
