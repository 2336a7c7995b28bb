import { departRoleEndpoints } from '@natim/contract/system/depart-role'
import type { UserRow } from '@natim/contract/system/pickers'
import { departMemberEndpoints } from '@natim/contract/system/user'
import { useQueryClient } from '@tanstack/react-query'
import { App, Input, Pagination } from 'antd'
import { useMemo, useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { Tag } from '@/ui/tag.tsx'
import { AddMembers } from './add-members.tsx'
import styles from './my-depart.module.css'
import { RolesOfMember } from './roles-of-member.tsx'

const PAGE_SIZE = 10

/** Members of a department and its descendants, and their roles in it. */
export function DepartMembers({ departId }: { readonly departId: string }) {
  const queryClient = useQueryClient()
  const [words, setWords] = useState('')
  const [pageNo, setPageNo] = useState(1)
  const [member, setMember] = useState<UserRow>()
  const query = { depId: departId, pageNo, pageSize: PAGE_SIZE, ...(words !== '' && { username: words }) }
  const { data, error, isLoading, refetch } = useEndpoint(departMemberEndpoints.list, { query })
  const columns = useMemo(
    () =>
      columnsOf(departId, setMember, () =>
        queryClient.invalidateQueries({ queryKey: [departMemberEndpoints.list.path] }),
      ),
    [departId, queryClient],
  )
  return (
    <div className={styles.list}>
      <div className={styles.bar}>
        <Input.Search
          allowClear
          className={styles.search ?? ''}
          aria-label="查找成员"
          placeholder="用户账号"
          onSearch={(text) => {
            setWords(text.trim())
            setPageNo(1)
          }}
        />
        <AddMembers departId={departId} onAdded={() => void refetch()} />
      </div>
      <DataTable
        label="部门成员"
        columns={columns}
        rows={data?.records ?? []}
        rowKey={(row) => row.id}
        isLoading={isLoading}
        minWidth={760}
        {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
        empty={<EmptyState title="该部门没有成员" />}
      />
      <Pagination
        size="small"
        align="end"
        hideOnSinglePage
        current={pageNo}
        pageSize={PAGE_SIZE}
        total={data?.total ?? 0}
        onChange={setPageNo}
        showSizeChanger={false}
      />
      {member && <RolesOfMember departId={departId} member={member} onClose={() => setMember(undefined)} />}
    </div>
  )
}

const columnsOf = (
  departId: string,
  onRoles: (user: UserRow) => void,
  onChanged: () => Promise<void>,
): DataColumn<UserRow>[] => [
  { key: 'username', title: '用户账号', width: 140, isEllipsis: true, render: (row) => row.username },
  { key: 'realname', title: '用户名称', width: 140, isEllipsis: true, render: (row) => row.realname },
  { key: 'depart', title: '所属部门', width: 180, isEllipsis: true, render: (row) => row.orgCode },
  { key: 'phone', title: '手机', width: 130, render: (row) => row.phone },
  {
    key: 'status',
    title: '状态',
    width: 80,
    render: (row) => <Tag tone={row.status === 1 ? 'success' : 'neutral'}>{row.status_dictText}</Tag>,
  },
  {
    key: 'actions',
    title: '操作',
    width: 150,
    render: (row) => <MemberLinks row={row} departId={departId} onRoles={onRoles} onChanged={onChanged} />,
  },
]

interface MemberLinksProps {
  readonly row: UserRow
  readonly departId: string
  readonly onRoles: (user: UserRow) => void
  readonly onChanged: () => Promise<void>
}

function MemberLinks({ row, departId, onRoles, onChanged }: MemberLinksProps) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const mayGive = R.useMay(departRoleEndpoints.saveOfUser)
  const mayRemove = R.useMay(departMemberEndpoints.remove)
  const remove = () =>
    modal.confirm({
      title: '移出部门',
      content: `「${row.realname}」将不再属于该部门，并失去其部门角色。`,
      okButtonProps: { danger: true },
      onOk: async () => {
        const query = { depId: departId, userId: row.id }
        notify.line((await callWithMessage(departMemberEndpoints.remove, { query })).message, 'success')
        await onChanged()
      },
    })
  return (
    <span className={styles.links}>
      {mayGive && (
        <R.TextLink label={`${row.realname}的部门角色`} refusal={row.refusals?.['roles']} onClick={() => onRoles(row)}>
          部门角色
        </R.TextLink>
      )}
      {mayRemove && (
        <R.TextLink isDanger label={`移出 ${row.realname}`} onClick={remove}>
          移出
        </R.TextLink>
      )}
    </span>
  )
}
