import { Segmented, Switch } from 'antd'
import { type ReactNode, useId } from 'react'
import styles from './setting-drawer.module.css'

export interface SwitchRowProps {
  readonly label: string
  /** Why the setting has no effect now, or what it does. */
  readonly note?: string | undefined
  readonly value: boolean
  readonly isDisabled?: boolean
  readonly onChange: (value: boolean) => void
}

export function SwitchRow({ label, note, value, isDisabled = false, onChange }: SwitchRowProps) {
  const id = useId()
  return (
    <Row label={label} note={note} id={id} isDisabled={isDisabled}>
      <Switch
        size="small"
        aria-labelledby={id}
        checked={value}
        disabled={isDisabled}
        onChange={(checked) => onChange(checked)}
      />
    </Row>
  )
}

export interface ChoiceRowProps<T extends string> {
  readonly label: string
  readonly note?: string | undefined
  readonly options: readonly { readonly value: T; readonly label: string; readonly disabled?: boolean }[]
  readonly value: T
  readonly onChange: (value: T) => void
}

export function ChoiceRow<T extends string>({ label, note, options, value, onChange }: ChoiceRowProps<T>) {
  const id = useId()
  return (
    <Row label={label} note={note} id={id} isDisabled={false}>
      <Segmented<T> aria-labelledby={id} size="small" options={[...options]} value={value} onChange={onChange} />
    </Row>
  )
}

interface RowProps {
  readonly label: string
  readonly note: string | undefined
  readonly id: string
  readonly isDisabled: boolean
  readonly children: ReactNode
}

function Row({ label, note, id, isDisabled, children }: RowProps) {
  return (
    <div className={styles.row} data-disabled={isDisabled}>
      <span id={id}>{label}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
      <span className="push">{children}</span>
    </div>
  )
}
