import type { RuleScope } from '@natim/domain/alarm/rule'
import type { Db } from '../../../platform/db/db.ts'
import { channelsInScope, devicesInScope } from '../../alarm-rule/index.ts'
import type { Target } from './target.ts'

/** hide = nothing is raised while it lasts; mark = raised, and nobody is told. */
export type SuppressionKind = 'hide' | 'mark'

interface Window {
  readonly kind: SuppressionKind
  readonly scope: RuleScope
  readonly ruleIds: readonly string[]
}

/** Windows that are open now. */
export async function findOpenWindows(db: Db, nowMs: number): Promise<Window[]> {
  const now = new Date(nowMs)
  const rows = await db
    .selectFrom('monSuppression')
    .select(['kind', 'scope', 'ruleIds'])
    .where('delFlag', '=', 0)
    .where('fromTs', '<=', now)
    .where('toTs', '>', now)
    .execute()
  return rows.map(({ kind, scope, ruleIds }) => ({
    kind: kind as SuppressionKind,
    scope: scope as RuleScope,
    ruleIds: ruleIds as unknown as readonly string[],
  }))
}

/** What stands against an alarm: of several windows the one that hides. */
export function suppressionOf(
  windows: readonly Window[],
  { rule, device, channel }: Target,
): SuppressionKind | undefined {
  const kinds = windows
    .filter(({ ruleIds, scope }) => {
      if (ruleIds.length > 0 && !ruleIds.includes(rule.id)) return false
      if (channel === null) return devicesInScope({ devices: [device] }, scope).length > 0
      return channelsInScope({ devices: [device] }, scope).some((own) => own.channel.channelNo === channel.channelNo)
    })
    .map(({ kind }) => kind)
  return kinds.includes('hide') ? 'hide' : kinds[0]
}
