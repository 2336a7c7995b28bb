import { Skeleton } from 'antd'
import { type ReactNode, Suspense } from 'react'
import { PageFallback } from '../lib/lazy-page.ts'
import { useReportsLoading } from './navigation-progress.tsx'
import styles from './page-skeleton.module.css'

/** Shape of a page while its code loads; appears after 120 ms only (design §7). */
export function PageSkeleton() {
  useReportsLoading()
  return (
    <div className={`page page-fixed ${styles.skeleton}`} role="status" aria-label="加载中">
      <Skeleton title={{ width: 180 }} paragraph={{ rows: 6 }} active />
    </div>
  )
}

const SKELETON = <PageSkeleton />

/** Shows the outline for a page whose code, or something in it, is on the way. */
export const PageWaits = ({ children }: { readonly children: ReactNode }) => (
  <PageFallback value={SKELETON}>
    <Suspense fallback={SKELETON}>{children}</Suspense>
  </PageFallback>
)
