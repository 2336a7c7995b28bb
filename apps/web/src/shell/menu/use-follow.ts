import type { MenuNode } from '@natim/contract/system/session'
import type { MenuProps } from 'antd'
import { useNavigate } from 'react-router'
import { menuLink, routePath } from './menu-link.ts'
import { useMenuVariables } from './menu-variables.ts'

function findNode(nodes: readonly MenuNode[], key: string): MenuNode | undefined {
  for (const node of nodes) {
    const found = routePath(node) === key ? node : findNode(node.children ?? [], key)
    if (found) return found
  }
  return undefined
}

/** Entries are links, which a mouse follows by itself; Enter on an entry is for us to follow (SH-65). */
export function useFollow(menu: readonly MenuNode[]): NonNullable<MenuProps['onClick']> {
  const navigate = useNavigate()
  const variables = useMenuVariables()
  return ({ key, domEvent }) => {
    const isOnLink = domEvent.target instanceof Element && domEvent.target.closest('a') !== null
    const node = isOnLink && domEvent.type === 'click' ? undefined : findNode(menu, key)
    if (node === undefined) return
    const link = menuLink(node, variables)
    if (link.kind === 'page') navigate(link.path)
    else window.open(link.href, '_blank', 'noopener')
  }
}
