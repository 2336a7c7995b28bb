import { departPermissionEndpoints } from '@natim/contract/system/depart-role'
import { call, callWithMessage } from '@/lib/api/http.ts'
import { useEndpoint } from '@/lib/query/use-endpoint.ts'
import { GrantPanel } from '@/widgets/grant-tree/grant-panel.tsx'
import styles from './depart.module.css'

/** Permissions of a department: the upper bound of the roles its heads can grant (SY-39). */
export function DepartPermissions({ departId }: { readonly departId: string }) {
  const tree = useEndpoint(departPermissionEndpoints.tree, {})
  const granted = useEndpoint(departPermissionEndpoints.granted, { query: { departId } })
  return (
    <div className={styles.grants}>
      <GrantPanel
        choices={tree.data}
        granted={granted.data}
        error={tree.error ?? granted.error}
        onRetry={() => void Promise.all([tree.refetch(), granted.refetch()])}
        onSave={async (ids, lastIds) => {
          const body = { departId, permissionIds: ids.join(','), lastpermissionIds: lastIds.join(',') }
          const { message } = await callWithMessage(departPermissionEndpoints.save, { body })
          await granted.refetch()
          return message
        }}
        loadRules={(permissionId) => call(departPermissionEndpoints.dataRules, { params: { permissionId, departId } })}
        saveRules={async (permissionId, ruleIds) => {
          const body = { permissionId, departId, dataRuleIds: ruleIds.join(',') }
          return (await callWithMessage(departPermissionEndpoints.saveDataRules, { body })).message
        }}
      />
    </div>
  )
}
