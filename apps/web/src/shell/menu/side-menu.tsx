import type { MenuNode } from '@natim/contract/system/session'
import { Menu } from 'antd'
import { useMemo, useState } from 'react'
import type { Page } from '../page.ts'
import styles from './menu.module.css'
import { isGroup, menuItems, namedIcon, selectedKeys } from './menu-items.tsx'
import { routePath } from './menu-link.ts'
import { MenuTheme } from './menu-theme.tsx'
import { useMenuVariables } from './menu-variables.ts'
import { afterNavigation, afterToggle } from './open-keys.ts'
import { useFollow } from './use-follow.ts'

export interface SideMenuProps {
  readonly menu: readonly MenuNode[]
  readonly page: Page | undefined
  /** Icons alone; groups open beside the sider. */
  readonly isCollapsed?: boolean
  /** An entry was chosen. */
  readonly onSelect?: () => void
}

/** A row without an icon shows its first character where there is room for no more. */
const collapsedIcon = (node: MenuNode) =>
  namedIcon(node) ?? <span className={styles.initial}>{node.meta.title.slice(0, 1)}</span>

/** Inline menu of the sider and of the drawer. */
export function SideMenu({ menu, page, isCollapsed = false, onSelect }: SideMenuProps) {
  const variables = useMenuVariables()
  const selected = useMemo(() => selectedKeys(menu, page?.trail ?? []), [menu, page])
  const follow = useFollow(menu)
  const openKeys = useOpenKeys(menu, selected, isCollapsed)
  const items = useMemo(
    () =>
      menuItems(menu, {
        icon: isCollapsed ? collapsedIcon : namedIcon,
        variables,
      }),
    [menu, isCollapsed, variables],
  )
  return (
    <MenuTheme>
      <Menu
        mode="inline"
        className={styles.side}
        inlineIndent={20}
        items={items}
        inlineCollapsed={isCollapsed}
        selectedKeys={selected}
        openKeys={[...openKeys.value]}
        onOpenChange={openKeys.change}
        onClick={(entry) => {
          follow(entry)
          onSelect?.()
        }}
      />
    </MenuTheme>
  )
}

/** Open groups of the sider. Collapsing closes all and forgets none (SH-10). */
function useOpenKeys(menu: readonly MenuNode[], selected: readonly string[], isCollapsed: boolean) {
  const roots = useMemo(() => new Set(menu.filter(isGroup).map(routePath)), [menu])
  const [open, setOpen] = useState<readonly string[]>(selected)
  const [popups, setPopups] = useState<readonly string[]>([])
  const [followed, setFollowed] = useState(selected)
  if (followed !== selected) {
    setFollowed(selected)
    setOpen(afterNavigation(open, selected, roots))
    setPopups([])
  }
  return {
    value: isCollapsed ? popups : open,
    change: (next: string[]) => (isCollapsed ? setPopups(next) : setOpen(afterToggle(open, next, roots))),
  }
}
