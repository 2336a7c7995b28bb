import type { UserInfo } from '@natim/contract/system/session'
import { Button } from 'antd'
import { useId, useState } from 'react'
import { useSite } from '../../../lib/site.ts'
import { maskedPhone } from '../masked.ts'
import { PhoneModal } from './phone-modal.tsx'
import { SettingRow, SettingSection } from './setting-section.tsx'

/** Other sign-in accounts and contact data bound to the account. */
export function BindingSection({ user }: { readonly user: UserInfo }) {
  const phoneId = useId()
  const { smsLogin } = useSite()
  const [isOpen, setIsOpen] = useState(false)
  const purpose = smsLogin ? '用于短信登录与找回密码' : '短信服务未开通，请联系管理员修改'
  return (
    <SettingSection id="account-binding">
      <SettingRow
        labelId={phoneId}
        label="手机号"
        note={`${user.phone ? `已绑定 ${maskedPhone(user.phone)}` : '未绑定'} · ${purpose}`}
      >
        {smsLogin && <Button onClick={() => setIsOpen(true)}>{user.phone ? '更换手机号' : '绑定手机号'}</Button>}
      </SettingRow>
      {isOpen && <PhoneModal onClose={() => setIsOpen(false)} />}
    </SettingSection>
  )
}
