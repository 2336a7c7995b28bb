import { type ReactNode, useMemo, useSyncExternalStore } from 'react'
import { UNSAFE_createBrowserHistory as createBrowserHistory, type Location, Router } from 'react-router'

/**
 * The address bar as a store instead of a context around everything. A context that changes with each navigation is
 * looked for in every kept tab, in sight or not; twenty of them cost more than the page one goes to.
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

/** Where the console is; follows every navigation. */
export const useAddress = (): Location => useSyncExternalStore(subscribe, () => current)

/** Goes to a path of the console, from anywhere. */
export function goTo(path: string, options: { readonly replace?: boolean } = {}): void {
  if (options.replace) history.replace(path)
  else history.push(path)
}

/** Router of what follows the address: header, menu, public pages. No tab may stand inside. */
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

/** Router of one tab: its address changes when that tab navigates and at no other time. */
export function TabRouter({ pathname, search, children }: TabRouterProps) {
  const location = useMemo(() => ({ pathname, search, hash: '', state: null, key: pathname }), [pathname, search])
  return (
    <Router location={location} navigator={history}>
      {children}
    </Router>
  )
}
