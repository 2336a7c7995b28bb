import type { ControlProps } from '@/resource/index.ts'
import { UserPicker } from '@/widgets/user-picker/user-picker.tsx'

/** User names, comma-separated. */
export function ReceiversControl({ id, value, onChange, disabled, 'aria-label': label }: ControlProps) {
  return (
    <UserPicker
      {...(id !== undefined && { id })}
      {...(label !== undefined && { 'aria-label': label })}
      value={typeof value === 'string' ? value.replace(/,+$/, '') : undefined}
      onChange={(names) => onChange?.(names)}
      disabled={disabled}
    />
  )
}
