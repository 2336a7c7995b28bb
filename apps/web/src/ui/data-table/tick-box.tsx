import type { ChangeEventHandler } from 'react'
import styles from './tick-box.module.css'

export interface TickBoxProps {
  readonly type: 'checkbox' | 'radio'
  /** Group name of a radio. */
  readonly name?: string | undefined
  readonly label: string
  readonly isTicked: boolean
  /** Indeterminate: some, but not all. */
  readonly isPartial?: boolean
  readonly isDisabled?: boolean
  readonly onChange: ChangeEventHandler<HTMLInputElement>
}

/** Native checkbox or radio, styled like those of forms. Fills its cell as a larger target. */
export function TickBox({ type, name, label, isTicked, isPartial = false, isDisabled, onChange }: TickBoxProps) {
  return (
    <label className={styles.label}>
      <input
        // `indeterminate` is a property without an attribute.
        ref={(input) => {
          if (input) input.indeterminate = isPartial
        }}
        type={type}
        name={name}
        className={styles.box}
        aria-label={label}
        checked={isTicked}
        disabled={isDisabled}
        onChange={onChange}
      />
    </label>
  )
}
