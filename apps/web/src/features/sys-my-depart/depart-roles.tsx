import { PlusOutlined } from '@ant-design/icons'
import { type DepartRoleRow, departRoleEndpoints } from '@natim/contract/system/depart-role'
import { App, Button } from 'antd'
import { useMemo } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import * as R from '@/resource/index.ts'
import type { DataColumn } from '@/ui/data-table/data-column.ts'
import { DataTable } from '@/ui/data-table/data-table.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { departRole } from './depart-role-resource.ts'
import styles from './my-depart.module.css'

const MAX_ROLES = 1_000

interface DepartRolesProps {
  readonly departId: string
  /** Opens the permissions of a role. */
  readonly onGrant: (role: DepartRoleRow) => void
}

/** Roles within a department: its heads create them and set their permissions. */
export function DepartRoles({ departId, onGrant }: DepartRolesProps) {
  const query = { deptId: departId, pageNo: 1, pageSize: MAX_ROLES }
  const { data, error, isLoading, refetch } = useEndpoint(departRoleEndpoints.list, { query })
  const editor = R.useResourceEditor(departRole, { onSaved: () => void refetch() })
  const { edit } = editor
  const columns = useMemo(() => columnsOf({ edit, onGrant, onRemoved: refetch }), [edit, onGrant, refetch])
  return (
    <R.EditorScope editor={{ ...editor, save: (values) => editor.save({ ...values, departId }) }}>
      <div className={styles.list}>
        <div className={styles.bar}>
          <Button type="primary" icon={<PlusOutlined aria-hidden />} onClick={editor.create}>
            新增部门角色
          </Button>
        </div>
        <DataTable
          label="部门角色"
          columns={columns}
          rows={data?.records ?? []}
          rowKey={(row) => row.id}
          isLoading={isLoading}
          minWidth={640}
          {...(error && { error: { message: error.message, onRetry: () => void refetch() } })}
          empty={<EmptyState title="还没有部门角色" hint="部门角色的权限不超出部门被授予的范围" />}
        />
      </div>
      <R.EditorModal width={520} locked={editor.row ? ['roleCode'] : []} />
    </R.EditorScope>
  )
}

interface Actions {
  readonly edit: (row: DepartRoleRow) => void
  readonly onGrant: (row: DepartRoleRow) => void
  readonly onRemoved: () => Promise<unknown>
}

const columnsOf = (actions: Actions): DataColumn<DepartRoleRow>[] => [
  { key: 'roleName', title: '角色名称', width: 160, isEllipsis: true, render: (row) => row.roleName },
  { key: 'roleCode', title: '角色编码', width: 150, isEllipsis: true, render: (row) => row.roleCode },
  { key: 'description', title: '描述', isEllipsis: true, render: (row) => row.description },
  { key: 'createTime', title: '创建时间', width: 160, from: 'laptop', render: (row) => row.createTime },
  { key: 'actions', title: '操作', width: 150, render: (row) => <RoleLinks row={row} {...actions} /> },
]

function RoleLinks({ row, edit, onGrant, onRemoved }: Actions & { readonly row: DepartRoleRow }) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const remove = () =>
    modal.confirm({
      title: '删除部门角色',
      content: `拥有「${row.roleName}」的成员将失去其权限。`,
      okButtonProps: { danger: true },
      onOk: async () => {
        notify.line((await callWithMessage(departRoleEndpoints.remove, { query: { id: row.id } })).message, 'success')
        await onRemoved()
      },
    })
  return (
    <span className={styles.links}>
      <R.TextLink label={`授权 ${row.roleName}`} onClick={() => onGrant(row)}>
        授权
      </R.TextLink>
      <R.TextLink label={`编辑 ${row.roleName}`} onClick={() => edit(row)}>
        编辑
      </R.TextLink>
      <R.TextLink isDanger label={`删除 ${row.roleName}`} onClick={remove}>
        删除
      </R.TextLink>
    </span>
  )
}
