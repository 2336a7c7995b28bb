import { LogoutOutlined } from '@ant-design/icons'
import { useRef, useState } from 'react'
import { useSession } from '../lib/session/session-store.ts'
import { useIsMobile } from '../lib/use-media.ts'
import { IconButton } from '../ui/icon-button.tsx'
import { PopupMenu, type PopupMenuItem } from '../ui/popup/popup-menu.tsx'
import styles from './user-menu.module.css'

export interface UserMenuProps {
  /** Drop-down entries, in this order. */
  readonly items: readonly PopupMenuItem[]
  readonly onSignOut: () => void
  /** Label of the sign-out entry. */
  readonly signOutText?: string
}

/** SH-30, SH-31: the signed-in user with account entries, and sign-out at the end of the header. */
export function UserMenu({ items, onSignOut, signOutText = '退出登录' }: UserMenuProps) {
  const user = useSession((state) => state.user)
  const isMobile = useIsMobile()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState(false)
  const name = user?.realname ?? ''
  return (
    <div className={styles.block}>
      <button
        ref={button}
        type="button"
        className={styles.user}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Avatar key={user?.avatar} src={user?.avatar || undefined} name={name} />
        <span className={isMobile ? 'visually-hidden' : 'ellipsis'}>欢迎您，{name}</span>
        <span className="visually-hidden">的菜单</span>
      </button>
      {isOpen && (
        <PopupMenu
          label="用户菜单"
          anchor={button}
          placement="bottomEnd"
          items={items}
          onClose={() => setIsOpen(false)}
        />
      )}
      <IconButton isLarge hasTip icon={<LogoutOutlined />} aria-label={signOutText} onClick={onSignOut} />
    </div>
  )
}

/** The picture, or the first character of the name when there is none or it fails to load. */
function Avatar({ src, name }: { readonly src: string | undefined; readonly name: string }) {
  const [isLost, setIsLost] = useState(false)
  return (
    <span className={styles.avatar} aria-hidden>
      {src === undefined || isLost ? name.slice(0, 1) : <img src={src} alt="" onError={() => setIsLost(true)} />}
    </span>
  )
}
