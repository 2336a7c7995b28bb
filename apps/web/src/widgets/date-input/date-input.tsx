import { DATE_FORMAT } from '@natim/contract/constants'
import { DatePicker, TimePicker } from 'antd'
import type { ControlProps } from '../control-props.ts'
import { DATE_TIME_FORMAT, parseMoment, TIME_FORMAT } from './date-text.ts'

export interface DateInputProps extends ControlProps<string> {
  /** Format of the stored and shown value; `YYYY-MM-DD`, with a time `YYYY-MM-DD HH:mm:ss`. */
  readonly format?: string
  readonly hasTime?: boolean
  /** Same as disabled: a read-only date cannot be opened either. */
  readonly readOnly?: boolean
  /** True by default. */
  readonly allowClear?: boolean
}

/** A calendar date as text (WG-01). Clearing gives an empty text; invalid stored text shows as empty. */
export function DateInput({ hasTime = false, format, value, onChange, disabled, readOnly, ...rest }: DateInputProps) {
  const used = format ?? (hasTime ? DATE_TIME_FORMAT : DATE_FORMAT)
  return (
    <DatePicker
      {...rest}
      format={used}
      showTime={hasTime}
      disabled={disabled || readOnly}
      value={parseMoment(value, used)}
      onChange={(next) => onChange?.(next ? next.format(used) : '')}
      style={{ width: '100%' }}
    />
  )
}

export type TimeInputProps = Omit<DateInputProps, 'hasTime'>

/** A time of day as `HH:mm:ss` (WG-02); the rest as for dates. */
export function TimeInput({ format = TIME_FORMAT, value, onChange, disabled, readOnly, ...rest }: TimeInputProps) {
  return (
    <TimePicker
      {...rest}
      format={format}
      disabled={disabled || readOnly}
      value={parseMoment(value, format)}
      onChange={(next) => onChange?.(next ? next.format(format) : '')}
      style={{ width: '100%' }}
    />
  )
}
