import { DatePicker, Input, InputNumber, Select } from 'antd'
import dayjs from 'dayjs'
import type { ControlProps, FieldWidget } from './field-widget.ts'

function TextControl({ value, onChange, ...rest }: ControlProps) {
  return <Input {...rest} value={value as string | undefined} onChange={(event) => onChange?.(event.target.value)} />
}

/** One line of text. */
export const textWidget: FieldWidget = { kind: 'text', Control: TextControl, searchWidth: 180 }

/** A number with its unit behind it. */
export function numberWidget(unit?: string, step?: number): FieldWidget {
  function NumberControl({ value, onChange, maxLength: _unused, allowClear: _none, ...rest }: ControlProps) {
    return (
      <InputNumber
        {...rest}
        value={value as number | null | undefined}
        onChange={(next) => onChange?.(next)}
        suffix={unit}
        controls={step !== undefined}
        step={step}
        style={{ width: '100%' }}
      />
    )
  }
  return { kind: 'text', Control: NumberControl }
}

const DATE_FORMAT = 'YYYY-MM-DD'

function DateControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps) {
  return (
    <DatePicker
      {...rest}
      value={typeof value === 'string' && value !== '' ? dayjs(value, DATE_FORMAT) : null}
      onChange={(next) => onChange?.(next ? next.format(DATE_FORMAT) : undefined)}
      style={{ width: '100%' }}
    />
  )
}

/** A calendar day as `yyyy-MM-dd`. */
export const dateWidget: FieldWidget = { kind: 'choice', Control: DateControl, searchWidth: 140 }

function TagsControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps) {
  return (
    <Select
      {...rest}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', ' ']}
      value={(value as string[] | undefined) ?? []}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** Short words typed one by one. */
export const tagsWidget: FieldWidget = { kind: 'choice', Control: TagsControl }
