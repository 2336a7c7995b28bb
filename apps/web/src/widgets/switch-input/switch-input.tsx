import { Select, Switch } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import type { ControlProps } from '../control-props.ts'

export type SwitchValue = string | number

export interface SwitchInputProps extends ControlProps<SwitchValue, SwitchValue | undefined> {
  /** Stored values for on and off. */
  readonly values?: readonly [on: SwitchValue, off: SwitchValue]
  /** As a filter: a clearable select with 是 and 否. */
  readonly isQuery?: boolean
}

const YES_NO = ['Y', 'N'] as const

/** A switch for two values (WG-05). An empty value counts as off and is written as such at once. */
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
  // Some columns return stored numbers as text.
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
