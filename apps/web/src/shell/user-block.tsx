import { BgColorsOutlined, LogoutOutlined, MoonOutlined, SunOutlined } from '@ant-design/icons'
import { App, Avatar, Button, Dropdown, Tooltip } from 'antd'
import { useNavigate } from 'react-router'
import { LOGIN_PATH } from '@natim/contract/constants'
import { setThemeSetting, useThemeSettings } from '../lib/settings-store.ts'
import { signOut, useSession } from '../lib/session/session-store.ts'
import type { Appearance } from '../theme/theme-settings.ts'
import { tabActions } from './tab-store.ts'
import styles from './user-block.module.css'

const APPEARANCES: readonly { readonly key: Appearance; readonly label: string; readonly icon: React.ReactNode }[] = [
  { key: 'light', label: '浅色', icon: <SunOutlined /> },
  { key: 'dark', label: '深色', icon: <MoonOutlined /> },
  { key: 'system', label: '跟随系统', icon: <BgColorsOutlined /> },
]

/** Appearance, who is signed in, and the way out. */
export function UserBlock({ isCompact }: { readonly isCompact: boolean }) {
  const user = useSession((state) => state.user)
  const appearance = useThemeSettings((state) => state.appearance)
  const current = APPEARANCES.find(({ key }) => key === appearance)
  const name = user?.realname ?? ''
  return (
    <div className={styles.block}>
      <Dropdown
        trigger={['click']}
        menu={{
          items: APPEARANCES.map(({ key, label, icon }) => ({ key, label, icon })),
          selectable: true,
          selectedKeys: [appearance],
          onClick: ({ key }) => setThemeSetting('appearance', key as Appearance),
        }}
      >
        <Button type="text" icon={current?.icon} aria-label={`外观：${current?.label ?? ''}`} />
      </Dropdown>
      <span className={styles.user}>
        <Avatar size={28} className={styles.avatar} aria-hidden>
          {name.slice(0, 1)}
        </Avatar>
        {!isCompact && <span className="ellipsis">欢迎您，{name}</span>}
      </span>
      <LogoutButton />
    </div>
  )
}

function LogoutButton() {
  const { modal } = App.useApp()
  const navigate = useNavigate()
  const ask = () =>
    modal.confirm({
      title: '提示',
      content: '真的要注销登录吗 ?',
      okText: '确定',
      cancelText: '取消',
      onOk: async () => {
        await signOut()
        tabActions.reset()
        navigate(LOGIN_PATH, { replace: true })
      },
    })
  return (
    <Tooltip title="退出登录">
      <Button type="text" icon={<LogoutOutlined />} aria-label="退出登录" onClick={ask} />
    </Tooltip>
  )
}
