import type { ReactNode } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { SECTIONS, type SectionId } from './sections.ts'
import styles from './setting-section.module.css'

/** Rows of one subject under its name. */
export function SettingSection({ id, children }: { readonly id: SectionId; readonly children: ReactNode }) {
  const title = SECTIONS.find((section) => section.id === id)?.title
  return (
    <div id={id} tabIndex={-1} className={styles.section}>
      <Panel title={title} isFlush>
        {children}
      </Panel>
    </div>
  )
}

export interface SettingRowProps {
  /** Id of the words that name the control. */
  readonly labelId: string
  readonly label: string
  readonly note?: ReactNode
  /** The row's control, at the right. */
  readonly children: ReactNode
}

/** What it is, what it does, and its control. */
export function SettingRow({ labelId, label, note, children }: SettingRowProps) {
  return (
    <div className={styles.row}>
      <div className={styles.words}>
        <span id={labelId} className={styles.label}>
          {label}
        </span>
        {note !== undefined && <span className="t-caption">{note}</span>}
      </div>
      <div className={styles.control}>{children}</div>
    </div>
  )
}
