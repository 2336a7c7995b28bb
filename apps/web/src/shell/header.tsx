import { MenuOutlined } from '@ant-design/icons'
import { LANDING_PATH } from '@natim/contract/constants'
import type { MenuNode } from '@natim/contract/system/session'
import { Button, Drawer, Menu } from 'antd'
import { type ReactNode, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { BrandLockup } from '../ui/brand-mark.tsx'
import styles from './header.module.css'
import { menuItems, selectedKeys } from './menu-items.tsx'
import type { Page } from './page.ts'

export interface HeaderProps {
  readonly menu: readonly MenuNode[]
  readonly page: Page | undefined
  readonly isMobile: boolean
  /** Right block: tools and user. */
  readonly children: ReactNode
}

/** Logo, menu, user. Entries that do not fit fold into 更多. */
export function Header({ menu, page, isMobile, children }: HeaderProps) {
  const selected = useMemo(() => selectedKeys(menu, page?.trail ?? []), [menu, page])
  return (
    <div className={styles.header}>
      {isMobile && <MenuDrawer menu={menu} selected={selected} />}
      <Link to={LANDING_PATH} className={styles.logo}>
        <BrandLockup />
        <span className="visually-hidden">首页</span>
      </Link>
      {!isMobile && (
        <nav className={styles.menu} aria-label="主菜单">
          <Menu
            mode="horizontal"
            items={menuItems(menu, false)}
            selectedKeys={selected}
            overflowedIndicator="更多"
            disabledOverflow={false}
          />
        </nav>
      )}
      <div className={styles.right}>{children}</div>
    </div>
  )
}

/** SH-05: 200 px drawer; choosing an entry closes it. */
function MenuDrawer({ menu, selected }: { readonly menu: readonly MenuNode[]; readonly selected: string[] }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        type="text"
        icon={<MenuOutlined />}
        aria-label="打开菜单"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      />
      <Drawer
        open={isOpen}
        onClose={() => setIsOpen(false)}
        placement="left"
        size={200}
        title={<BrandLockup />}
        closable={false}
        styles={{ body: { padding: 0 } }}
      >
        <Menu
          mode="inline"
          items={menuItems(menu, true)}
          selectedKeys={selected}
          defaultOpenKeys={selected}
          onClick={() => setIsOpen(false)}
        />
      </Drawer>
    </>
  )
}
