import { INCIDENT_ENTRY, INCIDENT_LEVEL, INCIDENT_STATUS, INCIDENT_TYPE } from '@natim/contract/dict'
import type { IncidentEntry, IncidentRow } from '@natim/contract/mon/incident'
import { regionName } from '@natim/domain/regions'
import type { findEntries, IncidentRecord } from './incident.repository.ts'

export function toIncidentRow(record: IncidentRecord): IncidentRow {
  const type = record.type
  const level = record.level
  const status = record.status
  return {
    id: record.id,
    no: record.no,
    title: record.title,
    type,
    type_dictText: INCIDENT_TYPE[type],
    level,
    level_dictText: INCIDENT_LEVEL[level],
    status,
    status_dictText: INCIDENT_STATUS[status],
    leadName: record.leadName,
    regionCode: record.regionCode,
    regionText: regionName(record.regionCode),
    startMs: record.startTs.getTime(),
    closedMs: record.closedTs?.getTime() ?? null,
    drill: record.drill,
    alarmCount: record.alarmCount,
    unackedCount: record.unackedCount,
    version: record.version,
  }
}

type EntryRecord = Awaited<ReturnType<typeof findEntries>>[number]

export function toEntry(record: EntryRecord): IncidentEntry {
  const kind = record.kind
  return {
    seq: record.seq,
    tsMs: record.ts.getTime(),
    kind,
    kind_dictText: INCIDENT_ENTRY[kind],
    text: record.text,
    authorName: record.authorName,
    alarmId: record.alarmId,
    corrects: record.corrects,
  }
}
