import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, Router } from 'react-router'

/**
 * The address bar as an external store instead of a context. A context that changes with each navigation is propagated
 * into every kept tab, visible or not; twenty of them cost more than the target page.
 */
const history = createBrowserHistory({ v5Compat: true })
const followers = new Set<() => void>()
let current: Location = history.location
history.listen(({ location }) => {
  current = location
  for (const follow of followers) follow()
})

function subscribe(follow: () => void): () => void {
  followers.add(follow)
  return () => void followers.delete(follow)
}

/** Current location; updates on every navigation. */
export const useAddress = (): Location => useSyncExternalStore(subscribe, () => current)

/** Navigates to a path of the console, from anywhere. */
export function goTo(path: string, options: { readonly replace?: boolean } = {}): void {
  if (options.replace) history.replace(path)
  else history.push(path)
}

/** Router for parts that follow the address: header, menu, public pages. Tabs must not be inside. */
export function AddressRouter({ children }: { readonly children: ReactNode }) {
  return (
    <Router location={useAddress()} navigationType={history.action} navigator={history}>
      {children}
    </Router>
  )
}

export interface TabRouterProps {
  readonly pathname: string
  readonly search: string
  readonly children: ReactNode
}

/** Router of one tab: its location changes only when that tab navigates. */
export function TabRouter({ pathname, search, children }: TabRouterProps) {
  const location = useMemo(() => ({ pathname, search, hash: '', state: null, key: pathname }), [pathname, search])
  return (
    <Router location={location} navigator={history}>
      {children}
    </Router>
  )
}
