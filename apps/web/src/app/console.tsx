import { useEffect, useMemo } from 'react'
import { NoticeBell } from '../features/notice/notice-bell.tsx'
import { loadPermissions } from '../lib/session/permissions.ts'
import { useSession } from '../lib/session/session-store.ts'
import { MainLayout } from '../shell/main-layout.tsx'
import { Splash } from '../shell/splash.tsx'
import { buildPages } from './pages.tsx'
import { isOfNewerFramework } from './routes.ts'
import { UserActions } from './user-actions.tsx'
import { VIEWS } from './view-registry.ts'
import { WrongMenu } from './wrong-menu.tsx'

/** Everything behind the sign-in: loads menus and rights, then the layout with the pages they allow. */
export function Console() {
  const token = useSession((state) => state.token)
  const permissions = useSession((state) => state.permissions)
  useEffect(() => {
    // A failure was shown, and ends the session.
    if (permissions === undefined) loadPermissions().catch(() => undefined)
  }, [token, permissions])
  const pages = useMemo(() => buildPages(permissions?.menu ?? [], VIEWS), [permissions])
  if (permissions === undefined) return <Splash />
  if (isOfNewerFramework(permissions.menu)) return <WrongMenu />
  return <MainLayout menu={permissions.menu} pages={pages} tools={<NoticeBell />} userMenu={<UserActions />} />
}
