import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

/** Valid tests of a city on a day. Suppression goes by persons, since several tests may be of one person. */
export interface BreathDay {
  readonly regionCode: string
  readonly day: string
  readonly tests: number
  readonly persons: number
  readonly presumptive: number
  readonly presumptivePersons: number
}

/** Valid tests of GMT+8 days, by the sample hour of the masked list: the hour of midnight belongs to the new day. */
export async function findBreathDays(db: Db, scope: DataScope, fromMs: number, toMs: number): Promise<BreathDay[]> {
  const { rows } = await sql<BreathDay>`
    select left(test.region_code, 4) || '00' as region_code,
      to_char(test.sample_hour at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      count(*)::int as tests, count(distinct coalesce(test.subject_id, test.id))::int as persons,
      (count(*) filter (where test.verdict = 'presumptive'))::int as presumptive,
      (count(distinct coalesce(test.subject_id, test.id)) filter (where test.verdict = 'presumptive'))::int as presumptive_persons
    from mon_breath_test as test
    where ${scopeFilter(scope, 'test')} and test.verdict is not null and test.status in ('resulted', 'reviewed', 'released')
      and test.sample_hour >= ${new Date(fromMs)} and test.sample_ts <= ${new Date(toMs)}
    group by 1, 2`.execute(db)
  return rows
}
