import { Navigate } from 'react-router'
import { AddressRouter } from '../lib/address.tsx'
import { NOT_FOUND_PATH, type Page } from './page.ts'
import { PageSkeleton, PageWaits } from './page-skeleton.tsx'
import { PageFrame, TabPanels } from './tabs/tab-panels.tsx'
import { useTabs } from './tabs/tab-store.ts'

export interface PageAreaProps {
  readonly pages: readonly Page[]
  readonly activeKey: string
  readonly page: Page | undefined
}

/** The page in front of the kept ones. An address without a page leads to /404 (SS-05). */
export function PageArea({ pages, activeKey, page }: PageAreaProps) {
  const isTab = useTabs((state) => state.tabs.some((tab) => tab.key === activeKey))
  return (
    <>
      <TabPanels pages={pages} activeKey={activeKey} />
      {page?.hasTab && !isTab && <PageSkeleton />}
      {page && !page.hasTab && (
        <AddressRouter>
          <PageFrame isFullBleed={false}>
            <PageWaits>
              <page.View />
            </PageWaits>
          </PageFrame>
        </AddressRouter>
      )}
      {/* A tab whose page was lost is about to close by itself. */}
      {page === undefined && !isTab && (
        <AddressRouter>
          <Navigate to={NOT_FOUND_PATH} replace />
        </AddressRouter>
      )}
    </>
  )
}
