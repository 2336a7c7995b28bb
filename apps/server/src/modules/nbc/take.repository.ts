import { type Insertable, sql } from 'kysely'
import type { MonNbcEvent } from '../../db/types.ts'
import type { Tx } from '../../platform/db/db.ts'

const TAKE_LOCK = 71_030_058

/** Serializes numbering and comparison of events until the transaction ends. */
export async function lockTaking(trx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${sql.lit(TAKE_LOCK)})`.execute(trx)
}

export interface ToldRow {
  readonly deviceNo: number
  readonly deviceId: string
  readonly regionCode: string
  readonly sysOrgCode: string
  readonly ts: Date
  readonly key: Buffer
  readonly type: 'rad' | 'chem' | 'bio'
  readonly level: number | null
  readonly data: Readonly<Record<string, unknown>>
}

const AT_ONCE = 200

/**
 * Device reports received since an instant that have no event yet, in time order. Reports are read first: on a cluster
 * they cannot be joined with events directly.
 */
export async function findUntaken(trx: Tx, rxAfter: Date): Promise<ToldRow[]> {
  const { rows } = await sql<ToldRow>`
    with told as materialized (
      select told.device_id as device_no, device.id as device_id, device.region_code, device.sys_org_code, told.ts,
        told.key, substr(told.type, 5) as type, told.level, told.data
      from mon_device_event as told
      join mon_device as device on device.device_no = told.device_id
      where told.kind = 'event' and told.type in ('nbc.rad', 'nbc.chem', 'nbc.bio') and told.rx > ${rxAfter})
    select told.* from told
    where not exists (select from mon_nbc_event as event
      where event.source = 'device' and event.device_no = told.device_no and event.ts = told.ts and event.event_key = told.key)
    order by told.ts, told.device_no, told.key
    limit ${AT_ONCE}`.execute(trx)
  return rows
}

export interface AlarmRow {
  readonly id: string
  readonly deviceNo: number
  readonly deviceId: string
  readonly regionCode: string
  readonly sysOrgCode: string
  readonly ts: Date
  readonly type: 'rad' | 'chem' | 'bio'
  readonly severity: number
  readonly targetSeverity: number | null
  readonly metricCode: string
  readonly value: number | null
}

/** Alarms on measurements of these devices raised since an instant that have no event yet. */
export async function findUntakenAlarms(trx: Tx, raisedAfter: Date): Promise<AlarmRow[]> {
  const { rows } = await sql<AlarmRow>`
    select alarm.id, device.device_no, device.id as device_id, device.region_code, device.sys_org_code, alarm.trigger_ts as ts,
      device.kind as type, alarm.severity_max as severity, (alarm.evidence ->> 'targetSeverity')::int as target_severity,
      alarm.metric_code, alarm.value
    from mon_alarm as alarm
    join mon_device as device on device.id = alarm.device_id
    where alarm.raised_ts > ${raisedAfter} and device.kind in ('rad', 'chem', 'bio')
      and alarm.channel_no is not null and alarm.severity_max <= 4 and not alarm.drill and not alarm.historic
      and alarm.closed_ts is null
      and alarm.metric_code in ('dose_rate', 'abs_dose_rate', 'gamma_cps', 'neutron_cps', 'beta_cps', 'chem_bar', 'chem_g',
        'chem_v', 'chem_h', 'bio_fluor', 'bio_total', 'bio_ratio')
      and not exists (select from mon_nbc_event as event where event.source = 'alarm' and event.alarm_id = alarm.id)
    order by alarm.trigger_ts, alarm.id
    limit ${AT_ONCE}`.execute(trx)
  return rows
}

/** @returns the number of the next event of a day */
export async function nextSeq(trx: Tx, day: string): Promise<number> {
  const { seq } = await trx
    .selectFrom('monNbcEvent')
    .select(sql<number>`coalesce(max(seq), 0)::int + 1`.as('seq'))
    .where('day', '=', day)
    .executeTakeFirstOrThrow()
  return seq
}

/** @returns false when the event already exists */
export async function insertEvent(trx: Tx, event: Insertable<MonNbcEvent>): Promise<boolean> {
  const rows = await trx
    .insertInto('monNbcEvent')
    .values(event)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  return rows.length === 1
}

/** Links events of devices to the alarms raised by the same message. */
export async function linkAlarms(trx: Tx, since: Date): Promise<void> {
  await sql`
    update mon_nbc_event as event set alarm_id = (
      select alarm.id from mon_alarm as alarm
      where alarm.device_id = event.device_id and alarm.limit_text = 'nbc.' || event.type and alarm.trigger_ts <= event.ts
        and (alarm.closed_ts is null or alarm.closed_ts > event.ts) and not alarm.drill
      order by alarm.trigger_ts desc limit 1)
    where event.source = 'device' and event.alarm_id is null and event.ts > ${since}`.execute(trx)
}

export interface OpenEvent {
  readonly id: string
  readonly type: string
  readonly deviceNo: number
  readonly ts: Date
  readonly version: number
  readonly corroborated: boolean
  readonly isAgreed: boolean
}

/** Real events since an instant, with the confirmation state of their alarms; events that may change are locked. */
export async function lockOpen(trx: Tx, since: Date): Promise<OpenEvent[]> {
  const { rows } = await sql<OpenEvent>`
    select event.id, event.type, event.device_no, event.ts, event.version, event.corroborated,
      coalesce((select alarm.corroboration = 'confirmed' from mon_alarm as alarm where alarm.id = event.alarm_id), false) as is_agreed
    from mon_nbc_event as event
    where event.drill_id is null and event.state <> 'rejected' and event.ts > ${since}
    order by event.id
    for update of event`.execute(trx)
  return rows
}
