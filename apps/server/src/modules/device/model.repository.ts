import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Number of devices of these models, including those in the recycle bin, which can be restored. */
export async function countDevicesOfModels(db: Db, modelIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('monDevice')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('modelId', 'in', [...modelIds])
    .executeTakeFirstOrThrow()
  return n
}
