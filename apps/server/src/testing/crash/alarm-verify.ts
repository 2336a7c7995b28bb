import { calendarDayGmt8 } from '@natim/domain/time'
import { sql } from 'kysely'
import { toSealed } from '../../modules/alarm/alarm.mapper.ts'
import { findLog } from '../../modules/alarm/alarm.repository.ts'
import { isChainWhole } from '../../modules/alarm/alarm-log.ts'
import { EMPTY_PLAN, makePlan } from '../../modules/alarm/engine/plan.ts'
import { findRulesInForce } from '../../modules/alarm-rule/index.ts'
import { loadLimitBook } from '../../modules/limit/index.ts'
import { loadDirectory } from '../../modules/live/index.ts'
import type { Db } from '../../platform/db/db.ts'

export interface AlarmVerdict {
  /** Judgements expected from the stored samples. */
  readonly judgements: number
  /** Judgements missing in the logs, and log entries without a judgement: at most five of each. */
  readonly lost: readonly string[]
  readonly invented: readonly string[]
  /**
   * Judgements logged at a later sample than in order of time: one that is held up on its way to the owner of its
   * stream for longer than the engine waits is judged behind its successors.
   */
  readonly displaced: number
  /** Alarms with a broken log chain. */
  readonly brokenChains: number
  /** Judgements notified more or less often than once. */
  readonly wronglyTold: number
}

const SHOWN = 5
/** Half a wave of the alarm load: the same judgement of the next wave is another one. */
const DISPLACED_BY_MS = 5_000
const TOLD = new Set(['raise', 'up', 'reopen'])

/** Compares the alarms of a rule with those of an engine that judges the stored samples once without being killed. */
export async function verifyAlarms(db: Db, ruleId: string): Promise<AlarmVerdict> {
  const expected = await judgeAnew(db, ruleId)
  const alarms = await db
    .selectFrom('monAlarm')
    .select(['id', 'dedupeKey', 'logSeq', 'logHash'])
    .where('ruleId', '=', ruleId)
    .execute()
  const written: string[] = []
  let brokenChains = 0
  let wronglyTold = 0
  for (const alarm of alarms) {
    const rows = (await findLog(db, alarm.id)).map(toSealed)
    if (!isChainWhole(alarm, rows)) brokenChains += 1
    for (const { action, tsMs } of rows) {
      // A raise soon after a clear reopens the alarm.
      const kind = action === 'reopen' ? 'raise' : action
      if (['raise', 'up', 'down', 'clear'].includes(kind)) written.push(`${alarm.dedupeKey} ${kind} ${tsMs}`)
    }
    const told = await countTold(db, alarm.id)
    wronglyTold += Math.abs(told - rows.filter(({ action }) => TOLD.has(action)).length)
  }
  const missing = without(expected, written)
  const invented = without(written, expected)
  const lost = missing.filter((entry) => !takeLater(invented, entry))
  return {
    judgements: expected.length,
    lost: lost.slice(0, SHOWN),
    invented: invented.slice(0, SHOWN),
    displaced: missing.length - lost.length,
    brokenChains,
    wronglyTold,
  }
}

/** Multiset difference: entries of `all` that are not in `others`. */
function without(all: readonly string[], others: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const entry of others) counts.set(entry, (counts.get(entry) ?? 0) + 1)
  return all.filter((entry) => {
    const count = counts.get(entry) ?? 0
    counts.set(entry, count - 1)
    return count <= 0
  })
}

/** Removes the entry that differs from `entry` only in a slightly later time. @returns whether there was one */
export function takeLater(entries: string[], entry: string): boolean {
  const [what, atMs] = partsOf(entry)
  const at = entries.findIndex((other) => {
    const [otherWhat, otherMs] = partsOf(other)
    return otherWhat === what && otherMs > atMs && otherMs - atMs <= DISPLACED_BY_MS
  })
  if (at >= 0) entries.splice(at, 1)
  return at >= 0
}

const partsOf = (entry: string) =>
  [entry.slice(0, entry.lastIndexOf(' ')), Number(entry.slice(entry.lastIndexOf(' ')))] as const

async function judgeAnew(db: Db, ruleId: string): Promise<string[]> {
  const [rules, directory, book] = await Promise.all([findRulesInForce(db), loadDirectory(db), loadLimitBook(db)])
  const given = { rules, directory, book, dayGmt8: calendarDayGmt8(Date.now()), isOwn: () => true }
  const { plan } = makePlan({ ...given, baselines: new Map() }, EMPTY_PLAN)
  const judgements: string[] = []
  for (const { key, rule, channel, evaluator } of plan.channels.values()) {
    if (rule.id !== ruleId) continue
    const { rows } = await sql<{ tsMs: number; v: number; q: number }>`
      select (extract(epoch from ts) * 1000)::float8 as ts_ms, v, q from mon_sample
      where channel_no = ${channel.channelNo} order by ts`.execute(db)
    for (const { tsMs, v, q } of rows)
      for (const step of evaluator.take(tsMs, v, q))
        if (step.kind !== 'peak') judgements.push(`${key} ${step.kind} ${step.tsMs}`)
  }
  return judgements
}

const countTold = async (db: Db, alarmId: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from mon_alarm_outbox
    where alarm_id = ${alarmId} and kind in ('raise', 'up', 'reopen')`.execute(db)
  return rows[0]?.n ?? 0
}
