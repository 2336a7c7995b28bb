import { rightsEndpoints } from '@natim/contract/system/rights'
import { Alert, Segmented, Skeleton } from 'antd'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { PageHead } from '@/ui/page-head.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag } from '@/ui/tag.tsx'
import { RoleSelect, UserSelect } from '@/widgets/biz-select/biz-selects.tsx'
import { LookButton } from './look-button.tsx'
import styles from './rights.module.css'
import { RightsPanel } from './rights-panel.tsx'
import { type Subject, WhyPanel } from './why-panel.tsx'

/** 权限模拟: the rights of a subject, and why some are missing. Read-only; every look is logged. */
export default function RightsPage() {
  // Returning from impersonation selects that subject again.
  const [query] = useSearchParams()
  const [kind, setKind] = useState<Subject['kind']>(query.get('kind') === 'role' ? 'role' : 'user')
  const [id, setId] = useState(query.get('id') ?? '')
  const choose = (next: string | undefined) => setId(next ?? '')
  const Chooser = kind === 'user' ? UserSelect : RoleSelect
  return (
    <div className={styles.page}>
      <PageHead title="权限模拟" meta="只读，每次查看都会记入操作日志" />
      <Panel isFlush className={styles.choice ?? ''}>
        <div className={styles.subject}>
          <Segmented<Subject['kind']>
            aria-label="对象"
            value={kind}
            onChange={(next: Subject['kind']) => {
              setKind(next)
              setId('')
            }}
            options={[
              { value: 'user', label: '用户' },
              { value: 'role', label: '角色' },
            ]}
          />
          <div className={styles.picker}>
            <Chooser
              key={kind}
              aria-label={kind === 'user' ? '选择用户' : '选择角色'}
              returnKey="id"
              value={id}
              onChange={choose}
            />
          </div>
        </div>
      </Panel>
      {id === '' ? (
        <EmptyState title="选择用户或角色" hint="查看其菜单、按钮与数据规则，以及某项权限为什么没有" />
      ) : (
        <Simulation key={`${kind} ${id}`} subject={{ kind, id }} />
      )}
    </div>
  )
}

function Simulation({ subject }: { readonly subject: Subject }) {
  const { data, error, refetch } = useEndpoint(rightsEndpoints.view, { query: subject }, { gcTime: 0 })
  const [code, setCode] = useState<string>()
  if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active />
  return (
    <>
      {data.blocked !== '' && <Alert type="warning" showIcon title={`${data.blocked}，现在什么也不能做`} />}
      <div className={styles.roles}>
        <strong>{data.name}</strong>
        {subject.kind === 'user' && data.roles.map((role) => <Tag key={role.id}>{role.roleName}</Tag>)}
        {data.roles.length === 0 && <span className="t-secondary">没有任何角色</span>}
        <LookButton subject={subject} name={data.name} blocked={data.blocked} />
      </div>
      <div className={styles.panes}>
        <RightsPanel view={data} onAsk={setCode} />
        <WhyPanel subject={subject} code={code} />
      </div>
    </>
  )
}
