import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo } from 'react'
import { loadPermissions, signOut, useSession } from '../lib/session/session-store.ts'
import { MainLayout } from '../shell/main-layout.tsx'
import { Splash } from '../shell/splash.tsx'
import { buildPages } from './pages.tsx'
import { UserActions } from './user-actions.tsx'
import { VIEWS } from './view-registry.ts'

/** Everything behind the sign-in: loads menus and rights, then the layout with the pages they allow. */
export function Console() {
  const token = useSession((state) => state.token)
  const permissions = useSession((state) => state.permissions)
  const loading = useQuery({
    queryKey: ['permissions', token],
    queryFn: loadPermissions,
    enabled: permissions === undefined,
    retry: 1,
  })
  const pages = useMemo(() => buildPages(permissions?.menu ?? [], VIEWS), [permissions])
  if (permissions !== undefined) {
    return <MainLayout menu={permissions.menu} pages={pages} tools={null} userMenu={<UserActions />} />
  }
  if (!loading.isError) return <Splash />
  return (
    <Splash
      text={loading.error.message}
      actions={
        <>
          <Button type="primary" loading={loading.isFetching} onClick={() => loading.refetch()}>
            重试
          </Button>
          <Button onClick={() => signOut()}>重新登录</Button>
        </>
      }
    />
  )
}
