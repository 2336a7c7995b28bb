import { AGENT_CLASS, NBC_STATE, NBC_TYPE } from '@natim/contract/dict'
import type { NbcEventRow, NbcEventStep, NbcReport } from '@natim/contract/mon/nbc-event'
import { regionName } from '@natim/domain/regions'
import type { EventRecord, findSteps } from './event.repository.ts'
import type { StoredReport } from './report.repository.ts'

const textOf = (labels: Readonly<Record<string, string>>, value: string | null) =>
  value === null ? '' : (labels[value] ?? value)

export function toEventRow(record: EventRecord): NbcEventRow {
  const { proposedTo, proposedBy, proposedName, proposedAt, proposedNote, proposedReason } = record
  return {
    id: record.id,
    no: record.no,
    type: record.type,
    type_dictText: textOf(NBC_TYPE, record.type),
    source: record.source,
    state: record.state,
    state_dictText: textOf(NBC_STATE, record.state),
    severity: record.severity,
    level: record.level,
    corroborated: record.corroborated,
    drill: record.drillId !== null,
    deviceId: record.deviceId,
    deviceName: record.deviceName,
    clientId: record.clientId,
    stationName: record.stationName,
    regionCode: record.regionCode,
    regionCode_dictText: regionName(record.regionCode),
    tsMs: record.ts.getTime(),
    agentClass: record.agentClass,
    agentClass_dictText: textOf(AGENT_CLASS, record.agentClass),
    agentName: record.agentName,
    agentConfidence: record.agentConfidence,
    bars: record.bars,
    value: record.value,
    unit: record.unit,
    alarmId: record.alarmId,
    alarmNo: record.alarmNo,
    proposal:
      proposedTo === null || proposedBy === null || proposedAt === null
        ? null
        : {
            to: proposedTo,
            by: proposedBy,
            name: proposedName ?? proposedBy,
            atMs: proposedAt.getTime(),
            note: proposedNote ?? '',
            reason: proposedReason,
          },
    version: record.version,
  }
}

export const toStep = (row: Awaited<ReturnType<typeof findSteps>>[number]): NbcEventStep => ({
  seq: row.seq,
  tsMs: row.ts.getTime(),
  actorName: row.actorName,
  action: row.action,
  from: row.fromState,
  to: row.toState,
  note: row.note,
})

export const toReport = (row: StoredReport): NbcReport => ({
  id: row.id,
  kind: row.kind,
  seq: row.seq,
  body: row.body,
  status: row.status,
  authorName: row.authorName,
  createMs: row.createTime.getTime(),
  sentName: row.sentName,
  sentMs: row.sentAt?.getTime() ?? null,
  version: row.version,
})

/** The wind stored with the event. */
export const keptWind = ({ met }: Pick<EventRecord, 'met'>) => met
