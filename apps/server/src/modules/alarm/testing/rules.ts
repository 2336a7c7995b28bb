import type { RuleBody } from '@natim/domain/alarm/rule'
import type { Db } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/id.ts'

let count = 0

/** A rule in force, with defaults for everything not given. */
export async function buildRule(
  db: Db,
  body: Partial<RuleBody> & Pick<RuleBody, 'branches'>,
  given: { readonly name?: string; readonly checklist?: readonly string[] } = {},
): Promise<string> {
  const id = newId()
  count += 1
  await db
    .insertInto('monAlarmRule')
    .values({
      id,
      code: `T-${count}-${id.slice(-6)}`,
      name: given.name ?? '测试规则',
      place: body.place ?? 'public',
      scope: JSON.stringify(body.scope ?? {}),
      branches: JSON.stringify(body.branches),
      corroborate: body.corroborate ? JSON.stringify(body.corroborate) : null,
      autoClear: body.autoClear ?? true,
      latch: body.latch ?? true,
      escalate: body.escalate ? JSON.stringify(body.escalate) : null,
      checklist: JSON.stringify(given.checklist ?? []),
    })
    .execute()
  return id
}
