import type { WEAR_SITES } from '@natim/contract/mon/wearable'
import type { Acvpu } from '@natim/domain/news2'
import { sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { epochMs } from '../../platform/db/epoch-ms.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export interface BindingRecord {
  readonly id: string
  readonly clientId: string
  readonly deviceName: string
  readonly unit: string
  readonly site: keyof typeof WEAR_SITES
  readonly boundFromMs: number
  readonly boundToMs: number | null
}

/** Of one person, newest first. */
export async function findBindings(db: Db, scope: DataScope, subjectId: string): Promise<BindingRecord[]> {
  const { rows } = await sql<BindingRecord>`
    select b.id, d.client_id, d.name as device_name, b.unit, b.site, ${epochMs(sql`b.bound_from`)} as bound_from_ms,
      ${epochMs(sql`b.bound_to`)} as bound_to_ms
    from mon_wearable_binding as b join mon_device as d on d.id = b.device_id
    where b.subject_id = ${subjectId} and ${scopeFilter(scope, 'b')} order by b.bound_from desc limit 50`.execute(db)
  return rows
}

/** A wearable in scope, locked, so that concurrent bindings are serialized. */
export async function lockWearable(trx: Tx, scope: DataScope, clientId: string) {
  return await trx
    .selectFrom('monDevice')
    .select(['id', 'deviceNo', 'regionCode', 'sysOrgCode', 'retiredAt'])
    .where('clientId', '=', clientId)
    .where('kind', '=', 'wearable')
    .where('delFlag', '=', 0)
    .where(scopeFilter(scope, 'monDevice'))
    .forUpdate()
    .executeTakeFirst()
}

export async function lockSubject(trx: Tx, scope: DataScope, subjectCode: string) {
  return await trx
    .selectFrom('monSubject')
    .select(['id', 'subjectCode'])
    .where('subjectCode', '=', subjectCode)
    .where(scopeFilter(scope, 'monSubject'))
    .forUpdate()
    .executeTakeFirst()
}

/** Bindings of the device or the person that overlap (from, ∞). */
export const findOverlap = (trx: Tx, deviceId: string, subjectId: string, from: Date) =>
  trx
    .selectFrom('monWearableBinding')
    .select(['id', 'deviceId', 'subjectId', 'boundTo'])
    .where((eb) => eb.or([eb('deviceId', '=', deviceId), eb('subjectId', '=', subjectId)]))
    .where((eb) => eb.or([eb('boundTo', 'is', null), eb('boundTo', '>', from)]))
    .limit(1)
    .executeTakeFirst()

export interface NewBinding {
  readonly id: string
  readonly deviceId: string
  readonly subjectId: string
  readonly site: string
  readonly unit: string
  readonly scaleOrder: string | null
  readonly boundFrom: Date
  readonly regionCode: string
  readonly sysOrgCode: string
  readonly createBy: string
}

export const insertBinding = (trx: Tx, binding: NewBinding) =>
  trx.insertInto('monWearableBinding').values(binding).execute()

/** An open binding in scope, locked. */
export async function lockOpenBinding(trx: Tx, scope: DataScope, id: string) {
  const row = await trx
    .selectFrom('monWearableBinding as binding')
    .innerJoin('monSubject as subject', 'subject.id', 'binding.subjectId')
    .innerJoin('monDevice as device', 'device.id', 'binding.deviceId')
    .select([
      'binding.id',
      'binding.subjectId',
      'binding.boundFrom',
      'binding.scaleOrder',
      'subject.subjectCode',
      'device.clientId',
    ])
    .where('binding.id', '=', id)
    .where('binding.boundTo', 'is', null)
    .where(scopeFilter(scope, 'binding'))
    .forUpdate('binding')
    .executeTakeFirst()
  return row
}

export const endBinding = (trx: Tx, id: string, boundTo: Date, updateBy: string) =>
  trx
    .updateTable('monWearableBinding')
    .set({ boundTo, updateBy, updateTime: new Date() })
    .where('id', '=', id)
    .execute()

export interface NewEntry {
  readonly id: string
  readonly subjectId: string
  readonly ts: Date
  readonly sbp: number
  readonly dbp: number
  readonly onOxygen: boolean
  readonly consciousness: Acvpu
  readonly spo2Scale: number
  readonly madeBy: string
  readonly madeName: string
}

/** The same values by the same person within this time count as one repeated entry. */
const SAME_ENTRY = sql`interval '1 minute'`

/** Call under the lock of the binding, so that concurrent entries see each other. */
export async function hasSameEntry(trx: Tx, entry: NewEntry): Promise<boolean> {
  const { rows } = await sql`
    select from mon_vital_entry
    where subject_id = ${entry.subjectId} and made_by = ${entry.madeBy} and sbp = ${entry.sbp} and dbp = ${entry.dbp}
      and on_oxygen = ${entry.onOxygen} and consciousness = ${entry.consciousness} and spo2_scale = ${entry.spo2Scale}
      and ts > ${entry.ts}::timestamptz - ${SAME_ENTRY} and ts < ${entry.ts}::timestamptz + ${SAME_ENTRY}
    limit 1`.execute(trx)
  return rows.length > 0
}

export const insertEntry = (trx: Tx, entry: NewEntry) => trx.insertInto('monVitalEntry').values(entry).execute()
