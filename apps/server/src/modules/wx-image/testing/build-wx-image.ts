import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Database, Db } from '../../../platform/db/db.ts'

/** A picture pending review, without files. */
export async function buildWxImage(
  db: Db,
  given: Partial<Insertable<Database['monWxImage']>> = {},
): Promise<{ readonly id: string }> {
  const id = randomUUID().replaceAll('-', '')
  const at = new Date()
  const image = {
    id,
    no: `WX-${id.slice(0, 8)}`,
    msgId: id,
    mediaId: 'media',
    openidHash: 'f'.repeat(32),
    receivedAt: at,
    shotAt: at,
    regionCode: '130102',
    sysOrgCode: 'A01',
    state: 'pending' as const,
  }
  await db
    .insertInto('monWxImage')
    .values({ ...image, ...given })
    .execute()
  return { id }
}
