import { Radio, Select } from 'antd'
import { CheckboxGroup, MultiSelect } from '../choice/choice.tsx'
import type { ControlProps } from '../control-props.ts'
import { useDict } from './use-dict.ts'

export interface DictSelectProps extends ControlProps<string | number, string | undefined> {
  /** Code of a dictionary, or `table,text,key[,condition]`. */
  readonly dict: string
  readonly type?: 'select' | 'radio' | 'radioButton'
}

const valueText = (value: string | number | null | undefined) =>
  value === undefined || value === null || value === '' ? undefined : String(value)

/** Longer lists are searchable. */
const SEARCH_FROM = 8

/** Single choice from a dictionary (WG-08). Clearing gives undefined. */
export function DictSelect({ dict, type = 'select', value, onChange, onBlur, placeholder, ...rest }: DictSelectProps) {
  const chosen = valueText(value)
  const { options, isLoading } = useDict(dict, chosen)
  if (type !== 'select') {
    return (
      <Radio.Group
        {...rest}
        options={[...options]}
        optionType={type === 'radio' ? 'default' : 'button'}
        value={chosen}
        onChange={(event) => onChange?.(event.target.value as string)}
      />
    )
  }
  return (
    <Select<string>
      {...rest}
      {...(onBlur && { onBlur })}
      placeholder={placeholder}
      allowClear
      loading={isLoading}
      options={[...options]}
      showSearch={options.length > SEARCH_FROM ? { optionFilterProp: 'label' } : false}
      value={chosen}
      onChange={(next: string | undefined) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  )
}

export interface DictMultiSelectProps extends ControlProps<string> {
  readonly dict: string
  readonly type?: 'select' | 'checkbox'
}

/** Multiple choice from a dictionary as a comma list (WG-09). */
export function DictMultiSelect({ type = 'select', ...props }: DictMultiSelectProps) {
  return type === 'checkbox' ? <CheckboxGroup {...props} /> : <MultiSelect {...props} />
}
