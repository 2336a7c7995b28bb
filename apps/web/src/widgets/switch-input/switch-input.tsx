import { Select, Switch } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { ControlProps } from '../control-props.ts'

export type SwitchValue = string | number

export interface SwitchInputProps extends ControlProps<SwitchValue, SwitchValue | undefined> {
  /** What on and off are stored as. */
  readonly values?: readonly [on: SwitchValue, off: SwitchValue]
  /** A filter: a select with 是 and 否, which may be empty. */
  readonly isQuery?: boolean
}

const YES_NO = ['Y', 'N'] as const

/** Two values as a switch (WG-05). Nothing stored counts as off, and says so at once. */
export function SwitchInput({ values = YES_NO, isQuery = false, ...props }: SwitchInputProps) {
  return isQuery ? <QuerySwitch {...props} values={values} /> : <PlainSwitch {...props} values={values} />
}

type Props = ControlProps<SwitchValue, SwitchValue | undefined> & {
  readonly values: readonly [SwitchValue, SwitchValue]
}

function PlainSwitch({ values: [on, off], value, onChange, placeholder: _none, ...rest }: Props) {
  const emitOff = useEffectEvent(() => onChange?.(off))
  const isEmpty = value === undefined || value === null || value === ''
  useEffect(() => {
    if (isEmpty) emitOff()
  }, [isEmpty])
  // Stored numbers come back as text from some columns.
  const isOn = String(value) === String(on)
  return <Switch {...rest} checked={isOn} onChange={(checked) => onChange?.(checked ? on : off)} />
}

function QuerySwitch({ values: [on, off], value, onChange, ...rest }: Props) {
  const options = [
    { value: on, label: '是' },
    { value: off, label: '否' },
  ]
  const chosen = options.find((option) => String(option.value) === String(value))
  return (
    <Select
      {...rest}
      allowClear
      options={options}
      value={chosen?.value}
      onChange={(next: SwitchValue | undefined) => onChange?.(next)}
      style={{ width: '100%' }}
    />
  )
}
