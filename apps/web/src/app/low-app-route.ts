import type { MenuNode } from '@natim/contract/system/session'
import { useEffect } from 'react'
import { matchPath, useLocation } from 'react-router'
import { enterRoute, type NamedRoute } from '../lib/api/low-app.ts'
import { useSession } from '../lib/session/session-store.ts'

/** The menu route of an address, with its parameters; a route passed in the state of a link counts too. */
function namedRoute(menu: readonly MenuNode[], pathname: string, state: object | null): NamedRoute | undefined {
  for (const node of menu) {
    const match = matchPath(node.path, pathname)
    if (match !== null) return { name: node.name, params: { ...state, ...match.params } }
    const inside = namedRoute(node.children ?? [], pathname, state)
    if (inside !== undefined) return inside
  }
  return undefined
}

/** Marks calls made on a low-code page (CA-04). */
export function useLowAppRoute(): void {
  const { pathname, state } = useLocation()
  const menu = useSession((session) => session.permissions?.menu)
  useEffect(() => enterRoute(namedRoute(menu ?? [], pathname, state)), [menu, pathname, state])
}
