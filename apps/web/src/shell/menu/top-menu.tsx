import { DownOutlined } from '@ant-design/icons'
import type { MenuNode } from '@natim/contract/system/session'
import { Menu } from 'antd'
import { useMemo } from 'react'
import type { Page } from '../page.ts'
import styles from './menu.module.css'
import { menuItems, noIcon, selectedKeys } from './menu-items.tsx'
import { MenuTheme } from './menu-theme.tsx'
import { useMenuVariables } from './menu-variables.ts'
import { useFollow } from './use-follow.ts'

const MORE = (
  <span className={styles.more}>
    更多 <DownOutlined aria-hidden />
  </span>
)

/** Horizontal menu of the header; entries that do not fit fold into 更多 (SH-03). */
export function TopMenu({ menu, page }: { readonly menu: readonly MenuNode[]; readonly page: Page | undefined }) {
  const variables = useMenuVariables()
  const selected = useMemo(() => selectedKeys(menu, page?.trail ?? []), [menu, page])
  const follow = useFollow(menu)
  const items = useMemo(() => menuItems(menu, { icon: noIcon, variables }), [menu, variables])
  return (
    <MenuTheme>
      <nav className={styles.top} aria-label="主菜单">
        <Menu mode="horizontal" items={items} selectedKeys={selected} overflowedIndicator={MORE} onClick={follow} />
      </nav>
    </MenuTheme>
  )
}
