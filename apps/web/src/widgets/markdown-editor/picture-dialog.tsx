import { MESSAGES } from '@natim/contract/messages'
import { Form, Input, Radio } from 'antd'
import { useId, useState } from 'react'
import { useNotify } from '@/lib/notify.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { storeMedia } from '../rich-text-editor/store-media.ts'
import styles from './markdown-editor.module.css'

interface Fields {
  readonly from: 'file' | 'address'
  readonly file?: FileList | null
  readonly address?: string
  readonly remark?: string
}

export interface PictureDialogProps {
  /** The markdown of the picture: `![remark](url)`. */
  readonly onOk: (markdown: string) => void
  readonly onCancel: () => void
}

/** Escapes: brackets would end the alt text, blanks and brackets the address. */
const markdownOf = (remark: string, address: string) =>
  `![${remark.replaceAll(/[[\]\\]/g, String.raw`\$&`)}](${address.replaceAll(/[\s()<>]/g, encodeURIComponent)})`

/** Inserts a picture, uploaded or by address, with alt text (WG-94). */
export function PictureDialog({ onOk, onCancel }: PictureDialogProps) {
  const [form] = Form.useForm<Fields>()
  const from = Form.useWatch('from', form) ?? 'file'
  const notify = useNotify()
  const [isSaving, setIsSaving] = useState(false)
  const submit = async ({ file, address = '', remark = '' }: Fields) => {
    const [picture] = file ?? []
    setIsSaving(true)
    try {
      onOk(markdownOf(remark.trim(), from === 'file' && picture ? await storeMedia(picture) : address.trim()))
    } catch (cause) {
      notify.line(cause instanceof Error ? cause.message : MESSAGES['upload.failed'], 'error')
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Dialog open title="插入图片" okText="确定" isSaving={isSaving} onOk={form.submit} onCancel={onCancel}>
      <Form<Fields>
        form={form}
        name={useId()}
        layout="vertical"
        initialValues={{ from: 'file' }}
        onFinish={submit}
        className={styles.dialog ?? ''}
      >
        <Form.Item name="from">
          <Radio.Group
            optionType="button"
            options={[
              { value: 'file', label: '本地上传' },
              { value: 'address', label: '图片地址' },
            ]}
          />
        </Form.Item>
        {from === 'file' ? <FileField /> : <AddressField />}
        <Form.Item name="remark" label="图片说明">
          <Input maxLength={100} />
        </Form.Item>
      </Form>
    </Dialog>
  )
}

const FileField = () => (
  <Form.Item
    name="file"
    label="图片"
    valuePropName="files"
    getValueFromEvent={(event: { target: HTMLInputElement }) => event.target.files}
    rules={[{ validator: async (_, files) => (files?.length ? undefined : Promise.reject(new Error('请选择图片'))) }]}
  >
    <input type="file" accept="image/png,image/jpeg,image/gif,image/webp" />
  </Form.Item>
)

const AddressField = () => (
  <Form.Item
    name="address"
    label="图片地址"
    rules={[
      { required: true, message: '请输入图片地址' },
      { pattern: /^(?:https?:\/\/|\/(?![/\\]))/i, message: '请输入以 http://、https:// 或 / 开头的地址' },
    ]}
  >
    <Input />
  </Form.Item>
)
