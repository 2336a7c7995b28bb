import { DATA_SOURCE_KINDS } from '@natim/domain/data-source'
import { Form, Input, Select } from 'antd'
import type { ControlProps } from '@/resource/index.ts'
import { useDict } from '@/widgets/dict-select/use-dict.ts'

/** The kind of database; choosing one in a form fills in its driver and an address template. */
export function KindControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<string>) {
  // Null in a search row, which has no form.
  const form = Form.useFormInstance() as ReturnType<typeof Form.useFormInstance> | null
  const { options } = useDict('database_type')
  const choose = (kind: string | undefined) => {
    onChange?.(kind)
    const known = kind === undefined ? undefined : DATA_SOURCE_KINDS[kind]
    if (known) form?.setFieldsValue({ dbDriver: known.driver, dbUrl: known.template })
  }
  return (
    <Select
      {...rest}
      value={value || undefined}
      onChange={choose}
      // File-based databases have no address to connect to.
      options={options.filter(({ value: kind }) => Object.hasOwn(DATA_SOURCE_KINDS, String(kind)))}
      style={{ width: '100%' }}
    />
  )
}

/** Password input that browsers do not autofill. */
export function PasswordControl({ value, onChange, allowClear: _none, ...rest }: ControlProps<string>) {
  return (
    <Input.Password
      {...rest}
      autoComplete="new-password"
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
    />
  )
}
