import { Checkbox, Input, Select } from 'antd'
import type { ReactNode } from 'react'
import styles from './report.module.css'

interface SheetProps {
  readonly heads: readonly string[]
  readonly empty: string
  readonly children: readonly ReactNode[]
}

/** A small table of controls; without rows, a hint how to get some. */
export function Sheet({ heads, empty, children }: SheetProps) {
  if (children.length === 0) return <p className={styles.none}>{empty}</p>
  return (
    <div className={styles.scroll}>
      <table className={styles.table}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  )
}

interface TextCellProps {
  readonly label: string
  readonly value: string
  readonly maxLength: number
  readonly placeholder?: string
  readonly onChange: (text: string) => void
}

export function TextCell({ label, onChange, ...rest }: TextCellProps) {
  return (
    <td>
      <Input {...rest} aria-label={label} onChange={(event) => onChange(event.target.value)} />
    </td>
  )
}

interface TickCellProps {
  readonly label: string
  readonly checked: boolean
  readonly disabled?: boolean
  readonly onChange: (isTicked: boolean) => void
}

export function TickCell({ label, onChange, ...rest }: TickCellProps) {
  return (
    <td>
      <Checkbox {...rest} aria-label={label} onChange={(event) => onChange(event.target.checked)} />
    </td>
  )
}

interface ChoiceCellProps<T> {
  readonly label: string
  readonly options: readonly { readonly value: T; readonly label: string }[]
  readonly value: T
  readonly disabled?: boolean
  readonly onChange: (value: T) => void
}

export function ChoiceCell<T extends string>({ label, options, ...rest }: ChoiceCellProps<T>) {
  return (
    <td>
      <Select<T> {...rest} aria-label={label} options={[...options]} />
    </td>
  )
}
