import { accountEndpoints } from '@natim/contract/system/identity-account'
import type { UserInfo } from '@natim/contract/system/session'
import { NO_VALUE } from '@natim/domain/format'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useEndpoint } from '../../../lib/query/use-endpoint.ts'
import { openDepartDialog } from '../../../lib/session/session-dialogs.ts'
import { ErrorBar } from '../../../ui/error-state.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { Tag } from '../../../ui/tag.tsx'
import { maskedEmail, maskedPhone } from '../masked.ts'
import { UserAvatar } from '../user-avatar.tsx'
import styles from './profile-card.module.css'

const SEX: Readonly<Record<number, string>> = { 1: '男', 2: '女' }

/** The signed-in user: picture, names, departments, roles, contact data. */
export function ProfileCard({ user }: { readonly user: UserInfo }) {
  return (
    <Panel>
      <div className={styles.head}>
        <UserAvatar user={user} size={72} />
        <h2 className="t-page">{user.realname}</h2>
        <p className="t-caption">{user.username}</p>
      </div>
      <dl className={styles.facts}>
        <Fact label="部门">
          <Departs orgCode={user.orgCode} />
        </Fact>
        <Fact label="角色">
          <Roles />
        </Fact>
        <Fact label="工号">{user.workNo || NO_VALUE}</Fact>
        <Fact label="性别">{SEX[user.sex ?? 0] ?? NO_VALUE}</Fact>
        <Fact label="手机号">{user.phone ? maskedPhone(user.phone) : NO_VALUE}</Fact>
        <Fact label="邮箱">{user.email ? maskedEmail(user.email) : NO_VALUE}</Fact>
        <Fact label="座机">{user.telephone || NO_VALUE}</Fact>
      </dl>
    </Panel>
  )
}

function Fact({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={styles.fact}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** All departments, the current one marked; with several, the user can switch. */
function Departs({ orgCode }: { readonly orgCode: string | null }) {
  const { data, error, refetch } = useEndpoint(accountEndpoints.departs, {})
  if (error) return <ErrorBar message="加载失败" onRetry={() => void refetch()} />
  if (data?.list.length === 0) return NO_VALUE
  return (
    <>
      <ul className={styles.tags}>
        {data?.list.map((depart) => (
          <li key={depart.id}>
            <Tag tone={depart.orgCode === orgCode && data.list.length > 1 ? 'info' : 'neutral'}>
              {depart.departName}
              {depart.orgCode === orgCode && data.list.length > 1 && ' · 当前'}
            </Tag>
          </li>
        ))}
      </ul>
      {(data?.list.length ?? 0) > 1 && (
        <Button type="link" size="small" className={styles.link} onClick={openDepartDialog}>
          切换部门
        </Button>
      )}
    </>
  )
}

function Roles() {
  const { data, error, refetch } = useEndpoint(accountEndpoints.ownRoles, {})
  if (error) return <ErrorBar message="加载失败" onRetry={() => void refetch()} />
  if (data?.length === 0) return NO_VALUE
  return (
    <ul className={styles.tags}>
      {data?.map(({ roleCode, roleName }) => (
        <li key={roleCode}>
          <Tag>{roleName}</Tag>
        </li>
      ))}
    </ul>
  )
}
