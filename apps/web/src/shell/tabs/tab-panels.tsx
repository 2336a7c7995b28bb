import { Activity, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { Route, Routes } from 'react-router'
import { TabTitleContext } from '../../lib/tab-title.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { Footer } from '../footer.tsx'
import type { Page } from '../page.ts'
import { PageSkeleton } from '../page-skeleton.tsx'
import styles from './tab-panels.module.css'
import { type Tab, tabActions, useTabs } from './tab-store.ts'

export interface TabPanelsProps {
  readonly pages: readonly Page[]
  readonly activeKey: string
}

/**
 * The open pages (SH-24). Hidden ones that are to be kept keep their state while their effects rest: no sockets,
 * timers or charts run there. Without tabs every page visited stands in the list, for the whole session.
 */
export function TabPanels({ pages, activeKey }: TabPanelsProps) {
  const tabs = useTabs((state) => state.tabs)
  const isMounted = (tab: Tab) => tab.key === activeKey || (tab.isVisited && tab.keepAlive)
  return (
    <>
      {tabs.filter(isMounted).map((tab) => (
        <Activity key={`${tab.key}#${tab.generation}`} mode={tab.key === activeKey ? 'visible' : 'hidden'}>
          <Panel tab={tab} pages={pages} />
        </Activity>
      ))}
    </>
  )
}

function Panel({ tab, pages }: { readonly tab: Tab; readonly pages: readonly Page[] }) {
  const rename = useCallback((title: string) => tabActions.rename(tab.key, title), [tab.key])
  // A hidden page must not see the address of the page in front of it.
  const location = useMemo(
    () => ({ pathname: tab.pathname, search: tab.search, hash: '', state: null, key: tab.key }),
    [tab.pathname, tab.search, tab.key],
  )
  return (
    <TabTitleContext value={rename}>
      <ErrorBoundary resetKey={tab.key}>
        <Suspense fallback={<PageSkeleton />}>
          <Routes location={location}>
            {pages.map((page) => (
              <Route
                key={page.path}
                path={page.path}
                element={
                  <PageFrame isFullBleed={page.isFullBleed}>
                    <page.View />
                  </PageFrame>
                }
              />
            ))}
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </TabTitleContext>
  )
}

/** Room of a page: padded, as wide as the settings say and with the footer, or the whole window below the bars. */
export function PageFrame({ isFullBleed, children }: { readonly isFullBleed: boolean; readonly children: ReactNode }) {
  if (isFullBleed) return <div className={styles.bleed}>{children}</div>
  return (
    <div className={styles.frame}>
      <div className="page page-fixed">{children}</div>
      <Footer />
    </div>
  )
}
