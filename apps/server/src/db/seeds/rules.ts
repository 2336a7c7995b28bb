import { RULE_TEMPLATES } from '@natim/domain/alarm/rule-templates'
import type { Tx } from '../../platform/db/db.ts'

const idOf = (code: string) => `rule-${code}`
const codeOf = (index: number) => `R-${String(index + 1).padStart(4, '0')}`

/**
 * Shipped rules, enabled, R-0001 and so on. Unedited rows follow the product by a new version; rules that a user
 * changed, disabled or deleted are left alone.
 */
export async function seedRules(trx: Tx): Promise<void> {
  const stored = new Map((await trx.selectFrom('monAlarmRule').selectAll().execute()).map((row) => [row.id, row]))
  for (const [index, { code, name, body, guide, checklist }] of RULE_TEMPLATES.entries()) {
    const id = idOf(code)
    const held = stored.get(id)
    if (held && (held.createBy !== null || held.updateBy !== null)) continue
    const row = {
      name,
      place: body.place,
      scope: JSON.stringify(body.scope),
      branches: JSON.stringify(body.branches),
      corroborate: body.corroborate ? JSON.stringify(body.corroborate) : null,
      autoClear: body.autoClear,
      latch: body.latch,
      escalate: body.escalate ? JSON.stringify(body.escalate) : null,
      guide,
      checklist: JSON.stringify(checklist),
    }
    const newest = await trx
      .selectFrom('monAlarmRuleVersion')
      .select(['version', 'body', 'name'])
      .where('ruleId', '=', id)
      .orderBy('version', 'desc')
      .executeTakeFirst()
    if (held === undefined) {
      const { numInsertedOrUpdatedRows } = await trx
        .insertInto('monAlarmRule')
        .values({ id, code: codeOf(index), ...row })
        .onConflict((conflict) => conflict.doNothing())
        .executeTakeFirst()
      // A user's own rule has the code.
      if (numInsertedOrUpdatedRows === 0n) continue
    } else if (newest && sorted(newest.body) === sorted(body)) {
      if (held.name !== name || held.guide !== guide || sorted(held.checklist) !== sorted(checklist))
        await trx.updateTable('monAlarmRule').set(row).where('id', '=', id).execute()
      continue
    } else
      await trx
        .updateTable('monAlarmRule')
        .set({ ...row, version: held.version + 1 })
        .where('id', '=', id)
        .execute()
    await trx
      .insertInto('monAlarmRuleVersion')
      .values({ ruleId: id, version: (held?.version ?? 0) + 1, name, body: JSON.stringify(body) })
      .execute()
  }
}

/** Serialised with sorted keys, for comparison. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => a.localeCompare(b)))
      : inner,
  )
