import { Input, InputNumber, Select } from 'antd'
import { DateInput } from '../../widgets/date-input/date-input.tsx'
import type { ControlProps, FieldWidget } from './field-widget.ts'

function TextControl({ value, onChange, ...rest }: ControlProps<string>) {
  return <Input {...rest} value={value} onChange={(event) => onChange?.(event.target.value)} />
}

/** Single-line text. */
export const textWidget: FieldWidget<string> = { kind: 'text', Control: TextControl, searchWidth: 180 }

/** Multi-line text. */
export function textAreaWidget(rows: number): FieldWidget<string> {
  function TextAreaControl({ value, onChange, ...rest }: ControlProps<string>) {
    return <Input.TextArea {...rest} rows={rows} value={value} onChange={(event) => onChange?.(event.target.value)} />
  }
  return { kind: 'text', Control: TextAreaControl }
}

/** A number with a unit suffix. */
export function numberWidget(unit?: string, step?: number): FieldWidget<number | null> {
  function NumberControl({
    value,
    onChange,
    maxLength: _unused,
    allowClear: _none,
    ...rest
  }: ControlProps<number | null>) {
    return (
      <InputNumber
        {...rest}
        value={value}
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

function DateControl({ value, maxLength: _unused, ...rest }: ControlProps<string>) {
  return <DateInput {...rest} value={value} />
}

/** A calendar day as `yyyy-MM-dd`. */
export const dateWidget: FieldWidget<string> = {
  kind: 'choice',
  Control: DateControl,
  searchWidth: 140,
  query: { type: 'date' },
}

function DateTimeControl({ value, maxLength: _unused, ...rest }: ControlProps<string>) {
  return <DateInput {...rest} hasTime value={value} />
}

/** A date and time as `yyyy-MM-dd HH:mm:ss`. */
export const dateTimeWidget: FieldWidget<string> = {
  kind: 'choice',
  Control: DateTimeControl,
  searchWidth: 190,
  query: { type: 'datetime' },
}

function TagsControl({ value, onChange, maxLength: _unused, ...rest }: ControlProps<string[]>) {
  return (
    <Select
      {...rest}
      mode="tags"
      open={false}
      suffixIcon={null}
      tokenSeparators={[',', '，', ' ']}
      value={value ?? []}
      onChange={(next) => onChange?.(next)}
    />
  )
}

/** Tags typed one by one. */
export const tagsWidget: FieldWidget<string[]> = { kind: 'choice', Control: TagsControl }
