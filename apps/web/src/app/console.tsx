import { useEffect, useMemo } from 'react'
import { NoticeBell } from '../features/notice/notice-bell.tsx'
import { useAddress } from '../lib/address.tsx'
import { menuVariables } from '../lib/config.ts'
import { partPreloads } from '../lib/lazy-part.ts'
import { ownMenu } from '../lib/permissions/landing.ts'
import { preloadWhenIdle } from '../lib/preload-when-idle.ts'
import { loadPermissions } from '../lib/session/permissions.ts'
import { useSession } from '../lib/session/session-store.ts'
import { isServerAway, onLiveReturn } from '../lib/socket/live.ts'
import { viewMode } from '../lib/view-mode.ts'
import { BlankPage } from '../shell/blank-page.tsx'
import { MainLayout } from '../shell/main-layout.tsx'
import { MenuVariables } from '../shell/menu/menu-variables.ts'
import { preloadNotices } from '../shell/notify/notices.tsx'
import { findPage } from '../shell/page.ts'
import { Splash } from '../shell/splash.tsx'
import { buildPages } from './pages.tsx'
import { isOfNewerFramework } from './routes.ts'
import { UserActions } from './user-actions.tsx'
import { VIEWS } from './view-registry.ts'
import { viewedPages } from './viewed-pages.tsx'
import { WrongMenu } from './wrong-menu.tsx'

/** The configuration is loaded before the first render. */
const VARIABLES = menuVariables()

/** On-demand parts and other pages are preloaded after the first page has had the bandwidth. */
const PARTS_AFTER_MS = 3_000

/** Everything behind the sign-in: loads menus and rights, then renders the layout with the permitted pages. */
export function Console() {
  const token = useSession((state) => state.token)
  const permissions = useSession((state) => state.permissions)
  useEffect(() => {
    // They may have arrived since the render. A failure was shown, and ends the session.
    if (useSession.getState().permissions === undefined) loadPermissions().catch(() => undefined)
  }, [token, permissions])
  const { pathname } = useAddress()
  const isView = viewMode() !== undefined
  const menu = useMemo(() => permissions && ownMenu(permissions), [permissions])
  const pages = useMemo(() => buildPages(menu ?? [], isView ? viewedPages(VIEWS) : VIEWS), [menu, isView])
  useEffect(() => {
    const preload = () => {
      preloadNotices()
      void preloadWhenIdle([...partPreloads, ...pages.map(({ View }) => View.preload)], isServerAway)
    }
    const timer = setTimeout(preload, PARTS_AFTER_MS)
    // What was left out while the server was away.
    const stop = onLiveReturn(preload)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [pages])
  if (permissions === undefined || menu === undefined) return <Splash />
  if (isOfNewerFramework(permissions.menu)) return <WrongMenu />
  const page = findPage(pages, pathname)
  if (page?.isBlank) return <BlankPage page={page} />
  return (
    <MenuVariables value={VARIABLES}>
      <MainLayout menu={menu} pages={pages} tools={isView ? undefined : <NoticeBell />} userMenu={<UserActions />} />
    </MenuVariables>
  )
}
