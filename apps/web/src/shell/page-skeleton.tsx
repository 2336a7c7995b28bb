import { type ComponentType, type ReactNode, Suspense } from 'react'
import { PageFallback } from '../lib/lazy-page.ts'
import { DetailOutline, PlainOutline } from '../ui/outline/detail-outline.tsx'
import { HomePageOutline } from '../ui/outline/home-outline.tsx'
import { ListOutline } from '../ui/outline/list-outline.tsx'
import { MapOutline } from '../ui/outline/map-outline.tsx'
import { useReportsLoading } from './navigation-progress.tsx'
import type { Page } from './page.ts'
import { BleedPadding, PageFrame } from './page-frame.tsx'
import { type OutlineKind, outlineOf } from './page-outline.ts'

const OUTLINES: Readonly<Record<OutlineKind, ComponentType>> = {
  home: HomePageOutline,
  map: MapOutline,
  list: () => <ListOutline />,
  tree: () => <ListOutline hasTree />,
  detail: DetailOutline,
  plain: PlainOutline,
}

interface WaitingPageProps {
  /** Undefined while the page is not known yet. */
  readonly page: Page | undefined
}

/** Skeleton while the code of a page loads, inside the page container; appears after a short delay (design §7). */
function PageOutline({ page }: WaitingPageProps) {
  useReportsLoading()
  const kind = outlineOf(page)
  const Kind = OUTLINES[kind]
  if (!page?.isFullBleed || kind === 'map') return <Kind />
  return (
    <BleedPadding>
      <Kind />
    </BleedPadding>
  )
}

/** Same, including the page container. */
export const PageSkeleton = ({ page }: WaitingPageProps) => (
  <PageFrame isFullBleed={page?.isFullBleed ?? false}>
    <PageOutline page={page} />
  </PageFrame>
)

/** Shows the skeleton while the code of a page, or of a part of it, is loading. */
export const PageWaits = ({ page, children }: WaitingPageProps & { readonly children: ReactNode }) => (
  <PageFallback value={<PageOutline page={page} />}>
    <Suspense fallback={<PageSkeleton page={page} />}>{children}</Suspense>
  </PageFallback>
)
