import type { UserInfo } from '@natim/contract/system/session'
import { Avatar } from 'antd'
import { fileUrl } from '../../lib/config.ts'
import styles from './user-avatar.module.css'

/** Picture of a user, or the first character of the name. `size` in px. */
export function UserAvatar({ user, size }: { readonly user: UserInfo; readonly size: number }) {
  return (
    <Avatar
      size={size}
      className={styles.avatar}
      style={{ fontSize: Math.round(size * 0.4) }}
      src={user.avatar ? fileUrl(user.avatar) : undefined}
      alt=""
      aria-hidden
    >
      {user.realname.slice(0, 1)}
    </Avatar>
  )
}
