import type { MenuNode } from '@natim/contract/system/session'
import { useSettings } from '../lib/settings-store.ts'
import { Logo } from './logo.tsx'
import { useMenuThemeAttributes } from './menu/menu-theme.ts'
import { SideMenu } from './menu/side-menu.tsx'
import type { Page } from './page.ts'
import styles from './sider.module.css'

/** Menu at the left: 208 px open, 80 px collapsed (D-12). A fixed one scrolls separately (SH-63). */
export function Sider({ menu, page }: { readonly menu: readonly MenuNode[]; readonly page: Page | undefined }) {
  const isOpen = useSettings((state) => state.sidebar.opened)
  const isFixed = useSettings((state) => state.fixSiderbar)
  const attributes = useMenuThemeAttributes()
  return (
    <aside className={styles.sider} data-open={isOpen} data-fixed={isFixed} {...attributes}>
      <div className={styles.head}>
        <Logo isMarkOnly={!isOpen} />
      </div>
      <nav className={styles.menu} aria-label="主菜单">
        <SideMenu menu={menu} page={page} isCollapsed={!isOpen} />
      </nav>
    </aside>
  )
}
