import { sql } from 'kysely'
import { SIGN_IN_LOG } from '../../platform/audit.ts'
import type { Db } from '../../platform/db/db.ts'
import { readInTenant } from '../../platform/db/tenant.ts'

/** The tenant is chosen only after signing in. */
const NO_TENANT = 0
/** Successful sign-ins; the same log also holds failed ones, sign-outs and forced ends. */
const isVisit = sql<boolean>`tenant_id = ${sql.lit(NO_TENANT)} and log_type = ${sql.lit(SIGN_IN_LOG)} and success and log_content like '登录成功%'`

/** All visits, and those since an instant with their number of distinct addresses. */
export const countVisits = (db: Db, since: Date) =>
  readInTenant(db, NO_TENANT, (given) =>
    given
      .selectFrom('sysLog')
      .where(isVisit)
      .select([
        sql<number>`count(*)::int`.as('total'),
        sql<number>`(count(*) filter (where create_time >= ${since}))::int`.as('today'),
        sql<number>`(count(distinct ip) filter (where create_time >= ${since}))::int`.as('todayIp'),
      ])
      .executeTakeFirstOrThrow(),
  )

/** Visits and distinct addresses per calendar day (Asia/Shanghai); days without visits are absent. */
export function countVisitsByDay(db: Db, since: Date) {
  const day = sql<string>`to_char(create_time at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`
  return readInTenant(db, NO_TENANT, (given) =>
    given
      .selectFrom('sysLog')
      .where(isVisit)
      .where('createTime', '>=', since)
      .select([
        day.as('day'),
        sql<number>`count(*)::int`.as('visits'),
        sql<number>`count(distinct ip)::int`.as('addresses'),
      ])
      .groupBy(day)
      .execute(),
  )
}
