import type { ReactNode } from 'react'
import styles from './tag.module.css'

/** Tone of a tag: `neutral` for facts; the others have a meaning and are never decoration. */
export type TagTone = 'neutral' | 'info' | 'success' | 'warning' | 'error'

/** 20 px, tinted, no border (design §5). */
export function Tag({ tone = 'neutral', icon, children }: { tone?: TagTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span className={styles.tag} data-tone={tone}>
      {icon}
      {children}
    </span>
  )
}

/** Plain tertiary digits beside the name of a tab; no badge (design §5). */
export function Count({ children }: { children: ReactNode }) {
  return <span className={styles.count}>{children}</span>
}
