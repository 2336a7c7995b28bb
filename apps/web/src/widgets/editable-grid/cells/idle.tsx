import type { CSSProperties, ReactNode } from 'react'
import styles from '../grid.module.css'
import type { CellView } from './cell-kind.ts'

type IdleRole = 'textbox' | 'combobox' | 'button' | 'group'

interface IdleProps extends Pick<CellView, 'column' | 'isDisabled' | 'isInvalid'> {
  /** Its accessible role. */
  readonly as: IdleRole
  /** Class of the icon at the right end: an arrow, a calendar. */
  readonly mark?: string | undefined
  readonly style?: CSSProperties
  readonly children: ReactNode
}

/** Light placeholder of a control until pointer or focus arrive: it looks, reads and announces itself like it. */
export function Idle({ as: role, mark = '', column, isDisabled, isInvalid, style, children }: IdleProps) {
  const isEmpty = children === ''
  return (
    <div
      role={role}
      aria-label={column.title}
      aria-disabled={isDisabled || undefined}
      aria-invalid={isInvalid || undefined}
      aria-required={(role !== 'button' && role !== 'group' && column.isRequired) || undefined}
      aria-expanded={role === 'combobox' ? false : undefined}
      className={`${styles.control} ${mark}`}
      style={style}
    >
      {isEmpty ? <span className={styles.hint}>{column.hint || '\u200B'}</span> : children}
    </div>
  )
}
