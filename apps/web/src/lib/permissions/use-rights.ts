import type { MenuNode } from '@natim/contract/system/session'
import { matchPath, useLocation } from 'react-router'
import { useSession } from '../session/session-store.ts'
import { can, mayShow, type PermissionEntry } from './can.ts'

const NONE: readonly PermissionEntry[] = []

/** The `permissionList` of the menu entry of an address; inside a tab, of the tab's own address. */
function permissionListOf(menu: readonly MenuNode[], pathname: string): readonly PermissionEntry[] {
  for (const node of menu) {
    if (node.meta.permissionList !== undefined && matchPath(node.path, pathname) !== null)
      return node.meta.permissionList
    const inside = permissionListOf(node.children ?? [], pathname)
    if (inside !== NONE) return inside
  }
  return NONE
}

function useCheck(check: typeof can, code: string): boolean {
  const { pathname } = useLocation()
  return useSession(({ permissions }) =>
    check(code, permissions, permissions === undefined ? NONE : permissionListOf(permissions.menu, pathname)),
  )
}

/** Whether the page on screen may offer an action (SS-35). */
export const useCan = (code: string): boolean => useCheck(can, code)

/** Whether the page on screen draws the button of an action (SS-37). */
export const useMayShow = (code: string): boolean => useCheck(mayShow, code)
