import type { UserRow } from '@natim/contract/system/pickers'
import { type RoleRow } from '@natim/contract/system/role.resource'
import { roleMemberEndpoints } from '@natim/contract/system/user'
import { useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import { useState } from 'react'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'

/** Page size. */
export const MEMBERS_PAGE = 20

/** Members of a role by page, and their removal. */
export function useMembers({ id: roleId, roleName }: RoleRow) {
  const { modal } = App.useApp()
  const notify = useNotify()
  const queryClient = useQueryClient()
  const [page, setPage] = useState(1)
  const [username, setUsername] = useState('')
  const query = { roleId, pageNo: page, pageSize: MEMBERS_PAGE, ...(username !== '' && { username }) }
  const answer = useEndpoint(roleMemberEndpoints.list, { query })
  const reload = () => void queryClient.invalidateQueries({ queryKey: [roleMemberEndpoints.list.path] })

  const leave = (users: readonly UserRow[]) => {
    const [first] = users
    return users.length === 1 && first
      ? callWithMessage(roleMemberEndpoints.remove, { query: { roleId, userId: first.id } })
      : callWithMessage(roleMemberEndpoints.removeMany, {
          query: { roleId, userIds: `${users.map(({ id }) => id).join(',')},` },
        })
  }
  return {
    answer,
    rows: answer.data?.records ?? [],
    total: answer.data?.total ?? 0,
    page,
    setPage,
    reload,
    search: (words: string) => {
      setUsername(words.trim())
      setPage(1)
    },
    remove(users: readonly UserRow[]): void {
      modal.confirm({
        title: '移除用户',
        content: `将「${roleName}」从 ${users.map(({ realname }) => realname).join('、')} 移除？账号本身保留。`,
        okButtonProps: { danger: true },
        onOk: async () => {
          notify.line((await leave(users)).message || '移除成功！', 'success')
          setPage(1)
          reload()
        },
      })
    },
  }
}
