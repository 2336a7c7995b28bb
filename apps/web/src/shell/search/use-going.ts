import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSession } from '../../lib/session/session-store.ts'
import { keepRecent, type RecentResult, readRecent } from './recent-results.ts'
import type { Result } from './search-results.ts'

const MENU_PAGES = 'menu'

/** Opens the chosen result, closes the panel and remembers it. */
export function useGoing(paths: ReadonlyMap<string, string>, onDone: () => void) {
  const navigate = useNavigate()
  const username = useSession(({ user }) => user?.username ?? '')
  const [recent] = useState(() =>
    readRecent(username).filter(({ component, path }) =>
      component === MENU_PAGES ? [...paths.values()].includes(path) : paths.has(component),
    ),
  )
  const remember = ({ title, hit }: Result, path: string) =>
    keepRecent(username, { title, path, component: hit?.list.component ?? MENU_PAGES })
  const to = (result: Result, path: string) => {
    remember(result, path)
    onDone()
    navigate(path)
  }
  return {
    recent,
    to,
    open(result: Result, isWindow: boolean) {
      const { link } = result
      if (link.kind === 'page' && !isWindow) return to(result, link.path)
      if (link.kind === 'page') remember(result, link.path)
      onDone()
      window.open(link.kind === 'page' ? link.path : link.href, '_blank', 'noopener')
    },
    again({ path }: RecentResult) {
      onDone()
      navigate(path)
    },
  }
}
