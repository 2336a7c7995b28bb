import { Segmented, Switch } from 'antd'
import { useId } from 'react'
import { SettingRow } from './setting-section.tsx'

export interface SwitchRowProps {
  readonly label: string
  readonly note?: string
  readonly value: boolean
  readonly onChange: (value: boolean) => void
}

/** Switch that takes effect at once. */
export function SwitchRow({ label, note, value, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <SettingRow labelId={id} label={label} note={note}>
      <Switch aria-labelledby={id} checked={value} onChange={(checked) => onChange(checked)} />
    </SettingRow>
  )
}

export interface ChoiceRowProps<T extends string> {
  readonly label: string
  readonly note?: string
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly onChange: (value: T) => void
}

/** Choice among a few options that takes effect at once. */
export function ChoiceRow<T extends string>({ label, note, options, value, onChange }: ChoiceRowProps<T>) {
  const id = useId()
  return (
    <SettingRow labelId={id} label={label} note={note}>
      <Segmented<T> aria-labelledby={id} options={[...options]} value={value} onChange={onChange} />
    </SettingRow>
  )
}
