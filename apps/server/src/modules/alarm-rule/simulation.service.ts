import type { Simulation } from '@natim/contract/mon/rule'
import { MAX_SCOPE_CHANNELS, type RuleBody } from '@natim/domain/alarm/rule'
import { DAY_MS } from '@natim/domain/time'
import { authorOf, type SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import type { Directory } from '../live/index.ts'
import { loadOf } from './match.ts'
import { findRuleBody } from './rule.repository.ts'
import {
  cancelSimulation,
  deleteOldSimulations,
  findSimulation,
  hasSimulationUnderWay,
  insertSimulation,
  lockStarts,
} from './simulation.repository.ts'

/** Branches judged by samples, which can be replayed. */
const BY_SAMPLES: ReadonlySet<string> = new Set([
  'threshold',
  'limit',
  'rate',
  'toxicLoad',
  'deviation',
  'composite',
  'index',
])

interface Asked {
  readonly rule: RuleBody
  readonly compareId?: string | undefined
  readonly fromMs: number
  readonly toMs: number
}

export function createSimulations(deps: {
  readonly db: Db
  readonly now: () => number
  readonly directory: () => Promise<Directory>
}) {
  const { db, now, directory } = deps

  async function assertSimulable(rule: RuleBody): Promise<void> {
    if (!rule.branches.some(({ type }) => BY_SAMPLES.has(type)))
      throw new AppError('rule.branches', {
        data: { detail: '只有阈值、限值、变化率、偏离基线、毒性等级、空气质量指数和组合条件可以回测' },
      })
    const channels = loadOf(await directory(), rule)
    if (channels > MAX_SCOPE_CHANNELS) throw new AppError('rule.scope', { data: { channels, max: MAX_SCOPE_CHANNELS } })
  }

  return {
    /** @throws AppError rule.simulation_busy while another one of the user is in flight; rule.branches, rule.scope */
    async start(user: SessionUser, { rule, compareId, fromMs, toMs }: Asked): Promise<{ id: string }> {
      await assertSimulable(rule)
      const id = newId()
      const { userId } = authorOf(user)
      await deleteOldSimulations(db, new Date(now() - DAY_MS))
      await db.transaction().execute(async (trx) => {
        await lockStarts(trx, userId)
        if (await hasSimulationUnderWay(trx, userId)) throw new AppError('rule.simulation_busy')
        const before = compareId === undefined ? undefined : await findRuleBody(trx, compareId)
        if (compareId !== undefined && before === undefined) throw new AppError('row.not_found')
        const compare = compareId !== undefined && before !== undefined ? { ruleId: compareId, body: before } : null
        await insertSimulation(trx, {
          id,
          userId,
          body: { rule, compare },
          fromTs: new Date(fromMs),
          toTs: new Date(toMs),
        })
      })
      return { id }
    },

    /** @throws AppError row.not_found when it does not exist or belongs to another user */
    async get(user: SessionUser, id: string): Promise<Simulation> {
      const row = await findSimulation(db, authorOf(user).userId, id)
      if (row === undefined) throw new AppError('row.not_found')
      const { state, progress, error, fromTs, toTs, result } = row
      return {
        id,
        state,
        progress,
        error,
        fromMs: fromTs.getTime(),
        toMs: toTs.getTime(),
        result,
      }
    },

    /** A finished one is left alone. @throws AppError row.not_found */
    async cancel(user: SessionUser, id: string): Promise<void> {
      const { userId } = authorOf(user)
      if (await cancelSimulation(db, userId, id)) return
      if ((await findSimulation(db, userId, id)) === undefined) throw new AppError('row.not_found')
    },
  }
}
