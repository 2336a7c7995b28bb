import { Input } from 'antd'
import type { ControlProps } from '@/resource/index.ts'
import { RichTextEditor } from '@/widgets/rich-text-editor/rich-text-editor.tsx'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'

const EDITOR_PX = 360

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

/** User ids; existing clients leave a trailing comma. */
export function ReceiversControl({ id, value, onChange, disabled, 'aria-label': label }: ControlProps) {
  return (
    <UserPicker
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      store="id"
      value={textOf(value)?.replace(/,+$/, '')}
      onChange={(userIds) => onChange?.(userIds)}
      disabled={disabled}
    />
  )
}

/** The formatted text of an announcement. */
export function ContentControl({ id, value, onChange, disabled }: ControlProps) {
  return (
    <RichTextEditor
      {...(id !== undefined && { id })}
      heightPx={EDITOR_PX}
      value={textOf(value)}
      onChange={(html) => onChange?.(html)}
      disabled={disabled}
    />
  )
}

/** A page of the console, or an address that the configuration allows. */
export function OpenPageControl({ value, onChange, allowClear, ...rest }: ControlProps) {
  return (
    <Input
      {...rest}
      allowClear={allowClear === true}
      placeholder="如 mon/device/DeviceDetail 或 /mon/device/list"
      value={textOf(value)}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}
