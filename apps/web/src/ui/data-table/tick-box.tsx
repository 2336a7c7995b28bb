import type { ChangeEventHandler } from 'react'
import styles from './tick-box.module.css'

export interface TickBoxProps {
  readonly type: 'checkbox' | 'radio'
  /** Group of a radio. */
  readonly name?: string | undefined
  readonly label: string
  readonly isTicked: boolean
  /** Some, but not all, of what the box stands for. */
  readonly isPartial?: boolean
  readonly isDisabled?: boolean
  readonly onChange: ChangeEventHandler<HTMLInputElement>
}

/** The browser's own check box or radio, drawn like those of the forms. Fills its cell, so that it is easy to hit. */
export function TickBox({ type, name, label, isTicked, isPartial = false, isDisabled, onChange }: TickBoxProps) {
  return (
    <label className={styles.label}>
      <input
        // Only a property: there is no attribute for it.
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
