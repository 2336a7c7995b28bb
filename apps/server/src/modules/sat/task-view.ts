import type { SatLogLine, SatTask } from '@natim/contract/mon/sat'
import { SAT_ACTIONS } from '@natim/domain/sat-task'
import type { findLog, StoredTask } from './task.repository.ts'

const person = (username: string | null, name: string | null) =>
  username === null ? null : { username, name: name ?? username }

/** A task in the form lists show it. */
export const taskView = (row: StoredTask): SatTask => ({
  id: row.id,
  no: row.no,
  title: row.title,
  purpose: row.purpose,
  priority: row.priority,
  sensorType: row.sensorType,
  state: row.state,
  version: row.version,
  regionCode: row.regionCode,
  areaKm2: row.areaKm2,
  fromMs: row.windowFrom.getTime(),
  toMs: row.windowTo.getTime(),
  revisit: { mode: row.revisitMode, n: row.revisitN, count: row.revisitCount },
  parentId: row.parentId,
  requestedBy: person(row.requestedBy, row.requestedName),
  requestedMs: row.requestedAt?.getTime() ?? null,
  approvedBy: person(row.approvedBy, row.approvedName),
  approvedMs: row.approvedAt?.getTime() ?? null,
  createMs: row.createTime.getTime(),
  choiceRank: row.choiceRank,
  nextPassMs: row.nextPassAt?.getTime() ?? null,
})

const ACTIONS: Readonly<Record<string, string>> = { ...SAT_ACTIONS, add: '新建', edit: '修改' }

export const logView = (row: Awaited<ReturnType<typeof findLog>>[number]): SatLogLine => ({
  id: String(row.id),
  atMs: row.at.getTime(),
  action: ACTIONS[row.action] ?? row.action,
  from: row.fromState,
  to: row.toState,
  who: row.who,
  note: row.note,
})
