import type { LookResult } from '@natim/contract/system/rights'
import { newId } from '../platform/id.ts'
import type { TestApp } from './build-app.ts'

/** Starts a view (ADR 0027) for the owner of a token. @throws Error when it is refused */
export async function lookAs(server: TestApp, token: string, subject: object): Promise<LookResult> {
  const { body } = await server.call('POST', '/sys/rights/look', { token, body: subject })
  if (!body.success) throw new Error(`No view of ${JSON.stringify(subject)}: ${body.message}`)
  return body.result
}

/** A role with exactly these permission codes and no menu; returns its id. */
export async function addRole(server: TestApp, roleCode: string, codes: readonly string[]): Promise<string> {
  const roleId = newId()
  await server.db.insertInto('sysRole').values({ id: roleId, roleCode, roleName: roleCode }).execute()
  const rows = await server.db
    .selectFrom('sysPermission')
    .select('id')
    .where('perms', 'in', [...codes])
    .execute()
  const grants = rows.map(({ id }) => ({ roleId, permissionId: id }))
  await server.db.insertInto('sysRolePermission').values(grants).execute()
  return roleId
}

/** Restricts users with the role to rows of this menu's list whose name contains the text. */
export async function bindRule(server: TestApp, roleId: string, permissionId: string, text: string): Promise<void> {
  const ruleId = newId()
  await server.db
    .insertInto('sysPermissionDataRule')
    .values({
      id: ruleId,
      permissionId,
      ruleName: text,
      ruleColumn: 'name',
      ruleConditions: 'LIKE',
      ruleValue: text,
    })
    .execute()
  const grant = { roleId, permissionId }
  await server.db
    .insertInto('sysRolePermission')
    .values(grant)
    .onConflict((on) => on.doNothing())
    .execute()
  await server.db
    .insertInto('sysRoleDataRule')
    .values({ ...grant, ruleId })
    .execute()
}
