import { LANDING_PATH } from '@natim/contract/constants'
import { permissionEndpoints } from '@natim/contract/system/permission'
import { Navigate, useLocation } from 'react-router'
import { AddressRouter } from '../lib/address.tsx'
import { useLandingPath } from '../lib/permissions/landing.ts'
import { useEndpoint } from '../lib/query/use-endpoint.ts'
import { FORBIDDEN_PATH, NOT_FOUND_PATH, type Page } from './page.ts'
import { PageFrame } from './page-frame.tsx'
import { PageSkeleton, PageWaits } from './page-skeleton.tsx'
import { TabPanels } from './tabs/tab-panels.tsx'
import { useTabs } from './tabs/tab-store.ts'

export interface PageAreaProps {
  readonly pages: readonly Page[]
  readonly activeKey: string
  readonly page: Page | undefined
}

/**
 * The current page on top of the kept ones. An address without a page redirects to /404 (SS-05); that of a page only
 * others may open, to /403; 首页, to the user's own first page.
 */
export function PageArea({ pages, activeKey, page }: PageAreaProps) {
  const isTab = useTabs((state) => state.tabs.some((tab) => tab.key === activeKey))
  return (
    <>
      <TabPanels pages={pages} activeKey={activeKey} />
      {page?.hasTab && !isTab && <PageSkeleton page={page} />}
      {page && !page.hasTab && (
        <AddressRouter>
          <PageFrame isFullBleed={false}>
            <PageWaits page={page}>
              <page.View />
            </PageWaits>
          </PageFrame>
        </AddressRouter>
      )}
      {/* A tab whose page was lost is about to close automatically. */}
      {page === undefined && !isTab && (
        <AddressRouter>
          <LostPage />
        </AddressRouter>
      )}
    </>
  )
}

function LostPage() {
  const { pathname } = useLocation()
  const landing = useLandingPath()
  if (pathname === LANDING_PATH && landing !== LANDING_PATH) return <Navigate to={landing} replace />
  return <RefusedPage path={pathname} />
}

function RefusedPage({ path }: { readonly path: string }) {
  const { data, isLoading } = useEndpoint(permissionEndpoints.isPage, { query: { path } })
  if (isLoading) return <PageSkeleton page={undefined} />
  return <Navigate to={data ? FORBIDDEN_PATH : NOT_FOUND_PATH} replace />
}
