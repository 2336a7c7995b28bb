import type { Insertable } from 'kysely'
import type { MonReidRequest, MonSuppression } from '../../db/types.ts'
import type { Db } from '../../platform/db/db.ts'

export const insertSuppressions = (db: Db, rows: Insertable<MonSuppression>[]) =>
  db.insertInto('monSuppression').values(rows).execute()

/** The first registered persons. */
export const findFirstSubjects = (db: Db, count: number) =>
  db
    .selectFrom('monSubject')
    .select(['id as subjectId', 'regionCode', 'sysOrgCode'])
    .orderBy('createTime')
    .orderBy('id')
    .limit(count)
    .execute()

export async function insertReidRequests(db: Db, rows: Insertable<MonReidRequest>[]): Promise<void> {
  if (rows.length > 0) await db.insertInto('monReidRequest').values(rows).execute()
}
