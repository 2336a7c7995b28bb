import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

export interface DemoReviewer {
  readonly id: string
  readonly name: string
}

interface ReviewedMonth {
  readonly reviewer: DemoReviewer
  readonly approver: DemoReviewer
  /** GMT+8, yyyy-MM-dd. */
  readonly today: string
}

/** Days back from now: everything older is approved, … */
const APPROVED_BACK = 12
/** … and between the two most are reviewed. */
const REVIEWED_BACK = 5
const DAYS_BACK = 35

/** A realistic month of reviews of all stations: by one person, approved by another in the following days. */
export async function insertReviews(db: Db, { reviewer, approver, today }: ReviewedMonth): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`
      insert into mon_review_day (station_id, day, state, version, reviewed_by, reviewed_name, reviewed_at, approved_by,
        approved_name, approved_at)
      select id, day, case when is_approved then 'approved' else 'reviewed' end, case when is_approved then 2 else 1 end,
        ${reviewer.id}, ${reviewer.name}, (day + 1 + time '10:00') at time zone 'Asia/Shanghai',
        case when is_approved then ${approver.id} end, case when is_approved then ${approver.name} end,
        case when is_approved then (day + 2 + time '15:00') at time zone 'Asia/Shanghai' end
      from (
        select station.id, day::date, ${today}::date - day::date >= ${APPROVED_BACK}::int as is_approved
        from mon_station station
        cross join generate_series(${today}::date - ${DAYS_BACK}::int, ${today}::date - ${REVIEWED_BACK}::int, interval '1 day') as day
        where station.del_flag = 0
      ) as reviewed
      where is_approved or abs(hashtext(id || day::text)) % 5 > 1
      on conflict do nothing`.execute(trx)
    await sql`
      insert into mon_review_log (id, station_id, day, action, note, user_id, user_name, at)
      select md5(station_id || day::text || step.action), station_id, day, step.action, '', step.user_id, step.user_name, step.at
      from mon_review_day
      cross join lateral (values ('review', reviewed_by, reviewed_name, reviewed_at),
        ('approve', approved_by, approved_name, approved_at)) as step (action, user_id, user_name, at)
      where step.user_id is not null
      on conflict do nothing`.execute(trx)
  })
}
