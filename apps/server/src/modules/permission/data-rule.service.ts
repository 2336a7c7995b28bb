import { MAX_PAGE_SIZE } from '@natim/contract/constants'
import type { DataRuleForm, DataRuleRow } from '@natim/contract/system/permission'
import { unknownVariable } from '../../platform/data-rules/variables.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { type Actor, type Change, writeChange } from '../../platform/journal.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import {
  deleteRule,
  findMenuName,
  findRules,
  insertRule,
  lockRule,
  RULE_FIELDS,
  RULE_LIST,
  type RuleRecord,
  updateRule,
} from './data-rule.repository.ts'
import { findBinding } from './held.repository.ts'

/** Rules of a menu, newest first, filtered by `asked`. */
export async function loadRules(
  db: Db,
  permissionId: string,
  asked: { readonly ruleName?: string | undefined; readonly ruleValue?: string | undefined } = {},
): Promise<DataRuleRow[]> {
  const { ruleName = '', ruleValue = '' } = asked
  const query = { pageNo: 1, pageSize: MAX_PAGE_SIZE, permissionId, ruleName, ruleValue }
  return (await findRules(db, parseListRequest(query, RULE_FIELDS, RULE_LIST))).map(toRow)
}

/** Row rules of pages (contract/20 §4). Lists read them on every call. */
export function createDataRuleService({ db }: { readonly db: Db }) {
  return {
    create: (actor: Actor, form: DataRuleForm): Promise<{ id: string }> =>
      db.transaction().execute(async (trx) => {
        if ((await findMenuName(trx, form.permissionId)) === undefined) throw new AppError('row.not_found')
        assertKnownVariables(form.ruleValue)
        const { id: _given, ...columns } = form
        const after = await insertRule(trx, { ...columns, id: newId(), createBy: actor.user.username })
        await writeChange(trx, actor, changeOf({ after }))
        return { id: after.id }
      }),

    /** A rule cannot be moved to another menu. */
    update: (actor: Actor, id: string, patch: Partial<DataRuleForm>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await lockRule(trx, id)
        if (before === undefined) throw new AppError('row.not_found')
        await assertNotOwn(trx, actor, before)
        if (patch.ruleValue !== undefined) assertKnownVariables(patch.ruleValue)
        const { id: _id, permissionId: _menu, ...columns } = patch
        const after = await updateRule(trx, id, { ...columns, updateBy: actor.user.username })
        await writeChange(trx, actor, changeOf({ before, after }))
      }),

    remove: (actor: Actor, id: string): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const before = await lockRule(trx, id)
        if (before === undefined) throw new AppError('row.not_found')
        await assertNotOwn(trx, actor, before)
        await deleteRule(trx, id)
        await writeChange(trx, actor, changeOf({ before }))
      }),
  }
}

/** Users cannot loosen rules that bind them. */
async function assertNotOwn(db: Db, { user }: Actor, rule: RuleRecord): Promise<void> {
  const bound = await findBinding(db, user.userId, [rule.permissionId])
  if (bound.some(({ id }) => id === rule.id)) throw new AppError('data_rule.own')
}

function assertKnownVariables(value: string): void {
  const name = unknownVariable(value)
  if (name !== undefined) throw new AppError('data_rule.variable', { data: { name } })
}

function changeOf({ before, after }: { before?: RuleRecord; after?: RuleRecord }): Change {
  const { id = '', ruleName = '' } = after ?? before ?? {}
  return { table: 'sys_permission_data_rule', id, entityLabel: '数据规则', name: ruleName, before, after }
}

const toRow = (rule: RuleRecord): DataRuleRow => ({
  ...rule,
  createTime: toDateTimeText(rule.createTime),
  updateTime: toDateTimeText(rule.updateTime),
})
