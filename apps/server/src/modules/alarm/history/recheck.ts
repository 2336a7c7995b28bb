import { changesBetween } from '@natim/domain/channel-version'
import { calendarDayGmt8 } from '@natim/domain/time'
import type { Tx } from '../../../platform/db/db.ts'
import { newId } from '../../../platform/id.ts'
import type { RuleInForce, ScopedChannel } from '../../alarm-rule/index.ts'
import type { Directory } from '../../live/index.ts'
import { SYSTEM } from '../alarm-log.ts'
import { changeAlarms, insertAlarms, type NewAlarm, takeNumbers, type WrittenEntry } from '../alarm-writer.ts'
import { findOpenWindows, suppressionOf } from '../engine/suppression.ts'
import { channelKey } from '../engine/target.ts'
import { pastAlarmOf } from '../past-alarm-of.ts'
import type { PastAlarm } from '../past-alarms.ts'
import { type Judges, judgePast, type PastSpan } from './judge-past.ts'
import { findRuleBegin, lockOverlapping, type OverlappingAlarm, type Unit } from './recheck.repository.ts'

/** Late data is over when it becomes known: nobody has to hurry. */
export const HISTORIC_SEVERITY = 4
const UNFOUNDED = '按补齐或更正后的数据复核，本报警不会触发'

export interface RecheckContext extends Judges {
  readonly rules: readonly RuleInForce[]
  readonly directory: Directory
  /** Channels in the scope of a rule, by number. */
  readonly watchedBy: (rule: RuleInForce) => ReadonlyMap<number, ScopedChannel>
  readonly nowMs: number
}

/**
 * Judges one rule over a channel and a span again and compares the result with stored alarms: missing ones are raised
 * retrospectively, unfounded ones get a note in their log; nothing is deleted.
 */
export async function recheck(trx: Tx, unit: Unit, context: RecheckContext): Promise<WrittenEntry[]> {
  const { nowMs } = context
  const rule = context.rules.find(({ id }) => id === unit.ruleId)
  const scoped = rule && context.watchedBy(rule).get(unit.channelNo)
  if (!rule || !scoped) return []
  const found = { rule, ...scoped, nowMs }
  const fromMs = unit.fromMs - 1
  const edges = [fromMs, ...changesBetween(scoped.channel.versions, fromMs, unit.toMs), unit.toMs]
  const written: WrittenEntry[] = []
  for (const [i, startMs] of edges.slice(0, -1).entries()) {
    const span = { ...found, fromMs: startMs, toMs: edges[i + 1] ?? unit.toMs, isAfterChange: i > 0 }
    written.push(...(await recheckSpan(trx, span, context)))
  }
  return written
}

async function recheckSpan(trx: Tx, span: PastSpan, context: RecheckContext): Promise<WrittenEntry[]> {
  const { rule, channel, nowMs } = span
  const { steps, untilMs } = await judgePast(trx, context, span)
  const past = pastAlarmOf({ ...span, steps })
  const stored = await lockOverlapping(trx, channelKey(rule.id, channel.channelNo), span.fromMs, untilMs)
  const begunMs = await findRuleBegin(trx, rule.id, rule.version)
  const isOfSpan = (ms: number) => ms > Math.max(span.fromMs, begunMs) && ms <= untilMs
  const missing = past.filter(
    ({ row }) => isOfSpan(row.triggerTs.getTime()) && !stored.some((alarm) => overlaps(alarm, row)),
  )
  const unfounded = stored.filter(
    (alarm) =>
      isOfSpan(alarm.triggerTs.getTime()) &&
      !alarm.historic &&
      alarm.ruleVersion === rule.version &&
      !alarm.evidence.isUnfounded &&
      !past.some(({ row }) => overlaps(alarm, row)),
  )
  return [...(await raise(trx, missing, span)), ...(await note(trx, unfounded, nowMs))]
}

const overlaps = (
  alarm: Pick<OverlappingAlarm, 'triggerTs' | 'clearedTs' | 'closedTs'>,
  { triggerTs, clearedTs }: PastAlarm['row'],
): boolean => alarm.triggerTs <= (clearedTs as Date) && (alarm.clearedTs ?? alarm.closedTs ?? triggerTs) >= triggerTs

async function raise(trx: Tx, missing: readonly PastAlarm[], found: PastSpan): Promise<WrittenEntry[]> {
  const { rule, device, channel, nowMs } = found
  const alarms: NewAlarm[] = []
  for (const { row, entries } of missing) {
    const target = { key: row.dedupeKey, rule, device, channel }
    const kind = suppressionOf(await findOpenWindows(trx, row.triggerTs.getTime()), target)
    if (kind === 'hide') continue
    const severity = Math.max(row.severity, HISTORIC_SEVERITY)
    const day = calendarDayGmt8(row.triggerTs.getTime())
    const number = await takeNumbers(trx, day, 1)
    const [first, ...rest] = entries
    alarms.push({
      ...row,
      id: newId(),
      no: `A${day.replaceAll('-', '')}-${String(number).padStart(6, '0')}`,
      severity,
      severityMax: severity,
      raisedTs: new Date(nowMs),
      historic: true,
      marked: kind === 'mark',
      entries: first ? [{ ...first, to: String(severity), note: `${first.note ?? ''}，数据补到后判定` }, ...rest] : [],
    })
  }
  return alarms.length === 0 ? [] : insertAlarms(trx, alarms)
}

function note(trx: Tx, alarms: readonly OverlappingAlarm[], nowMs: number): Promise<WrittenEntry[]> {
  return changeAlarms(
    trx,
    alarms.map((alarm) => ({
      alarm,
      set: { evidence: JSON.stringify({ ...alarm.evidence, isUnfounded: true }) },
      entries: [{ tsMs: nowMs, ...SYSTEM, action: 'comment' as const, note: UNFOUNDED }],
    })),
  )
}
