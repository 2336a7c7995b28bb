import { type ReactNode, Suspense } from 'react'
import { PageFallback } from '../lib/lazy-page.ts'
import { TableSkeleton } from '../ui/skeleton.tsx'
import { useReportsLoading } from './navigation-progress.tsx'

/** Shape of a page while its code loads; appears after a moment only (design §7). */
export function PageSkeleton() {
  useReportsLoading()
  return (
    <div className="page page-fixed">
      <TableSkeleton rows={8} />
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
