import type { MenuNode } from '@natim/contract/system/session'
import { type ReactNode, useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { tabPath } from '../lib/list-state.ts'
import { useIsMobile } from '../lib/use-media.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { Header } from './header.tsx'
import styles from './main-layout.module.css'
import type { Page } from './page.ts'
import { SettingDrawer } from './setting-drawer/setting-drawer.tsx'
import { TabBar } from './tab-bar.tsx'
import { TabPanels } from './tab-panels.tsx'
import { tabActions } from './tab-store.ts'
import { useDocumentTitle } from './use-document-title.ts'

export interface MainLayoutProps {
  readonly menu: readonly MenuNode[]
  readonly pages: readonly Page[]
  /** Between search and user: the bell. */
  readonly tools: ReactNode
  readonly userMenu: ReactNode
}

/** Header 52, tab bar 36, global bars, content (design §4). */
export function MainLayout({ menu, pages, tools, userMenu }: MainLayoutProps) {
  const { pathname, search } = useLocation()
  const isMobile = useIsMobile()
  const key = tabPath(pathname, search)
  const page = pages.find((candidate) => matchPath(candidate.path, pathname) !== null)
  useDocumentTitle(key, page?.title)

  useEffect(() => {
    if (page === undefined) return
    tabActions.visit({ key, pathname, search, title: page.title, keepAlive: page.keepAlive })
  }, [key, page, pathname, search])

  // The page scroll goes to the top on every navigation, kept-alive tabs included (D-51).
  useEffect(() => {
    if (key) window.scrollTo({ top: 0 })
  }, [key])

  return (
    <div className={styles.layout} data-bleed={page?.isFullBleed ?? false}>
      <a href="#content" className={styles.skip}>
        跳到内容
      </a>
      <header className={styles.top}>
        <Header menu={menu} page={page} isMobile={isMobile}>
          {tools}
          {userMenu}
        </Header>
        <TabBar activeKey={key} isMobile={isMobile} page={page} />
        <ConnectionBar />
      </header>
      <main id="content" className={styles.content} tabIndex={-1}>
        <TabPanels pages={pages} activeKey={key} isTabbed={!isMobile} />
      </main>
      <SettingDrawer />
    </div>
  )
}
