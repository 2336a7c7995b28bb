import type { ReactNode } from 'react'
import { Panel } from '../../../ui/panel.tsx'
import { SECTIONS, type SectionId } from './sections.ts'
import styles from './setting-section.module.css'

/** Settings of one subject under a heading. */
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
  /** Id of the element that labels the control. */
  readonly labelId: string
  readonly label: string
  readonly note?: ReactNode
  /** The control at the right of the row. */
  readonly children: ReactNode
}

/** A label, a note and the control. */
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
