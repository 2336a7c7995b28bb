import { Form, Input } from 'antd'
import type { ControlProps } from '@/resource/index.ts'
import { RichTextEditor } from '@/widgets/rich-text-editor/rich-text-editor.tsx'

const EDITOR_PX = 300
const PLAIN = '1'

/** Plain lines or formatted text, depending on the type. */
export function TemplateContentControl({ id, value, onChange, maxLength, placeholder, disabled }: ControlProps) {
  const type = Form.useWatch<string | undefined>('templateType')
  const given = {
    ...(id !== undefined && { id }),
    ...(placeholder !== undefined && { placeholder }),
    value: typeof value === 'string' ? value : undefined,
    disabled,
  }
  if (type !== undefined && type !== PLAIN)
    return <RichTextEditor {...given} heightPx={EDITOR_PX} onChange={(html) => onChange?.(html)} />
  return (
    <Input.TextArea {...given} rows={5} maxLength={maxLength} onChange={(event) => onChange?.(event.target.value)} />
  )
}
