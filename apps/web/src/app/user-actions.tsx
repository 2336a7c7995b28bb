import { SettingOutlined } from '@ant-design/icons'
import { LOGIN_PATH } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { App } from 'antd'
import { useNavigate } from 'react-router'
import type { ApiError } from '../lib/api/api-error.ts'
import { useNotify } from '../lib/notify.ts'
import { signOut } from '../lib/session/session-store.ts'
import { openSettingDrawer } from '../shell/setting-drawer/setting-drawer-state.ts'
import { UserMenu, type UserMenuItem } from '../shell/user-menu.tsx'

/** What the user menu offers, and the question before signing out. */
export function UserActions() {
  const { modal } = App.useApp()
  const notify = useNotify()
  const navigate = useNavigate()
  const askToSignOut = () =>
    modal.confirm({
      title: '提示',
      content: MESSAGES['logout.ask'],
      okText: '确定',
      cancelText: '取消',
      onOk: () => {
        // The session is cleared here whatever the server says.
        signOut().catch((error: ApiError) => notify.line(error.message, 'error'))
        navigate(LOGIN_PATH, { replace: true })
      },
    })
  const items: readonly UserMenuItem[] = [
    { key: 'settings', label: '系统设置', icon: <SettingOutlined />, onSelect: openSettingDrawer },
  ]
  return <UserMenu items={items} onSignOut={() => void askToSignOut()} />
}
