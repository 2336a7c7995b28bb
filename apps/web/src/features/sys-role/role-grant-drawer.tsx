import { roleGrantEndpoints } from '@natim/contract/system/role'
import { type RoleRow } from '@natim/contract/system/role.resource'
import { Drawer } from 'antd'
import { call, callWithMessage } from '@/lib/api/http.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { GrantPanel } from '@/widgets/grant-tree/grant-panel.tsx'
import styles from './role.module.css'

const DRAWER_PX = 620

interface RoleGrantDrawerProps {
  readonly role: RoleRow | undefined
  readonly onClose: () => void
}

/** Permissions of a role (SY-26, SY-27). */
export function RoleGrantDrawer({ role, onClose }: RoleGrantDrawerProps) {
  return (
    <Drawer
      open={role !== undefined}
      onClose={onClose}
      size={DRAWER_PX}
      title={role ? `${role.roleName} · 角色授权` : ''}
      styles={{ body: { padding: 0 } }}
      closable={{ placement: 'end', 'aria-label': '关闭' }}
    >
      {role && <RoleGrants key={role.id} roleId={role.id} onClose={onClose} />}
    </Drawer>
  )
}

function RoleGrants({ roleId, onClose }: { readonly roleId: string; readonly onClose: () => void }) {
  const tree = useEndpoint(roleGrantEndpoints.tree, {})
  const granted = useEndpoint(roleGrantEndpoints.granted, { query: { roleId } }, { gcTime: 0 })
  return (
    <div className={styles.grants}>
      <GrantPanel
        choices={tree.data}
        // Placeholder data belongs to another role.
        granted={granted.isPlaceholderData ? undefined : granted.data}
        error={tree.error ?? granted.error}
        onRetry={() => void Promise.all([tree.refetch(), granted.refetch()])}
        onClose={onClose}
        onSave={async (ids, lastIds) => {
          const body = { roleId, permissionIds: ids.join(','), lastpermissionIds: lastIds.join(',') }
          const { message } = await callWithMessage(roleGrantEndpoints.save, { body })
          await granted.refetch()
          return message
        }}
        loadRules={(permissionId) => call(roleGrantEndpoints.rules, { params: { permissionId, roleId } })}
        saveRules={async (permissionId, ruleIds) => {
          const body = { permissionId, roleId, dataRuleIds: ruleIds.join(',') }
          return (await callWithMessage(roleGrantEndpoints.saveRules, { body })).message
        }}
      />
    </div>
  )
}
