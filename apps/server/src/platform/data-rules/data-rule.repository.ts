import { type Expression, type SqlBool, sql } from 'kysely'
import type { DataRule, RulesByPage, SessionUser } from '../auth/session-user.ts'
import type { Db } from '../db/db.ts'
import { conditionOn, type ListFields, NOTHING } from '../list/list-field.ts'
import type { ListRequest } from '../list/list-request.ts'
import { compileRules } from './compile-rules.ts'

const enabledRules = (db: Db) =>
  db
    .selectFrom('sysPermissionDataRule as rule')
    .innerJoin('sysPermission as page', 'page.id', 'rule.permissionId')
    .select(['page.component', 'rule.ruleColumn', 'rule.ruleConditions', 'rule.ruleValue'])
    .where('page.delFlag', '=', 0)
    .where('rule.status', '=', '1')
    .orderBy('rule.id')

/** Enabled rules of the user's roles, including those of their departments; pages are keyed by menu component. */
export async function findRulesByPage(db: Db, userId: string): Promise<RulesByPage> {
  const rules = await enabledRules(db)
    .where((eb) =>
      eb.or([
        eb.exists(
          eb
            .selectFrom('sysRoleDataRule as held')
            .innerJoin('sysUserRole as member', 'member.roleId', 'held.roleId')
            .select('held.ruleId')
            .whereRef('held.ruleId', '=', 'rule.id')
            .where('member.userId', '=', userId),
        ),
        eb.exists(
          eb
            .selectFrom('sysDepartRoleDataRule as held')
            .innerJoin('sysDepartRoleUser as member', 'member.droleId', 'held.roleId')
            .innerJoin('sysDepartRole as role', 'role.id', 'held.roleId')
            .innerJoin('sysUserDepart as link', (join) =>
              join.onRef('link.userId', '=', 'member.userId').onRef('link.depId', '=', 'role.departId'),
            )
            .select('held.ruleId')
            .whereRef('held.ruleId', '=', 'rule.id')
            .where('member.userId', '=', userId),
        ),
      ]),
    )
    .execute()
  return byPageOf(rules)
}

/** The same for a user whose only role is this one. */
export async function findRulesOfRole(db: Db, roleId: string): Promise<RulesByPage> {
  const bound = db.selectFrom('sysRoleDataRule').select('ruleId').where('roleId', '=', roleId)
  return byPageOf(await enabledRules(db).where('rule.id', 'in', bound).execute())
}

function byPageOf(rules: readonly (DataRule & { readonly component: string | null })[]): RulesByPage {
  const byPage = new Map<string, DataRule[]>()
  for (const { component, ...rule } of rules) {
    const known = byPage.get(component ?? '')
    if (known) known.push(rule)
    else byPage.set(component ?? '', [rule])
  }
  return byPage
}

async function findOrgCodes(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('sysUserDepart as link')
    .innerJoin('sysDepart as depart', 'depart.id', 'link.depId')
    .select('depart.orgCode')
    .where('link.userId', '=', userId)
    .where('depart.delFlag', '=', '0')
    .orderBy('depart.orgCode')
    .execute()
  return rows.map((row) => row.orgCode)
}

export interface RuledList {
  /** Component of the page's menu, such as `mon/station/StationList`. */
  readonly component: string
  /** Fields a filter may use; rules may use the same. */
  readonly fields: ListFields
}

/** The data rules of the user's roles for a list, as bound conditions to be ANDed with its own. Empty = no rule. */
async function dataRuleConditions(db: Db, user: SessionUser, list: RuledList): Promise<Expression<SqlBool>[]> {
  const own = await ownRuleConditions(db, user, list)
  // A view never shows more than the viewer may see.
  return user.view === undefined ? own : [...own, ...(await ownRuleConditions(db, user.view.viewer, list))]
}

async function ownRuleConditions(
  db: Db,
  user: SessionUser,
  { component, fields }: RuledList,
): Promise<Expression<SqlBool>[]> {
  const rules = user.dataRules.get(component)
  if (rules === undefined) return []
  const { username, realname, tenantId, scope } = user
  const subject = {
    username,
    realname,
    tenantId,
    nowMs: Date.now(),
    orgCode: scope.orgCode,
    orgCodes: await findOrgCodes(db, user.userId),
  }
  const compiled = compileRules(rules, new Set(Object.keys(fields)), subject)
  if (compiled === 'nothing') return [NOTHING]
  return compiled.map(({ property, anyOf }) => {
    const field = fields[property]
    if (!field) return NOTHING
    const alternatives = anyOf.map((condition) => conditionOn(field, condition))
    return sql<SqlBool>`(${sql.join(alternatives, sql` or `)})`
  })
}

/** A list request with the data rules of the user's roles added. */
export async function withDataRules(
  db: Db,
  user: SessionUser,
  list: RuledList,
  request: ListRequest,
): Promise<ListRequest> {
  const rules = await dataRuleConditions(db, user, list)
  return rules.length === 0 ? request : { ...request, conditions: [...request.conditions, ...rules] }
}
