import { isDeepStrictEqual } from 'node:util'
import type { CallResult } from '@natim/contract/endpoint'
import { portableRule, type ruleEndpoints } from '@natim/contract/mon/rule'
import type { z } from 'zod'
import type { Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import type { StoredRow } from '../resource/index.ts'
import { bodyOf, lockByCodes } from './rule.repository.ts'

type PortableRule = z.output<typeof portableRule>
type Outcome = CallResult<(typeof ruleEndpoints)['importJson']>[number]

/** Register writes within a larger transaction. */
interface Writes {
  readonly insertIn: (trx: Tx, actor: Actor, columns: Readonly<Record<string, unknown>>) => Promise<string>
  readonly updateIn: (trx: Tx, actor: Actor, id: string, columns: Readonly<Record<string, unknown>>) => Promise<void>
}

/** A rule without installation-specific columns. */
export const toPortable = (row: StoredRow<'monAlarmRule'>): PortableRule =>
  portableRule.parse({
    schema: 1,
    code: row.code,
    name: row.name,
    guide: row.guide,
    checklist: row.checklist,
    body: bodyOf(row),
  })

/**
 * Imports the rules of a file by their codes: all or none.
 *
 * @throws AppError of the first refused rule, with its code
 */
export async function importRules(
  trx: Tx,
  actor: Actor,
  rules: readonly PortableRule[],
  { insertIn, updateIn }: Writes,
): Promise<Outcome[]> {
  const codes = rules.map(({ code }) => code)
  const twice = codes.find((code, index) => codes.indexOf(code) !== index)
  if (twice !== undefined) throw refusalOf('文件中有重复的规则', twice)
  const stored = new Map((await lockByCodes(trx, codes)).map((row) => [row.code, row]))
  const outcomes: Outcome[] = []
  for (const { schema: _schema, body, ...rest } of rules) {
    const { code, name } = rest
    const columns = { ...rest, ...body }
    const before = stored.get(code)
    try {
      if (before === undefined) await insertIn(trx, actor, columns)
      else if (isSame(before, { schema: 1, body, ...rest })) {
        outcomes.push({ code, name, outcome: 'same' })
        continue
      } else await updateIn(trx, actor, before.id, columns)
    } catch (error) {
      throw error instanceof AppError ? refusalOf(error.message, code) : error
    }
    outcomes.push({ code, name, outcome: before === undefined ? 'new' : 'changed' })
  }
  return outcomes
}

const refusalOf = (reason: string, code: string) =>
  new AppError('request.invalid', { data: { detail: `规则 ${code}：${reason}` } })

const plain = (rule: PortableRule): unknown =>
  JSON.parse(JSON.stringify({ ...rule, guide: rule.guide ?? null, body: nullsOf(rule.body) }))
const nullsOf = (body: PortableRule['body']) => ({
  ...body,
  corroborate: body.corroborate ?? null,
  escalate: body.escalate ?? null,
})
const isSame = (stored: StoredRow<'monAlarmRule'>, given: PortableRule) =>
  isDeepStrictEqual(plain(toPortable(stored)), plain(given))
