import { judgedParts } from '@natim/domain/alarm/rule'
import { calendarDayGmt8, DAY_MS, MINUTE_MS, parseGmt8 } from '@natim/domain/time'
import type { Bus } from '../../../platform/bus.ts'
import { type Clock, systemClock } from '../../../platform/clock.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/id.ts'
import type { Log } from '../../../platform/logger.ts'
import { repeat } from '../../../platform/repeat.ts'
import { channelsInScope, findBaselines, findRulesInForce, subjectOf } from '../../alarm-rule/index.ts'
import { loadLimitBook } from '../../limit/index.ts'
import { type Directory, loadDirectory } from '../../live/index.ts'
import { toLiveEvents } from '../alarm-events.ts'
import { insertOutbox } from '../alarm-writer.ts'
import { indexUnits } from './index-units.ts'
import { markUntold, takeLimitChange, takeMarks, takeUnit, type Unit, upsertUnits } from './recheck.repository.ts'
import { HISTORIC_SEVERITY, type RecheckContext, recheck } from './recheck.ts'

const EVERY_MS = 5_000
/** Delay for a backfill and its rollups to complete. */
const SETTLE_MS = MINUTE_MS
/** Delay for the index to be recomputed first: hours are rolled up, stations before cities. */
const INDEX_SETTLE_MS = 2 * MINUTE_MS
/** How far back a changed limit is applied. */
const LIMITS_BACK_MS = DAY_MS
const STREAMS = 16
const UNITS_A_LOOK = 500

export interface RecheckDeps {
  readonly db: Db
  readonly bus: Bus
  readonly log: Log
  readonly clock?: Clock
  /** Whether to pause because ingest needs the machine. */
  readonly shouldYield?: () => boolean
}

/**
 * Judges the past again after late or replaced data, and after changed limits. Units are rows: any number of processes
 * may run it, each unit is done once, and retried when its process died.
 */
export function startRecheckWorker({
  db,
  bus,
  log,
  clock = systemClock,
  shouldYield = () => false,
}: RecheckDeps): () => Promise<void> {
  return repeat({ clock, everyMs: EVERY_MS, log, failure: 'past alarm evaluation failed; retrying' }, (signal) =>
    runRechecks(db, bus, clock.now(), () => signal.aborted || shouldYield()),
  ).stop
}

/** Records units to judge again, and judges those due; also called by tests. */
export async function runRechecks(db: Db, bus: Bus, nowMs: number, isOver: () => boolean = () => false): Promise<void> {
  let context: RecheckContext | undefined
  const load = async () => {
    context ??= await loadContext(db, nowMs)
    return context
  }
  // Marks that arrive meanwhile are taken by the next look: a backfill brings them faster than they are noted.
  for (let taken = 0; taken < STREAMS && !isOver(); taken += 1)
    if (!(await db.transaction().execute((trx) => noteMarks(trx, load, nowMs)))) break
  await db.transaction().execute((trx) => noteLimits(trx, load, nowMs))
  for (let done = 0; done < UNITS_A_LOOK && !isOver(); done += 1) {
    const written = await db.transaction().execute(async (trx) => {
      const unit = await takeUnit(trx, nowMs)
      return unit && recheck(trx, unit, await load())
    })
    if (written === undefined) break
    if (written.length > 0) bus.publish('alarms', toLiveEvents(written))
  }
  await db.transaction().execute((trx) => tellOfPast(trx, nowMs))
}

/** One notification for all retrospective alarms, however many devices caused them. */
async function tellOfPast(trx: Tx, nowMs: number): Promise<void> {
  const id = newId()
  const alarmId = await markUntold(trx, id, nowMs)
  if (alarmId !== undefined) await insertOutbox(trx, [{ id, alarmId, kind: 'historic', severity: HISTORIC_SEVERITY }])
}

async function loadContext(db: Db, nowMs: number): Promise<RecheckContext> {
  const [rules, directory, book, baselines] = await Promise.all([
    findRulesInForce(db),
    loadDirectory(db),
    loadLimitBook(db),
    findBaselines(db),
  ])
  return {
    rules: rules.filter(({ body }) => subjectOf(body) !== 'device'),
    directory,
    watchedBy: indexScopes(directory),
    book,
    baselines,
    nowMs,
  }
}

/** Channels in the scope of each rule, by number; a register of thousands is filtered once a look, not for each unit. */
function indexScopes(directory: Directory): RecheckContext['watchedBy'] {
  const known = new Map<string, ReturnType<RecheckContext['watchedBy']>>()
  return ({ id, body }) => {
    const channels =
      known.get(id) ??
      new Map(channelsInScope(directory, body.scope).map((scoped) => [scoped.channel.channelNo, scoped]))
    known.set(id, channels)
    return channels
  }
}

/** @returns false when no stream had marks */
async function noteMarks(trx: Tx, load: () => Promise<RecheckContext>, nowMs: number): Promise<boolean> {
  const marks = await takeMarks(trx)
  if (marks === undefined) return false
  if (marks.length === 0) return true
  const { rules, directory, watchedBy } = await load()
  const ofChannels = rules.filter(({ body }) => subjectOf(body) !== 'place')
  const units = marks.flatMap(({ channelNo, fromMs, toMs }): Unit[] =>
    ofChannels
      .filter((rule) => watchedBy(rule).has(channelNo))
      .map(({ id }) => ({ ruleId: id, channelNo, day: calendarDayGmt8(fromMs), fromMs, toMs })),
  )
  await upsertUnits(trx, units, nowMs + SETTLE_MS)
  await upsertUnits(trx, indexUnits(rules, directory, marks), nowMs + INDEX_SETTLE_MS)
  return true
}

async function noteLimits(trx: Tx, load: () => Promise<RecheckContext>, nowMs: number): Promise<void> {
  if (!(await takeLimitChange(trx))) return
  const { rules, watchedBy } = await load()
  const limited = rules.filter(({ body }) =>
    judgedParts(body.branches).some(({ type }) => type === 'limit' || type === 'toxicLoad'),
  )
  const midnight = parseGmt8(`${calendarDayGmt8(nowMs)} 00:00:00`) ?? nowMs
  const spans = [
    { fromMs: nowMs - LIMITS_BACK_MS, toMs: midnight },
    { fromMs: midnight, toMs: nowMs },
  ]
  const units = limited.flatMap((rule) =>
    [...watchedBy(rule).keys()].flatMap((channelNo) =>
      spans.map((span): Unit => ({ ruleId: rule.id, channelNo, day: calendarDayGmt8(span.fromMs), ...span })),
    ),
  )
  await upsertUnits(trx, units, nowMs + SETTLE_MS)
}
