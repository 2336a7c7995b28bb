import { openUntilMs } from '@natim/domain/alarm/recurrence'
import type { RuleScope } from '@natim/domain/alarm/rule'
import type { Db } from '../../../platform/db/db.ts'
import { channelsInScope, devicesInScope } from '../../alarm-rule/index.ts'
import { loadDirectory } from '../../live/index.ts'
import { toWindow } from '../../suppression/index.ts'
import type { StoredAlarm } from '../alarm.repository.ts'
import { findBegunWindows } from './engine.repository.ts'
import type { Target } from './target.ts'

/** hide = nothing is raised during the window; mark = alarms are raised without notification. */
export type SuppressionKind = 'hide' | 'mark'

interface Window {
  readonly kind: SuppressionKind
  readonly scope: RuleScope
  readonly ruleIds: readonly string[]
  /** End of the current occurrence, epoch ms. */
  readonly untilMs: number
}

/** Currently open windows, including recurring ones. */
export async function findOpenWindows(db: Db, nowMs: number): Promise<Window[]> {
  const rows = await findBegunWindows(db, nowMs)
  return rows.flatMap((row) => {
    const untilMs = openUntilMs(toWindow(row), nowMs)
    if (untilMs === undefined) return []
    return [
      {
        kind: row.kind,
        scope: row.scope,
        ruleIds: row.ruleIds as unknown as readonly string[],
        untilMs,
      },
    ]
  })
}

/** The suppression of a target; `hide` takes precedence. */
export function suppressionOf(
  windows: readonly Window[],
  { rule, device, channel }: Target,
): SuppressionKind | undefined {
  const kinds = windows
    .filter((window) => covers(window, rule.id, device, channel?.channelNo ?? null))
    .map(({ kind }) => kind)
  return kinds.includes('hide') ? 'hide' : kinds[0]
}

function covers({ ruleIds, scope }: Window, ruleId: string, device: Target['device'], channelNo: number | null) {
  if (ruleIds.length > 0 && !ruleIds.includes(ruleId)) return false
  if (channelNo === null) return devicesInScope({ devices: [device] }, scope).length > 0
  return channelsInScope({ devices: [device] }, scope).some(({ channel }) => channel.channelNo === channelNo)
}

/** Alarms currently covered by a window, with its end, epoch ms; includes those raised before the window opened. */
export async function findSilenced(
  db: Db,
  alarms: readonly Pick<StoredAlarm, 'id' | 'ruleId' | 'deviceId' | 'channelNo'>[],
  nowMs: number,
): Promise<Map<string, number>> {
  const windows = alarms.length === 0 ? [] : await findOpenWindows(db, nowMs)
  if (windows.length === 0) return new Map()
  const { deviceById } = await loadDirectory(db)
  return new Map(
    alarms.flatMap(({ id, ruleId, deviceId, channelNo }) => {
      const device = deviceById.get(deviceId ?? '')
      if (device === undefined) return []
      const ends = windows.filter((window) => covers(window, ruleId, device, channelNo)).map(({ untilMs }) => untilMs)
      return ends.length === 0 ? [] : [[id, Math.max(...ends)] as const]
    }),
  )
}
