import { accountEndpoints, type OwnLogRow } from '@natim/contract/system/identity-account'
import { Button } from 'antd'
import { useId } from 'react'
import { Link } from 'react-router'
import { ACCOUNT_CENTRE_PATH } from '../../../lib/page-paths.ts'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { openPasswordDialog } from '../../../lib/session/session-dialogs.ts'
import { SettingRow, SettingSection } from './setting-section.tsx'

const lastSignIn = (line: OwnLogRow | undefined) =>
  line === undefined ? '没有登录记录' : [line.createTime, line.ip, line.logContent].filter(Boolean).join(' · ')

/** Password, phone and sign-in protection of the account. */
export function SecuritySection() {
  const passwordId = useId()
  const signInId = useId()
  const { data, error } = useEndpoint(accountEndpoints.ownLog, { query: { pageNo: 1, pageSize: 1, logType: 1 } })
  return (
    <SettingSection id="account-security">
      <SettingRow labelId={passwordId} label="登录密码" note="修改后其它设备上的登录将退出">
        <Button onClick={openPasswordDialog}>修改密码</Button>
      </SettingRow>
      <SettingRow
        labelId={signInId}
        label="最近登录"
        note={error ? error.message : data === undefined ? '正在读取…' : lastSignIn(data.records[0])}
      >
        <Link to={ACCOUNT_CENTRE_PATH}>查看登录记录</Link>
      </SettingRow>
    </SettingSection>
  )
}
