import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeOperation } from '../../platform/journal.ts'
import { createResource } from '../resource/index.ts'
import { importRules, toPortable } from './portable.ts'
import { findIds, updateEnabled } from './rule.repository.ts'
import { RULE } from './rule.resource.ts'

/** The rule register; publishes every change, so that the engine reloads. */
const createRegister = (db: Db, bus: Bus) =>
  createResource(db, { ...RULE, afterCommit: () => bus.publish('rules', {}) })

type Outcomes = Awaited<ReturnType<typeof importRules>>

/** Thrown to roll back a trial write, carrying its result. */
class Tried extends Error {
  readonly result: Outcomes
  constructor(result: Outcomes) {
    super('only tried')
    this.result = result
  }
}

export function createRuleService({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  const rules = createRegister(db, bus)

  /** The rules visible to the user; all when no ids are given. @throws AppError row.not_found when one is missing */
  async function visible(given: Db, user: SessionUser, ids: readonly string[]) {
    const found = await rules.visible(given, user, ids)
    if (found.length !== new Set(ids).size) throw new AppError('row.not_found')
    return found
  }

  /** Writes one operation log line per switched rule. */
  async function enableIn(trx: Tx, actor: Actor, ids: readonly string[], enabled: boolean): Promise<number> {
    await visible(trx, actor.user, ids)
    const switched = await updateEnabled(trx, ids, { enabled, by: actor.user.username })
    for (const { id, code, name } of switched)
      await writeOperation(trx, actor, {
        content: `${enabled ? '启用' : '停用'}报警规则：${name}（${code}）`,
        objectId: id,
        operateType: 3,
        detail: { table: 'mon_alarm_rule', before: { enabled: !enabled }, after: { enabled } },
      })
    return switched.length
  }

  return {
    rules,
    enable: (actor: Actor, ids: readonly string[], enabled: boolean) =>
      rules.write(
        (trx) => enableIn(trx, actor, ids, enabled),
        () => ids,
      ),

    async exportJson(user: SessionUser, ids?: readonly string[]) {
      const asked = ids ?? (await findIds(db, await rules.conditionsFor(user)))
      return (await visible(db, user, asked)).map(toPortable).toSorted((a, b) => a.code.localeCompare(b.code))
    },

    async importJson(actor: Actor, given: Parameters<typeof importRules>[2], { check }: { readonly check: boolean }) {
      try {
        return await rules.write(
          async (trx) => {
            const outcomes = await importRules(trx, actor, given, rules)
            // Applies the checks of the import, so that refusals show up in the trial.
            if (check) throw new Tried(outcomes)
            return outcomes
          },
          () => [],
        )
      } catch (error) {
        if (error instanceof Tried) return error.result
        throw error
      }
    },
  }
}
