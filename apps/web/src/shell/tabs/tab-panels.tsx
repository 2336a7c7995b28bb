import { Activity, memo, useCallback } from 'react'
import { Route, Routes } from 'react-router'
import { TabRouter } from '../../lib/address.tsx'
import { TabTitleContext } from '../../lib/tab-title.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { findPage, type Page } from '../page.ts'
import { PageFrame } from '../page-frame.tsx'
import { PageWaits } from '../page-skeleton.tsx'
import { keepLayout } from './keep-layout.ts'
import styles from './tab-panels.module.css'
import { type Tab, tabActions, useTabs } from './tab-store.ts'

export interface TabPanelsProps {
  readonly pages: readonly Page[]
  readonly activeKey: string
}

/**
 * The open pages (SH-24). Hidden kept pages keep their state with effects paused: no sockets, timers or charts run
 * there. Without tabs every visited page stays for the whole session.
 */
export function TabPanels({ pages, activeKey }: TabPanelsProps) {
  const tabs = useTabs((state) => state.tabs)
  const isMounted = (tab: Tab) => tab.key === activeKey || (tab.isVisited && tab.keepAlive)
  return (
    <>
      {tabs.filter(isMounted).map((tab) => (
        <Activity key={`${tab.key}#${tab.generation}`} mode={tab.key === activeKey ? 'visible' : 'hidden'}>
          <div ref={keepLayout} className={styles.panel}>
            <Panel tab={tab} pages={pages} />
          </div>
        </Activity>
      ))}
    </>
  )
}

interface PanelProps {
  readonly tab: Tab
  readonly pages: readonly Page[]
}

/** Re-renders only when its own tab or the list of pages changes. */
const Panel = memo(function Panel({ tab, pages }: PanelProps) {
  const rename = useCallback((title: string) => tabActions.rename(tab.key, title), [tab.key])
  return (
    <TabTitleContext value={rename}>
      <ErrorBoundary resetKey={tab.key}>
        <PageWaits page={findPage(pages, tab.pathname)}>
          <TabRouter pathname={tab.pathname} search={tab.search}>
            <Routes>
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
          </TabRouter>
        </PageWaits>
      </ErrorBoundary>
    </TabTitleContext>
  )
})
