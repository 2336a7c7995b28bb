import type { UserRow } from '@natim/contract/system/pickers'
import { Avatar } from 'antd'
import { fileUrl } from '@/lib/config.ts'

/** Picture of a user, or the first character of the name. */
export function UserFace({ row }: { readonly row: UserRow }) {
  return (
    <Avatar size={24} src={row.avatar ? fileUrl(row.avatar) : undefined} alt="" aria-hidden>
      {row.realname.slice(0, 1)}
    </Avatar>
  )
}
