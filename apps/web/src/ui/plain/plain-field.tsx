import { type InputHTMLAttributes, type Ref, useId, useState } from 'react'
import styles from './plain.module.css'
import { PlainIcon, type PlainIconName } from './plain-icons.tsx'

export interface PlainFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'id'> {
  /** Visible and accessible name; shown inside while empty. */
  readonly label: string
  readonly icon: PlainIconName
  /** Error message, below the field. */
  readonly error?: string | undefined
  readonly isSecret?: boolean
  readonly ref?: Ref<HTMLInputElement>
}

/** Single-line text field with label and error. A secret can be revealed. */
export function PlainField({ label, icon, error, isSecret = false, ...input }: PlainFieldProps) {
  const errorId = useId()
  const [isSeen, setIsSeen] = useState(false)
  return (
    <div className={styles.field}>
      <div className={styles.box} data-wrong={error !== undefined}>
        <PlainIcon name={icon} />
        <input
          {...input}
          type={isSecret && !isSeen ? 'password' : 'text'}
          placeholder={label}
          aria-label={label}
          aria-invalid={error !== undefined}
          aria-describedby={errorId}
        />
        {isSecret && (
          <button
            type="button"
            className={styles.eye}
            aria-label={isSeen ? '隐藏密码' : '显示密码'}
            aria-pressed={isSeen}
            onClick={() => setIsSeen(!isSeen)}
          >
            <PlainIcon name={isSeen ? 'eye' : 'eyeOff'} />
          </button>
        )}
      </div>
      <p className={styles.error} id={errorId} role={error === undefined ? undefined : 'alert'}>
        {error}
      </p>
    </div>
  )
}
