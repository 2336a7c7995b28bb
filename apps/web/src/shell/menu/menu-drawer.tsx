import { LAYOUT_PX } from '@natim/contract/constants'
import type { MenuNode } from '@natim/contract/system/session'
import { Drawer } from 'antd'
import { setSidebar, useSettings } from '../../lib/settings-store.ts'
import { BrandLockup } from '../../ui/brand-mark.tsx'
import type { Page } from '../page.ts'
import { useMenuThemeAttributes } from './menu-theme.ts'
import styles from './side-menu.module.css'
import { SideMenu } from './side-menu.tsx'

/** SH-05: 200 px from the left; closes when an entry is chosen or on an outside click. */
export function MenuDrawer({ menu, page }: { readonly menu: readonly MenuNode[]; readonly page: Page | undefined }) {
  const isOpen = useSettings((state) => state.sidebar.opened)
  const attributes = useMenuThemeAttributes()
  const close = () => setSidebar(false)
  return (
    <Drawer
      open={isOpen}
      onClose={close}
      placement="left"
      size={LAYOUT_PX.drawer}
      closable={false}
      aria-label="主菜单"
      styles={{ body: { padding: 0 } }}
    >
      <div {...attributes} className={styles.drawer}>
        <div className={styles.drawerHead}>
          <BrandLockup />
        </div>
        <nav aria-label="主菜单">
          <SideMenu menu={menu} page={page} onSelect={close} />
        </nav>
      </div>
    </Drawer>
  )
}
