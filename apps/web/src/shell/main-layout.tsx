import type { MenuNode } from '@natim/contract/system/session'
import { type ReactNode, useEffect } from 'react'
import { AddressRouter, useAddress } from '../lib/address.tsx'
import { lazyPart, useOnceWanted } from '../lib/lazy-part.ts'
import { followDevice, useSettings } from '../lib/settings-store.ts'
import { loadWithAntd } from '../widgets/lazy-with-antd/lazy-with-antd.tsx'
import { OrderBar } from './alarm-strip/order-bar.tsx'
import { Breadcrumb } from './breadcrumb.tsx'
import { ConnectionBar } from './connection-bar.tsx'
import { DemoLoadBar } from './demo-load-bar.tsx'
import { Header } from './header.tsx'
import styles from './main-layout.module.css'
import { Manual } from './manual/manual.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import type { Page } from './page.ts'
import { PageArea } from './page-area.tsx'
import { MenuSearch } from './search/menu-search.tsx'
import { useSettingDrawer } from './setting-drawer/setting-drawer-state.ts'
import { useShellMode } from './shell-mode.ts'
import { Sider } from './sider.tsx'
import { TabBar } from './tabs/tab-bar.tsx'
import { useCurrentPage } from './use-current-page.ts'
import { useHeaderHidden } from './use-header-hidden.ts'
import { Welcome } from './welcome.tsx'

const MenuDrawer = lazyPart(() => loadWithAntd(async () => (await import('./menu/menu-drawer.tsx')).MenuDrawer))
const SettingDrawer = lazyPart(() =>
  loadWithAntd(async () => (await import('./setting-drawer/setting-drawer.tsx')).SettingDrawer),
)

export interface MainLayoutProps {
  readonly menu: readonly MenuNode[]
  readonly pages: readonly Page[]
  /** Placed between search and user: the bell. */
  readonly tools: ReactNode
  readonly userMenu: ReactNode
}

/** Sider or menu drawer, header 52, tab bar 36, global bars, content (SH-02, design §4). */
export function MainLayout({ menu, pages, tools, userMenu }: MainLayoutProps) {
  useEffect(followDevice, [])
  const mode = useShellMode()
  const { key, page, isTabbed } = useCurrentPage(pages)
  const { pathname } = useAddress()
  const { layout, contentWidth, fixedHeader, sidebar } = useSettings()
  const isMenuShown = useOnceWanted(mode === 'mobile' && sidebar.opened)
  const isHeaderHidden = useHeaderHidden()
  const isDrawerShown = useOnceWanted(useSettingDrawer(({ isOpen }) => isOpen))
  const isFluid = layout === 'topmenu' && contentWidth === 'Fluid'
  const breadcrumb = <Breadcrumb page={page} />
  // With tabs the breadcrumb moves to the header; where it would say nothing, the welcome line replaces it.
  const title = isTabbed && page !== undefined && page.trail.length > 1 ? breadcrumb : <Welcome />
  return (
    <div className={styles.layout} data-mode={mode} data-fluid={isFluid} data-bleed={page?.isFullBleed ?? false}>
      <a href="#content" className={styles.skip}>
        跳到内容
      </a>
      <AddressRouter>
        {mode === 'side' && <Sider menu={menu} page={page} />}
        {mode === 'mobile' && isMenuShown && <MenuDrawer menu={menu} page={page} />}
      </AddressRouter>
      <div className={styles.column}>
        <AddressRouter>
          <header className={styles.top} data-fixed={fixedHeader} data-hidden={isHeaderHidden}>
            <Header menu={menu} page={page} mode={mode} title={title}>
              <MenuSearch menu={menu} isMobile={mode === 'mobile'} />
              {tools}
              {userMenu}
            </Header>
            <TabBar activeKey={key} isTabbed={isTabbed} breadcrumb={breadcrumb} />
            <ConnectionBar />
            <OrderBar />
            <DemoLoadBar />
          </header>
        </AddressRouter>
        <main id="content" className={styles.content} tabIndex={-1}>
          <PageArea pages={pages} activeKey={key} page={page} />
        </main>
      </div>
      <NavigationProgress pageKey={key} />
      {isDrawerShown && <SettingDrawer />}
      <Manual place={page?.component ?? pathname} />
    </div>
  )
}
