import type { NbcEventStep } from '@natim/contract/mon/nbc-event'
import type { NbcState } from '@natim/domain/nbc/event'
import { type Insertable, sql } from 'kysely'
import type {
  MonBaseline,
  MonBlobSample,
  MonDeviceEvent,
  MonNbcEvent,
  MonNbcProfile,
  MonNbcReport,
} from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

export interface NbcDeviceRow {
  readonly id: string
  readonly deviceNo: number
  readonly clientId: string
  readonly kind: 'rad' | 'chem' | 'bio'
  readonly regionCode: string
  readonly sysOrgCode: string
}

export const findNbcDevices = async (db: Db): Promise<NbcDeviceRow[]> => {
  const rows = await db
    .selectFrom('monDevice')
    .select(['id', 'deviceNo', 'clientId', 'kind', 'regionCode', 'sysOrgCode'])
    .where('kind', 'in', ['rad', 'chem', 'bio'])
    .where('delFlag', '=', 0)
    .orderBy('deviceNo')
    .execute()
  return rows as NbcDeviceRow[]
}

/** People who decide about events. */
export const findOfficers = (db: Db) =>
  db
    .selectFrom('sysUser as person')
    .innerJoin('sysUserRole as held', 'held.userId', 'person.id')
    .innerJoin('sysRole as role', 'role.id', 'held.roleId')
    .select(['person.username', 'person.realname'])
    .where('role.roleCode', '=', 'nbc_officer')
    .orderBy('person.username')
    .limit(2)
    .execute()

/** The scripted alarms of the radiation false alarm and of the broken counter (domain §11). */
export const findRadiationAlarms = (db: Db, since: Date) =>
  db
    .selectFrom('monAlarm')
    .select(['id', 'deviceId', 'deviceNo', 'triggerTs', 'severityMax', 'value', 'closeCode', 'closeNote', 'closedTs'])
    .where('ruleId', '=', 'rule-radiation-levels')
    .where('closeCode', 'in', ['weather', 'device'])
    .$narrowType<{ closeCode: 'weather' | 'device' }>()
    .where('regionCode', 'like', '33%')
    .where('triggerTs', '>', since)
    .orderBy('triggerTs')
    .limit(5)
    .execute()

const AT_ONCE = 100

async function inChunks<T>(rows: readonly T[], insert: (part: readonly T[]) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < rows.length; i += AT_ONCE) await insert(rows.slice(i, i + AT_ONCE))
}

export const insertProfiles = (db: Db, rows: readonly Insertable<MonNbcProfile>[]) =>
  inChunks(rows, (part) =>
    db
      .insertInto('monNbcProfile')
      .values([...part])
      .execute(),
  )

export const insertBaselines = (db: Db, rows: readonly Insertable<MonBaseline>[]) =>
  inChunks(rows, (part) =>
    db
      .insertInto('monBaseline')
      .values([...part])
      .onConflict((conflict) => conflict.column('channelNo').doNothing())
      .execute(),
  )

export const insertSpectra = (db: Db, rows: readonly Insertable<MonBlobSample>[]) =>
  inChunks(rows, (part) =>
    db
      .insertInto('monBlobSample')
      .values([...part])
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )

export const insertTold = (db: Db, rows: readonly Insertable<MonDeviceEvent>[]) =>
  inChunks(rows, (part) =>
    db
      .insertInto('monDeviceEvent')
      .values([...part])
      .onConflict((conflict) => conflict.doNothing())
      .execute(),
  )

export interface NewDemoStep {
  readonly ts: Date
  readonly actor: string
  readonly actorName: string
  readonly action: NbcEventStep['action']
  readonly fromState?: NbcState
  readonly toState?: NbcState
  readonly note: string
}

export type NewDemoEvent = Insertable<MonNbcEvent>
export type NewDemoReport = Insertable<MonNbcReport>

/** An event with everything that was decided about it. */
export async function insertDemoEvent(
  trx: Tx,
  event: NewDemoEvent,
  steps: readonly NewDemoStep[],
  reports: readonly NewDemoReport[],
): Promise<void> {
  const { seq } = await trx
    .selectFrom('monNbcEvent')
    .select(sql<number>`coalesce(max(seq), 0)::int + 1`.as('seq'))
    .where('day', '=', event.day)
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('monNbcEvent')
    .values({ ...event, seq })
    .execute()
  await trx
    .insertInto('monNbcEventStep')
    .values(steps.map((step, index) => ({ ...step, eventId: event.id, seq: index + 1 })))
    .execute()
  if (reports.length > 0)
    await trx
      .insertInto('monNbcReport')
      .values([...reports])
      .execute()
}

export async function insertDemoDrill(
  db: Db,
  drill: {
    readonly id: string
    readonly title: string
    readonly sysOrgCode: string
    readonly startedBy: string
    readonly startedName: string
    readonly startedAt: Date
    readonly untilAt: Date
  },
): Promise<void> {
  await db
    .insertInto('monNbcDrill')
    .values({ ...drill, endedAt: drill.untilAt, endedName: drill.startedName })
    .execute()
}
