import type { UserInfo } from '@natim/contract/system/session'
import { useId } from 'react'
import { UserAvatar } from '../user-avatar.tsx'
import { BirthdayRow, SexRow, TextRow } from './own-field-rows.tsx'
import { SettingRow, SettingSection } from './setting-section.tsx'

/** The user's public profile. */
export function BaseSection({ user }: { readonly user: UserInfo }) {
  const avatarId = useId()
  return (
    <SettingSection id="account-base">
      <SettingRow labelId={avatarId} label="头像" note={user.avatar ? undefined : '未设置头像时显示姓名首字'}>
        <UserAvatar user={user} size={48} />
      </SettingRow>
      <TextRow field="realname" label="姓名" value={user.realname} maxLength={100} />
      <SexRow value={user.sex} />
      <BirthdayRow value={user.birthday} />
      <TextRow field="email" label="邮箱" value={user.email ?? ''} maxLength={100} />
      <TextRow field="telephone" label="座机" value={user.telephone ?? ''} maxLength={32} />
    </SettingSection>
  )
}
