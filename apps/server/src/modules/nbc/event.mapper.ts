import { AGENT_CLASS, NBC_STATE, NBC_TYPE } from '@natim/contract/dict'
import type { NbcEventRow, NbcEventStep, NbcReport, NbcWind } from '@natim/contract/mon/nbc-event'
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
    type: record.type as NbcEventRow['type'],
    type_dictText: textOf(NBC_TYPE, record.type),
    source: record.source as NbcEventRow['source'],
    state: record.state as NbcEventRow['state'],
    state_dictText: textOf(NBC_STATE, record.state),
    severity: record.severity as NbcEventRow['severity'],
    level: record.level as NbcEventRow['level'],
    corroborated: record.corroborated,
    drill: record.drillId !== null,
    deviceId: record.deviceId,
    deviceName: record.deviceName,
    clientId: record.clientId,
    stationName: record.stationName,
    regionCode: record.regionCode,
    regionCode_dictText: regionName(record.regionCode),
    tsMs: record.ts.getTime(),
    agentClass: record.agentClass as NbcEventRow['agentClass'],
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
            to: proposedTo as NbcEventRow['state'],
            by: proposedBy,
            name: proposedName ?? proposedBy,
            atMs: proposedAt.getTime(),
            note: proposedNote ?? '',
            reason: proposedReason as NonNullable<NbcEventRow['proposal']>['reason'],
          },
    version: record.version,
  }
}

export const toStep = (row: Awaited<ReturnType<typeof findSteps>>[number]): NbcEventStep => ({
  seq: row.seq,
  tsMs: row.ts.getTime(),
  actorName: row.actorName,
  action: row.action as NbcEventStep['action'],
  from: row.fromState as NbcEventStep['from'],
  to: row.toState as NbcEventStep['to'],
  note: row.note,
})

export const toReport = (row: StoredReport): NbcReport => ({
  id: row.id,
  kind: row.kind as NbcReport['kind'],
  seq: row.seq,
  body: row.body as NbcReport['body'],
  status: row.status as NbcReport['status'],
  authorName: row.authorName,
  createMs: row.createTime.getTime(),
  sentName: row.sentName,
  sentMs: row.sentAt?.getTime() ?? null,
  version: row.version,
})

/** The wind stored with the event. */
export const keptWind = ({ met }: Pick<EventRecord, 'met'>) => met as unknown as NbcWind | null
