import { SettingOutlined } from '@ant-design/icons'
import { LOGIN_PATH } from '@natim/contract/constants'
import { MESSAGES } from '@natim/contract/messages'
import { App } from 'antd'
import { useNavigate } from 'react-router'
import { signOut } from '../lib/session/session-store.ts'
import { openSettingDrawer } from '../shell/setting-drawer/setting-drawer-state.ts'
import { tabActions } from '../shell/tab-store.ts'
import { UserMenu, type UserMenuItem } from '../shell/user-menu.tsx'

/** What the user menu offers, and the question before signing out. */
export function UserActions() {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const askToSignOut = () =>
    modal.confirm({
      title: '提示',
      content: MESSAGES['logout.ask'],
      okText: '确定',
      cancelText: '取消',
      onOk: async () => {
        await signOut()
        tabActions.reset()
        navigate(LOGIN_PATH, { replace: true })
      },
    })
  const items: readonly UserMenuItem[] = [
    { key: 'settings', label: '系统设置', icon: <SettingOutlined />, onSelect: openSettingDrawer },
  ]
  return <UserMenu items={items} onSignOut={() => void askToSignOut()} />
}
