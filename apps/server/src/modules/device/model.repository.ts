import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Devices of these models, those in the recycle bin included: they can come back. */
export async function countDevicesOfModels(db: Db, modelIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('monDevice')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('modelId', 'in', [...modelIds])
    .executeTakeFirstOrThrow()
  return n
}
