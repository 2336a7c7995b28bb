import { judgedParts } from '@natim/domain/alarm/rule'
import { calendarDayGmt8, HOUR_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type { Bus } from '../../platform/bus.ts'
import { type Clock, systemClock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { Log } from '../../platform/logger.ts'
import { repeat } from '../../platform/repeat.ts'
import { type Directory, loadDirectory } from '../live/index.ts'
import { findIncidents, noteWanted, reckonBaseline, takeStale, updateBaseline } from './baseline.repository.ts'
import { findRulesInForce } from './rule.repository.ts'
import { channelsInScope } from './scope.ts'

const EVERY_MS = 5 * MINUTE_MS
/** Hour of the night, GMT+8: the rollups of the previous day are complete by then. */
const AT_HOUR = 1
const CHANNELS_A_LOOK = 500

export interface BaselineDeps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly clock?: Clock
  /** Whether to pause because ingest needs the machine. */
  readonly shouldYield?: () => boolean
}

/**
 * Computes baselines every night, and at once for channels newly covered by a rule. Any number of processes may run it.
 */
export function startBaselineWorker(deps: BaselineDeps): () => Promise<void> {
  const { log, clock = systemClock, shouldYield = () => false } = deps
  return repeat({ clock, everyMs: EVERY_MS, log, failure: 'baselines are reckoned in a moment' }, (signal) =>
    runBaselines(deps.db, deps.bus, clock.now(), () => signal.aborted || shouldYield()),
  ).stop
}

/** Computes everything due once; also called by tests. */
export async function runBaselines(
  db: Db,
  bus: Bus,
  nowMs: number,
  isOver: () => boolean = () => false,
): Promise<void> {
  const [rules, directory] = await Promise.all([findRulesInForce(db), loadDirectory(db)])
  const scopes = rules.filter(({ body }) => judgedParts(body.branches).some(({ type }) => type === 'deviation'))
  const wanted = new Map(
    scopes
      .flatMap(({ body }) => channelsInScope(directory, body.scope))
      .map(({ device, channel }) => [channel.channelNo, { channelNo: channel.channelNo, deviceNo: device.deviceNo }]),
  )
  await db.transaction().execute((trx) => noteWanted(trx, [...wanted.values()]))
  let done = 0
  while (done < CHANNELS_A_LOOK && !isOver() && (await reckonNext(db, directory, nowMs))) done += 1
  // Makes the engine reload the baselines.
  if (done > 0) bus.publish('rules', {})
}

function reckonNext(db: Db, directory: Directory, nowMs: number): Promise<boolean> {
  const today = parseGmt8(`${calendarDayGmt8(nowMs - AT_HOUR * HOUR_MS)} 00:00:00`) ?? nowMs
  return db.transaction().execute(async (trx) => {
    const stale = await takeStale(trx, new Date(today + AT_HOUR * HOUR_MS))
    if (stale === undefined) return false
    const channel = directory.deviceByChannel
      .get(stale.channelNo)
      ?.channels.find(({ channelNo }) => channelNo === stale.channelNo)
    const incidents = await findIncidents(trx, stale.channelNo, nowMs)
    const step = 10 ** -(channel?.precision ?? 2)
    await updateBaseline(
      trx,
      stale.channelNo,
      await reckonBaseline(trx, stale, incidents, { nowMs, step }),
      new Date(nowMs),
    )
    return true
  })
}
