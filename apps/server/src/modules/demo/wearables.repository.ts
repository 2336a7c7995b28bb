import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface DemoWearer {
  /** Id of the binding. */
  readonly id: string
  readonly subjectId: string
  readonly clientId: string
  readonly subjectCode: string
  readonly ageBand: string
  readonly sex: string
  readonly pregnant: boolean
  readonly unit: string
  readonly site: string
  readonly scaleOrder: string | null
  readonly boundFrom: Date
  readonly regionCode: string
  readonly createBy: string
}

/** Persons and their wearables, all or none. */
export async function insertWearers(db: Db, wearers: readonly DemoWearer[]): Promise<void> {
  const rows = sql`json_to_recordset(${JSON.stringify(wearers)}::json) as w(id text, "subjectId" text, "clientId" text,
    "subjectCode" text, "ageBand" text, sex text, pregnant boolean, unit text, site text, "scaleOrder" text,
    "boundFrom" timestamptz, "regionCode" text, "createBy" text)
    join mon_device as d on d.client_id = w."clientId"`
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into mon_subject (id, subject_code, age_band, sex, pregnant, consent_id, consent_scope, region_code, sys_org_code,
        create_by, create_time)
      select w."subjectId", w."subjectCode", w."ageBand", w.sex, w.pregnant, 'DEMO-W', '{screening}', w."regionCode",
        d.sys_org_code, w."createBy", w."boundFrom" from ${rows}`.execute(trx)
    await sql`
      insert into mon_wearable_binding (id, device_id, subject_id, site, unit, scale_order, bound_from, region_code, sys_org_code,
        create_by, create_time)
      select w.id, d.id, w."subjectId", w.site, w.unit, w."scaleOrder", w."boundFrom", d.region_code, d.sys_org_code,
        w."createBy", w."boundFrom" from ${rows}`.execute(trx)
  })
}
