import { type DepartRoleRow, departRoleEndpoints } from '@natim/contract/system/depart-role'
import { call, callWithMessage } from '@/lib/api/http.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { SideDrawer } from '@/ui/side-drawer.tsx'
import { GrantPanel } from '@/widgets/grant-tree/grant-panel.tsx'
import styles from './my-depart.module.css'

const DRAWER_PX = 560

interface GrantDrawerProps {
  readonly role: DepartRoleRow | undefined
  readonly onClose: () => void
}

/** Permissions of a department role: at most those of the department. */
export function GrantDrawer({ role, onClose }: GrantDrawerProps) {
  return (
    <SideDrawer
      isOpen={role !== undefined}
      onClose={onClose}
      width={DRAWER_PX}
      title={role ? `「${role.roleName}」的权限` : ''}
    >
      {role && <Grants key={role.id} role={role} onClose={onClose} />}
    </SideDrawer>
  )
}

function Grants({ role, onClose }: { readonly role: DepartRoleRow; readonly onClose: () => void }) {
  const { id: roleId, departId } = role
  const tree = useEndpoint(departRoleEndpoints.tree, { query: { departId } })
  const granted = useEndpoint(departRoleEndpoints.granted, { query: { roleId } })
  return (
    <div className={styles.grants}>
      <GrantPanel
        choices={tree.data}
        granted={granted.data}
        error={tree.error ?? granted.error}
        onRetry={() => void Promise.all([tree.refetch(), granted.refetch()])}
        onClose={onClose}
        onSave={async (ids, lastIds) => {
          const body = { roleId, permissionIds: ids.join(','), lastpermissionIds: lastIds.join(',') }
          const { message } = await callWithMessage(departRoleEndpoints.saveGranted, { body })
          await granted.refetch()
          return message
        }}
        loadRules={(permissionId) =>
          call(departRoleEndpoints.dataRules, { params: { permissionId, departId, roleId } })
        }
        saveRules={async (permissionId, ruleIds) => {
          const body = { permissionId, roleId, dataRuleIds: ruleIds.join(',') }
          return (await callWithMessage(departRoleEndpoints.saveDataRules, { body })).message
        }}
      />
    </div>
  )
}
