import type { ReactNode } from 'react'
import { Panel } from '@/ui/panel.tsx'
import { useIsReloading } from '../use-is-reloading.ts'
import styles from './resource-page.module.css'

/**
 * The box around filters, table and pager; shows a progress bar along its edge while stale rows are being refetched.
 */
export function ListPanel({ children }: { readonly children: ReactNode }) {
  return (
    <Panel isFlush className={styles.panel} isReloading={useIsReloading()}>
      <div className={styles.body}>{children}</div>
    </Panel>
  )
}
