import type { ReactNode } from 'react'
import { Panel } from '@/ui/panel.tsx'
import { useListContext } from '../context.ts'
import styles from './resource-page.module.css'

/** The box around filters, table and pager; runs the bar along its edge while old rows wait for new ones. */
export function ListPanel({ children }: { readonly children: ReactNode }) {
  const { answer } = useListContext()
  return (
    <Panel isFlush className={styles.panel} isReloading={answer.isFetching && answer.hasData}>
      <div className={styles.body}>{children}</div>
    </Panel>
  )
}
