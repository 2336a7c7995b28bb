import { MenuFoldOutlined, MenuOutlined, MenuUnfoldOutlined } from '@ant-design/icons'
import type { MenuNode } from '@natim/contract/system/session'
import type { ReactNode } from 'react'
import { setSidebar, useSettings } from '../lib/settings-store.ts'
import { useIsPhone } from '../lib/use-media.ts'
import { IconButton } from '../ui/icon-button.tsx'
import styles from './header.module.css'
import { Logo } from './logo.tsx'
import { useMenuThemeAttributes } from './menu/menu-theme.ts'
import { TopMenu } from './menu/top-menu.tsx'
import type { Page } from './page.ts'
import type { ShellMode } from './shell-mode.ts'

export interface HeaderProps {
  readonly menu: readonly MenuNode[]
  readonly page: Page | undefined
  readonly mode: ShellMode
  /** Takes the place of the menu outside top navigation: breadcrumb or welcome. */
  readonly title: ReactNode
  /** Right block: search, tools and user. */
  readonly children: ReactNode
}

/** Top mode: logo and menu (SH-03). Side mode: trigger and title (SH-04). Mobile: trigger and logo (SH-05). */
export function Header({ menu, page, mode, title, children }: HeaderProps) {
  const attributes = useMenuThemeAttributes()
  const isPhone = useIsPhone()
  return (
    <div className={styles.header} data-mode={mode} {...attributes}>
      <div className={styles.inner}>
        {mode !== 'top' && <SidebarTrigger isMobile={mode === 'mobile'} />}
        {mode !== 'side' && <Logo isShort={isPhone} />}
        {mode === 'top' && <TopMenu menu={menu} page={page} />}
        {mode === 'side' && title}
        <div className={styles.right}>{children}</div>
      </div>
    </div>
  )
}

function SidebarTrigger({ isMobile }: { readonly isMobile: boolean }) {
  const isOpen = useSettings((state) => state.sidebar.opened)
  const icon = isOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />
  const name = isOpen ? '折叠菜单' : '展开菜单'
  return (
    <IconButton
      isLarge
      icon={isMobile ? <MenuOutlined /> : icon}
      aria-label={isMobile ? '打开菜单' : name}
      aria-expanded={isOpen}
      onClick={() => setSidebar(!isOpen)}
    />
  )
}
