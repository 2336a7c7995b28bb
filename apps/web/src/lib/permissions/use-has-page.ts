import type { MenuNode } from '@natim/contract/system/session'
import { matchPath } from 'react-router'
import { useSession } from '@/lib/session/session-store.ts'

const hasPage = (menu: readonly MenuNode[], path: string): boolean =>
  menu.some((node) => matchPath(node.path, path) !== null || hasPage(node.children ?? [], path))

/** Whether a page was granted: links that would lead to /403 are not shown. */
export function useHasPage(): (path: string) => boolean {
  const menu = useSession(({ permissions }) => permissions?.menu)
  return (path) => menu !== undefined && hasPage(menu, path)
}
