import {
  ApartmentOutlined,
  IdcardOutlined,
  LockOutlined,
  ReadOutlined,
  SettingOutlined,
  SyncOutlined,
  UserOutlined,
} from '@ant-design/icons'
import { LOGIN_PATH } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { ApiError } from '../lib/api/api-error.ts'
import { lazyPart } from '../lib/lazy-part.ts'
import { useNotify } from '../lib/notify.ts'
import { refreshDictItems } from '../lib/session/dict-items.ts'
import { leaveView } from '../lib/session/leave-view.ts'
import { reloadPermissions } from '../lib/session/permissions.ts'
import {
  closeSessionDialog,
  openDepartDialog,
  openPasswordDialog,
  useSessionDialog,
} from '../lib/session/session-dialogs.ts'
import { signOut, useSession } from '../lib/session/session-store.ts'
import { viewMode } from '../lib/view-mode.ts'
import { openManual } from '../shell/manual/manual-state.ts'
import { openSettingDrawer } from '../shell/setting-drawer/setting-drawer-state.ts'
import { UserMenu } from '../shell/user-menu.tsx'
import type { PopupMenuItem } from '../ui/popup/popup-menu.tsx'
import { loadWithAntd } from '../widgets/lazy-with-antd/lazy-with-antd.tsx'

const ChangePasswordModal = lazyPart(() =>
  loadWithAntd(async () => (await import('../features/password/change-password-modal.tsx')).ChangePasswordModal),
)
const DepartDialog = lazyPart(() =>
  loadWithAntd(async () => (await import('../features/session-dialogs/depart-dialog.tsx')).DepartDialog),
)

const SETTINGS: PopupMenuItem = {
  key: 'settings',
  label: '系统设置',
  icon: <SettingOutlined />,
  onSelect: openSettingDrawer,
}

const MANUAL: PopupMenuItem = { key: 'manual', label: '使用手册', icon: <ReadOutlined />, onSelect: openManual }

/** SH-31: entries of the user menu with their dialogs, and the confirmation before signing out. */
export function UserActions() {
  if (viewMode() !== undefined) return <ViewerActions />
  return <OwnActions />
}

/** In an impersonation view only the console's look can be changed, and leaving the view replaces signing out. */
function ViewerActions() {
  return <UserMenu items={[SETTINGS, MANUAL]} onSignOut={() => void leaveView('left')} signOutText="退出查看" />
}

function OwnActions() {
  const navigate = useNavigate()
  const askToSignOut = useSignOut()
  const clearCache = useCacheClearing()
  const items: readonly PopupMenuItem[] = [
    { key: 'center', label: '个人中心', icon: <UserOutlined />, onSelect: () => void navigate('/account/center') },
    {
      key: 'account',
      label: '个人设置',
      icon: <IdcardOutlined />,
      onSelect: () => void navigate('/account/settings/base'),
    },
    SETTINGS,
    { key: 'password', label: '修改密码', icon: <LockOutlined />, onSelect: openPasswordDialog },
    { key: 'depart', label: '切换部门', icon: <ApartmentOutlined />, onSelect: openDepartDialog },
    { key: 'cache', label: '清理缓存', icon: <SyncOutlined />, onSelect: clearCache },
    MANUAL,
  ]
  return (
    <>
      <UserMenu items={items} onSignOut={askToSignOut} />
      <SessionDialogs />
    </>
  )
}

function SessionDialogs() {
  const open = useSessionDialog((state) => state.open)
  const hasUser = useSession((state) => state.user !== undefined)
  const mustChange = useSession((state) => state.permissions?.mustChangePassword === true)
  if (mustChange) return <FirstPassword />
  return (
    <>
      {open === 'password' && (hasUser ? <ChangePasswordModal onClose={closeSessionDialog} /> : <NoUser />)}
      {open === 'depart' && <DepartDialog onClose={closeSessionDialog} />}
    </>
  )
}

/** A password set by another person must be changed first. */
function FirstPassword() {
  const askToSignOut = useSignOut()
  return <ChangePasswordModal isForced onClose={() => void reloadPermissions()} onSignOut={askToSignOut} />
}

/** ER-44: a session without a user cannot change a password. */
function NoUser() {
  const notify = useNotify()
  useEffect(() => {
    notify.line(MESSAGES['password.noUser'])
    closeSessionDialog()
  }, [notify])
  return null
}

function useSignOut(): () => void {
  const notify = useNotify()
  const navigate = useNavigate()
  return () =>
    notify.ask({
      text: MESSAGES['logout.ask'],
      onOk: () => {
        // The local session is cleared regardless of the server's answer.
        signOut().catch((error: ApiError) => notify.line(error.message, 'error'))
        navigate(LOGIN_PATH, { replace: true })
      },
    })
}

/** SH-35, ER-35: clears the server's caches, then ours. A second click while running is ignored. */
function useCacheClearing(): () => void {
  const notify = useNotify()
  const [isBusy, setIsBusy] = useState(false)
  const run = async () => {
    setIsBusy(true)
    try {
      await refreshDictItems()
      notify.line(MESSAGES['cache.refreshed'], 'success')
    } catch {
      notify.line(MESSAGES['cache.failed'], 'warning')
    } finally {
      setIsBusy(false)
    }
  }
  return () => {
    if (!isBusy) void run()
  }
}
