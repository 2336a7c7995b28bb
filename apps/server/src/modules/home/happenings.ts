import { NBC_TYPE } from '@natim/contract/dict'
import { type HomeEvent, LISTED_EVENTS } from '@natim/contract/mon/home-cards'
import { DAY_MS } from '@natim/domain/time'
import type { Db } from '../../platform/db/db.ts'
import type { DataScope } from '../../platform/scope.ts'
import { findNewestSteps } from '../alarm/index.ts'
import { findNewestEvents } from '../nbc/index.ts'

export interface Sight {
  readonly alarms: boolean
  readonly nbc: boolean
}

/** 最近事件: the newest of 24 h, each kind only for users with its permission. */
export async function loadHappenings(
  db: Db,
  scope: DataScope,
  region: string | undefined,
  sees: Sight,
  nowMs: number,
): Promise<HomeEvent[]> {
  const query = { region, sinceMs: nowMs - DAY_MS, limit: LISTED_EVENTS }
  const [steps, events] = await Promise.all([
    sees.alarms ? findNewestSteps(db, scope, query) : [],
    sees.nbc ? findNewestEvents(db, scope, query) : [],
  ])
  return [
    ...steps.map((step) => ({ kind: 'alarm' as const, ...step })),
    ...events.map(({ type, agentName, ...event }) => ({
      kind: 'nbc' as const,
      ...event,
      step: 'detect' as const,
      title: [`${NBC_TYPE[type]}事件`, agentName].filter(Boolean).join(' '),
    })),
  ]
    .sort((a, b) => b.atMs - a.atMs)
    .slice(0, LISTED_EVENTS)
}
