import { ALARM_STATE } from '@natim/contract/dict'
import type { AlarmLogRow, AlarmRow, SimilarAlarms } from '@natim/contract/mon/alarm'
import { EVENT_NAMES } from '@natim/contract/mon/rule-names'
import { type AlarmFacts, alarmState } from '@natim/domain/alarm/state'
import { regionName } from '@natim/domain/regions'
import type { findLog, ShownAlarm, StoredAlarm } from './alarm.repository.ts'
import type { SealedEntry } from './alarm-log.ts'

const ms = (instant: Date | null) => instant?.getTime() ?? null

export const factsOf = (row: StoredAlarm): AlarmFacts => ({
  severity: row.severity,
  active: row.active,
  acked: row.acked,
  closedMs: ms(row.closedTs),
  shelvedUntilMs: ms(row.shelvedUntil),
  drill: row.drill,
})

export function toAlarmRow(row: ShownAlarm, nowMs: number): AlarmRow {
  const state = alarmState(factsOf(row), nowMs)
  return {
    id: row.id,
    no: row.no,
    state,
    state_dictText: ALARM_STATE[state],
    severity: row.severity,
    severityMax: row.severityMax,
    title: row.title,
    ruleId: row.ruleId,
    ruleName: row.ruleName ?? '',
    ruleVersion: row.ruleVersion,
    deviceId: row.deviceId,
    deviceName: row.deviceName,
    clientId: row.clientId,
    channelNo: row.channelNo,
    stationId: row.stationId,
    stationName: row.stationName,
    regionCode: row.regionCode,
    regionText: regionName(row.regionCode),
    metricCode: row.metricCode,
    metricName: row.metricName,
    value: row.value,
    limitValue: row.limitValue,
    // The column keeps the event code, by which detector events find their alarm.
    limitText: row.limitText && (EVENT_NAMES[row.limitText] ?? row.limitText),
    op: row.op,
    unit: row.unit,
    precision: row.precision,
    peakValue: row.peakValue,
    peakMs: ms(row.peakTs),
    triggerMs: row.triggerTs.getTime(),
    raisedMs: row.raisedTs.getTime(),
    lastMs: row.lastTs.getTime(),
    active: row.active,
    acked: row.acked,
    ackName: row.ackName,
    ackMs: ms(row.ackTs),
    ackNote: row.ackNote,
    assignee: row.assignee,
    assigneeName: row.assigneeName,
    shelvedUntilMs: ms(row.shelvedUntil),
    shelveReason: row.shelveReason,
    clearedMs: ms(row.clearedTs),
    clearReason: row.clearReason,
    ...closingOf(row),
    reopenCount: row.reopenCount,
    escalateLevel: row.escalateLevel,
    commentCount: row.commentCount,
    corroboration: row.corroboration,
    ...marksOf(row),
    ...foldOf(row),
    version: row.version,
  }
}

const marksOf = ({ historic, doubtful, silent, drill, drillUntil }: StoredAlarm) => ({
  historic,
  doubtful,
  silent,
  drill,
  drillUntilMs: ms(drillUntil),
})

const closingOf = ({ closedTs, closedName, closeCode, closeNote }: ShownAlarm) => ({
  closedMs: ms(closedTs),
  closedName,
  closeCode,
  closeNote,
})

/** Hides a parent that the reader may not see. */
const foldOf = ({ childCount, parentId, parentNo, isFolded, incidentId, incidentNo }: ShownAlarm) => ({
  incidentId,
  incidentNo,
  childCount,
  parentId: parentNo === null ? null : parentId,
  parentNo,
  isFolded,
})

type LogRecord = Awaited<ReturnType<typeof findLog>>[number]

export const toLogRow = (row: LogRecord): AlarmLogRow => ({
  seq: row.seq,
  ts: row.ts.getTime(),
  actor: row.actor,
  actorName: row.actorName,
  action: row.action,
  from: row.fromVal,
  to: row.toVal,
  note: row.note,
})

/** The entry as it was sealed. */
export const toSealed = (row: LogRecord): SealedEntry => ({
  alarmId: row.alarmId,
  seq: row.seq,
  tsMs: row.ts.getTime(),
  actor: row.actor,
  actorName: row.actorName,
  action: row.action,
  from: row.fromVal,
  to: row.toVal,
  note: row.note,
  data: row.data,
  prevHash: row.prevHash,
  hash: row.hash,
})

export const toSimilar = (row: StoredAlarm): SimilarAlarms[number] => ({
  id: row.id,
  no: row.no,
  severity: row.severityMax,
  triggerMs: row.triggerTs.getTime(),
  durationMs: row.clearedTs === null ? null : row.clearedTs.getTime() - row.triggerTs.getTime(),
  peakValue: row.peakValue,
  unit: row.unit,
  closeCode: row.closeCode,
  closeNote: row.closeNote,
})
