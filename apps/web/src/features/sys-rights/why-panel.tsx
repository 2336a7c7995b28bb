import { type RightAnswer, type RightVerdict, rightsEndpoints } from '@natim/contract/system/rights'
import { Spin } from 'antd'
import type { ReactNode } from 'react'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorState } from '@/ui/error-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag, type TagTone } from '@/ui/tag.tsx'
import styles from './rights.module.css'

export interface Subject {
  readonly kind: 'user' | 'role'
  readonly id: string
}

const VERDICTS: Readonly<
  Record<RightVerdict, { readonly tone: TagTone; readonly text: string; readonly why: string }>
> = {
  held: { tone: 'success', text: '有权限', why: '已授予，现在就能使用。' },
  disabled: { tone: 'warning', text: '已停用', why: '已授予，但该权限被设为无效，对所有人都不起作用。' },
  hidden_parent: { tone: 'warning', text: '看不到', why: '已授予，但上级菜单没有授予，菜单里找不到它。' },
  not_granted: { tone: 'error', text: '没有权限', why: '所属的角色都没有授予它。' },
  unknown: { tone: 'neutral', text: '不存在', why: '没有菜单或权限使用这个标识。' },
}

/** Why the subject has a permission or not: the missing code, the roles with it, and their holders. */
export function WhyPanel({ subject, code }: { readonly subject: Subject; readonly code: string | undefined }) {
  const { data, error, isLoading, isPlaceholderData, refetch } = useEndpoint(
    rightsEndpoints.explain,
    { query: { ...subject, code: code ?? '' } },
    { enabled: code !== undefined },
  )
  return (
    <Panel isFlush title="为什么" isReloading={isPlaceholderData}>
      {code === undefined ? (
        <EmptyState title="选择一项权限" hint="或输入权限标识，看它为什么能用或不能用" />
      ) : error ? (
        <ErrorState message={error.message} onRetry={() => void refetch()} />
      ) : isLoading || data === undefined ? (
        <Spin className={styles.why} />
      ) : (
        <Answer answer={data} />
      )}
    </Panel>
  )
}

function Answer({ answer }: { readonly answer: RightAnswer }) {
  const { tone, text, why } = VERDICTS[answer.verdict]
  const rest = answer.holderCount - answer.holders.length
  return (
    <div className={styles.why} aria-live="polite">
      <p className={styles.verdict}>
        <Tag tone={tone}>{text}</Tag> {why}
      </p>
      {answer.lacks.length > 0 && (
        <Part title="打开页面还缺少的权限">{answer.lacks.join('、')}：菜单里看得到，打开后没有内容，请一并授予。</Part>
      )}
      {answer.places.length > 0 && <Part title="位置">{answer.places.join('；')}</Part>}
      {answer.missingParents.length > 0 && <Part title="缺少的上级菜单">{answer.missingParents.join('、')}</Part>}
      {answer.verdict !== 'unknown' && (
        <>
          <Part title="拥有它的角色">
            {answer.roles.length === 0 && '没有角色拥有它'}
            <ul className={styles.list}>
              {answer.roles.map((role) => (
                <li key={role.id}>
                  <Tag tone={role.isOwn ? 'success' : 'neutral'}>
                    {role.roleName}（{role.members} 人）
                  </Tag>
                </li>
              ))}
            </ul>
          </Part>
          <Part title={`拥有它的用户（${answer.holderCount} 人）`}>
            <ul className={styles.list}>
              {answer.holders.map(({ username, realname }) => (
                <li key={username}>
                  <Tag>
                    {realname}（{username}）
                  </Tag>
                </li>
              ))}
              {rest > 0 && <li className="t-secondary">等 {answer.holderCount} 人</li>}
            </ul>
          </Part>
        </>
      )}
    </div>
  )
}

const Part = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section>
    <h3 className="t-secondary">{title}</h3>
    {children}
  </section>
)
