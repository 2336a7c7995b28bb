import { CloseOutlined, UserDeleteOutlined } from '@ant-design/icons'
import type { UserRow } from '@natim/contract/system/pickers'
import { type RoleRow } from '@natim/contract/system/role.resource'
import { roleMemberEndpoints } from '@natim/contract/system/user'
import { Button, Input, Pagination } from 'antd'
import { useState } from 'react'
import * as R from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Panel } from '@/ui/panel.tsx'
import { Tag } from '@/ui/tag.tsx'
import { AddMembers } from './add-members.tsx'
import styles from './role.module.css'
import { MEMBERS_PAGE, useMembers } from './use-members.ts'

const TABLE_PX = 420
const NORMAL = 1

interface RoleMembersProps {
  readonly role: RoleRow
  readonly onClose: () => void
}

/** Members of the role (SY-28). Mount it with the role as key. */
export function RoleMembers({ role, onClose }: RoleMembersProps) {
  const members = useMembers(role)
  const { ticked, tick } = useTicks()
  const mayRemove = R.useMay(roleMemberEndpoints.remove)
  const chosen = members.rows.filter(({ id }) => ticked.has(id))
  return (
    <Panel
      isFlush
      title={`${role.roleName} 的用户`}
      meta={`${members.total} 人`}
      actions={<Button type="text" aria-label="关闭用户列表" icon={<CloseOutlined />} onClick={onClose} />}
    >
      <div className={styles.members}>
        <div className={styles.bar}>
          <Input.Search
            className={styles.search}
            allowClear
            aria-label="用户账号"
            placeholder="用户账号"
            onSearch={members.search}
          />
          {mayRemove && chosen.length > 0 && (
            <R.SelectionButton
              icon={<UserDeleteOutlined aria-hidden />}
              isDanger
              refusal={chosen.find(({ refusals }) => refusals?.['roles'])?.refusals?.['roles']}
              onClick={() => members.remove(chosen)}
            >
              移除 {chosen.length} 人
            </R.SelectionButton>
          )}
          <AddMembers role={role} onAdded={members.reload} />
        </div>
        <MemberTable members={members} ticked={ticked} tick={tick} mayRemove={mayRemove} />
        {members.total > MEMBERS_PAGE && (
          <Pagination
            className={styles.pager}
            size="small"
            showSizeChanger={false}
            current={members.page}
            pageSize={MEMBERS_PAGE}
            total={members.total}
            onChange={members.setPage}
          />
        )}
      </div>
    </Panel>
  )
}

function useTicks() {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const tick = (rows: readonly UserRow[], isOn: boolean) => {
    const next = new Set(ticked)
    for (const { id } of rows) {
      if (isOn) next.add(id)
      else next.delete(id)
    }
    setTicked(next)
  }
  return { ticked, tick }
}

interface MemberTableProps extends ReturnType<typeof useTicks> {
  readonly members: ReturnType<typeof useMembers>
  readonly mayRemove: boolean
}

function MemberTable({ members, ticked, tick, mayRemove }: MemberTableProps) {
  const { rows, answer, remove } = members
  return (
    <div className={styles.rows}>
      <DataTable
        label="角色的用户"
        columns={memberColumns(mayRemove ? (row) => remove([row]) : undefined)}
        rows={rows}
        rowKey={({ id }) => id}
        rowName={({ realname }) => realname}
        minWidth={TABLE_PX}
        isLoading={answer.isLoading}
        {...(mayRemove && {
          selection: {
            keys: ticked,
            onToggle: (row: UserRow) => tick([row], !ticked.has(row.id)),
            onToggleAll: tick,
          },
        })}
        {...(answer.error && {
          error: { message: answer.error.message, onRetry: () => void answer.refetch() },
        })}
        empty={<EmptyState title="还没有人拥有这个角色" />}
      />
    </div>
  )
}

const memberColumns = (remove: ((row: UserRow) => void) | undefined): DataColumn<UserRow>[] => [
  { key: 'username', title: '用户账号', width: 120, isEllipsis: true, render: (row) => row.username },
  { key: 'realname', title: '姓名', width: 110, isEllipsis: true, render: (row) => row.realname },
  { key: 'orgCodeTxt', title: '部门', isEllipsis: true, render: (row) => row.orgCodeTxt },
  {
    key: 'status',
    title: '状态',
    width: 70,
    render: (row) => <Tag tone={row.status === NORMAL ? 'success' : 'warning'}>{row.status_dictText}</Tag>,
  },
  {
    key: 'actions',
    title: '操作',
    width: 70,
    render: (row) =>
      remove && (
        <R.TextLink
          isDanger
          label={`移除 ${row.realname}`}
          refusal={row.refusals?.['roles']}
          onClick={() => remove(row)}
        >
          移除
        </R.TextLink>
      ),
  },
]
