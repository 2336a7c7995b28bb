import { Activity, type ReactNode, Suspense, useCallback, useMemo } from 'react'
import { matchPath, Route, Routes, useLocation } from 'react-router'
import { TabTitleContext } from '../lib/tab-title.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import { ExceptionPage } from './exception-page.tsx'
import { Footer } from './footer.tsx'
import type { Page } from './page.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import styles from './tab-panels.module.css'
import { type Tab, tabActions, useTabs } from './tab-store.ts'

export interface TabPanelsProps {
  readonly pages: readonly Page[]
  readonly activeKey: string
  /** Without tabs only pages marked keep-alive stay, for the whole session (SH-24). */
  readonly isTabbed: boolean
}

/** The open pages. Hidden ones keep their state while their effects rest: no sockets, timers or charts run there. */
export function TabPanels({ pages, activeKey }: TabPanelsProps) {
  const tabs = useTabs((state) => state.tabs)
  const location = useLocation()
  const active = tabs.find((tab) => tab.key === activeKey)
  const isKnown = pages.some((page) => matchPath(page.path, location.pathname) !== null)
  if (!isKnown) return <ExceptionPage status={404} />
  return (
    <>
      {tabs
        .filter((tab) => tab.key === activeKey || tab.keepAlive)
        .map((tab) => (
          <Activity key={`${tab.key}#${tab.generation}`} mode={tab.key === activeKey ? 'visible' : 'hidden'}>
            <Panel tab={tab} pages={pages} />
          </Activity>
        ))}
      {active === undefined && <PageSkeleton />}
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
                element={<Frame isFullBleed={page.isFullBleed}>{<page.View />}</Frame>}
              />
            ))}
          </Routes>
        </Suspense>
      </ErrorBoundary>
    </TabTitleContext>
  )
}

function Frame({ isFullBleed, children }: { readonly isFullBleed: boolean; readonly children: ReactNode }) {
  if (isFullBleed) return <div className={styles.bleed}>{children}</div>
  return (
    <div className={styles.frame}>
      <div className="page page-fixed">{children}</div>
      <Footer />
    </div>
  )
}
