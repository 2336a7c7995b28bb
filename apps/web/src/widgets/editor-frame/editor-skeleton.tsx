import { Skeleton } from 'antd'
import styles from './editor-frame.module.css'

/** Skeleton of a loading editor. */
export function EditorSkeleton({ heightPx }: { readonly heightPx: number }) {
  return (
    <output className={styles.frame} style={{ height: heightPx }} aria-label="编辑器加载中">
      <span className={styles.bar} />
      <Skeleton className={styles.skeleton ?? ''} title={false} paragraph={{ rows: 3 }} />
    </output>
  )
}
