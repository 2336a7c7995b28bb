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
  /** Undefined where it is not known yet which page it will be. */
  readonly page: Page | undefined
}

/** A page in outline while its code loads, inside the room of the page; appears after a moment only (design §7). */
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

/** The same with the room around it. */
export const PageSkeleton = ({ page }: WaitingPageProps) => (
  <PageFrame isFullBleed={page?.isFullBleed ?? false}>
    <PageOutline page={page} />
  </PageFrame>
)

/** Shows the outline for a page whose code, or something in it, is on the way. */
export const PageWaits = ({ page, children }: WaitingPageProps & { readonly children: ReactNode }) => (
  <PageFallback value={<PageOutline page={page} />}>
    <Suspense fallback={<PageSkeleton page={page} />}>{children}</Suspense>
  </PageFallback>
)
