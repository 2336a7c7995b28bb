import type { DutyHandover, HandoverFigures, HandoverItem } from '@natim/contract/mon/duty'
import { alarmState } from '@natim/domain/alarm/state'
import type { StoredAssignment, StoredTeam } from './duty.repository.ts'
import type { findItems, LeftOver, StoredHandover } from './handover.repository.ts'

const ms = (instant: Date | null) => instant?.getTime() ?? null

export function toOpenItem(alarm: LeftOver, account: string, nowMs: number): HandoverItem {
  const { id, severity, title, site, triggerTs, active, acked, closedTs, shelvedUntil, drill } = alarm
  const facts = {
    severity,
    active,
    acked,
    closedMs: ms(closedTs),
    shelvedUntilMs: ms(shelvedUntil),
    drill,
  }
  return {
    alarmId: id,
    severity: facts.severity,
    title,
    site,
    state: alarmState(facts, nowMs),
    triggerMs: triggerTs.getTime(),
    account,
  }
}

type StoredItem = Awaited<ReturnType<typeof findItems>>[number]

const toSignedItem = ({ alarmId, severity, title, site, state, triggerTs, account }: StoredItem): HandoverItem => ({
  alarmId,
  severity,
  title,
  site,
  state,
  triggerMs: triggerTs.getTime(),
  account,
})

/** Signed at least once: as recorded then. */
export const toSigned = (row: StoredHandover, items: readonly StoredItem[]): DutyHandover => ({
  id: row.id,
  assignmentId: row.assignmentId,
  teamId: row.teamId,
  teamName: row.teamName,
  shiftName: row.shiftName,
  fromMs: row.fromTs.getTime(),
  toMs: row.toTs.getTime(),
  fromUser: row.fromUser,
  fromName: row.fromName,
  toUser: row.toUser,
  toName: row.toName,
  nextShiftName: null,
  figures: row.figures,
  note: row.note,
  items: items.filter(({ handoverId }) => handoverId === row.id).map(toSignedItem),
  givenMs: ms(row.givenAt),
  takenMs: ms(row.takenAt),
  takenHere: row.takenHere,
  asOfMs: row.updateTime.getTime(),
})

interface Draft {
  readonly held: StoredAssignment
  readonly next: StoredAssignment | undefined
  readonly draft: StoredHandover | undefined
  readonly figures: HandoverFigures
  readonly items: HandoverItem[]
  readonly nowMs: number
}

/** Not signed yet: the receiver comes from the roster. */
export const toUnsigned = ({ held, next, draft, figures, items, nowMs }: Draft): DutyHandover => ({
  id: draft?.id ?? null,
  assignmentId: held.id,
  teamId: held.teamId,
  teamName: held.teamName,
  shiftName: held.shiftName,
  fromMs: held.fromTs.getTime(),
  toMs: held.toTs.getTime(),
  fromUser: held.userId,
  fromName: held.name,
  toUser: next?.userId ?? null,
  toName: next?.name ?? null,
  nextShiftName: next?.shiftName ?? null,
  figures,
  note: draft?.note ?? '',
  items,
  givenMs: null,
  takenMs: null,
  takenHere: false,
  asOfMs: nowMs,
})

/** Columns a record keeps about its shift. */
export const toNewHandover = (id: string, team: StoredTeam, held: StoredAssignment) => ({
  id,
  assignmentId: held.id,
  teamId: team.id,
  teamName: team.name,
  sysOrgCode: team.sysOrgCode,
  regionCode: team.regionCode,
  shiftName: held.shiftName,
  fromTs: held.fromTs,
  toTs: held.toTs,
  fromUser: held.userId,
  fromName: held.name,
})
