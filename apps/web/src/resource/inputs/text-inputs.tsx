import { Input, InputNumber, Select } from 'antd'
import { DateInput } from '../../widgets/date-input/date-input.tsx'
import type { ControlProps, FieldWidget } from './field-widget.ts'

function TextControl({ value, onChange, ...rest }: ControlProps) {
  return <Input {...rest} value={value as string | undefined} onChange={(event) => onChange?.(event.target.value)} />
}

/** Single-line text. */
export const textWidget: FieldWidget = { kind: 'text', Control: TextControl, searchWidth: 180 }

/** Multi-line text. */
export function textAreaWidget(rows: number): FieldWidget {
  function TextAreaControl({ value, onChange, ...rest }: ControlProps) {
    return (
      <Input.TextArea
        {...rest}
        rows={rows}
        value={value as string | undefined}
        onChange={(event) => onChange?.(event.target.value)}
      />
    )
  }
  return { kind: 'text', Control: TextAreaControl }
}

/** A number with a unit suffix. */
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
  return { kind: 'text', Control: NumberControl, query: { type: 'number' } }
}

function DateControl({ value, maxLength: _unused, ...rest }: ControlProps) {
  return <DateInput {...rest} value={value as string | undefined} />
}

/** A calendar day as `yyyy-MM-dd`. */
export const dateWidget: FieldWidget = {
  kind: 'choice',
  Control: DateControl,
  searchWidth: 140,
  query: { type: 'date' },
}

function DateTimeControl({ value, maxLength: _unused, ...rest }: ControlProps) {
  return <DateInput {...rest} hasTime value={value as string | undefined} />
}

/** A date and time as `yyyy-MM-dd HH:mm:ss`. */
export const dateTimeWidget: FieldWidget = {
  kind: 'choice',
  Control: DateTimeControl,
  searchWidth: 190,
  query: { type: 'datetime' },
}

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

/** Tags typed one by one. */
export const tagsWidget: FieldWidget = { kind: 'choice', Control: TagsControl }
