import { LogoutOutlined } from '@ant-design/icons'
import { Avatar, Button, Dropdown, Tooltip } from 'antd'
import { type ReactNode, useRef } from 'react'
import { useSession } from '../lib/session/session-store.ts'
import { useIsMobile } from '../lib/use-media.ts'
import styles from './user-menu.module.css'

export interface UserMenuItem {
  readonly key: string
  readonly label: string
  readonly icon: ReactNode
  readonly onSelect: () => void
}

export interface UserMenuProps {
  /** Entries of the drop-down, in this order. */
  readonly items: readonly UserMenuItem[]
  readonly onSignOut: () => void
  /** What the way out is called. */
  readonly signOutText?: string
}

/** SH-30, SH-31: who is signed in with what concerns them, and the way out at the end of the header. */
export function UserMenu({ items, onSignOut, signOutText = '退出登录' }: UserMenuProps) {
  const user = useSession((state) => state.user)
  const isMobile = useIsMobile()
  const name = user?.realname ?? ''
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <div className={styles.block}>
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a menu that was asked for takes the arrow keys at once
        autoFocus
        menu={{
          items: items.map(({ key, label, icon }) => ({ key, label, icon })),
          onClick: ({ key }) => {
            // What opens now gives the focus back when it closes, and the entry is gone by then.
            trigger.current?.focus()
            items.find((item) => item.key === key)?.onSelect()
          },
        }}
      >
        <button ref={trigger} type="button" className={styles.user} aria-haspopup="menu">
          <span aria-hidden>
            <Avatar size={28} className={styles.avatar} src={user?.avatar || undefined} alt="">
              {name.slice(0, 1)}
            </Avatar>
          </span>
          <span className={isMobile ? 'visually-hidden' : 'ellipsis'}>欢迎您，{name}</span>
          <span className="visually-hidden">的菜单</span>
        </button>
      </Dropdown>
      <Tooltip title={signOutText}>
        <Button type="text" icon={<LogoutOutlined />} aria-label={signOutText} onClick={onSignOut} />
      </Tooltip>
    </div>
  )
}
