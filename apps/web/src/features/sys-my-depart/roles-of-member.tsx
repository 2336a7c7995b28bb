import { departRoleEndpoints } from '@natim/contract/system/depart-role'
import type { UserRow } from '@natim/contract/system/pickers'
import { Checkbox, Spin } from 'antd'
import { useState } from 'react'
import { ApiError } from '@/lib/api/api-error.ts'
import { callWithMessage } from '@/lib/api/http.ts'
import { useNotify } from '@/lib/notify.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { Dialog } from '@/ui/dialog/dialog.tsx'
import { EmptyState } from '@/ui/empty-state.tsx'
import { ErrorBar } from '@/ui/error-state.tsx'
import styles from './my-depart.module.css'

interface RolesOfMemberProps {
  readonly departId: string
  readonly member: UserRow
  readonly onClose: () => void
}

/** Roles of one member in the department. */
export function RolesOfMember({ departId, member, onClose }: RolesOfMemberProps) {
  const notify = useNotify()
  const fresh = { staleTime: 0, gcTime: 0 }
  const roles = useEndpoint(departRoleEndpoints.ofDepart, { query: { departId, userId: member.id } }, fresh)
  const held = useEndpoint(departRoleEndpoints.ofUser, { query: { departId, userId: member.id } }, fresh)
  const [draft, setDraft] = useState<readonly string[]>()
  const [isSaving, setIsSaving] = useState(false)
  const old = (held.data ?? []).map(({ droleId }) => droleId)
  const error = roles.error ?? held.error
  const isReady = roles.data !== undefined && held.data !== undefined
  const save = async () => {
    setIsSaving(true)
    try {
      const body = { userId: member.id, newRoleId: (draft ?? old).join(','), oldRoleId: old.join(',') }
      notify.line((await callWithMessage(departRoleEndpoints.saveOfUser, { body })).message, 'success')
      onClose()
    } catch (failure) {
      // Reported by the client; the selection stays.
      if (!(failure instanceof ApiError)) throw failure
    } finally {
      setIsSaving(false)
    }
  }
  return (
    <Dialog
      open
      title={`「${member.realname}」的部门角色`}
      okText="保存"
      isSaving={isSaving}
      okButtonProps={{ disabled: draft === undefined }}
      onOk={() => void save()}
      onCancel={onClose}
    >
      {error && (
        <ErrorBar message={error.message} onRetry={() => void Promise.all([roles.refetch(), held.refetch()])} />
      )}
      {!error && !isReady && <Spin />}
      {isReady && roles.data.length === 0 && <EmptyState title="该部门还没有角色" hint="可在「部门角色」中新增" />}
      {isReady && (
        <Checkbox.Group
          className={styles.roles ?? ''}
          value={[...(draft ?? old)]}
          onChange={setDraft}
          options={roles.data.map(({ id, roleName, description }) => ({
            value: id,
            label: description ? `${roleName}（${description}）` : roleName,
          }))}
        />
      )}
    </Dialog>
  )
}
