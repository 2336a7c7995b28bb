import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import type { StoredProduct } from './product.repository.ts'

/** Lease of a claimed product, long enough for uploading pictures. */
const LEASE_S = 120

/**
 * Claims the longest-waiting product and takes its lease in one statement: only one process gets it. `at` is the
 * worker's own clock.
 */
export async function claimProduct(db: Db, at: Date): Promise<StoredProduct | undefined> {
  const { rows } = await sql<{ id: string }>`
    update mon_wx_product set look_at = ${at}::timestamptz + make_interval(secs => ${LEASE_S})
    where id = (select id from mon_wx_product where look_at <= ${at} order by look_at, id limit 1 for update skip locked)
    returning id`.execute(db)
  const id = rows[0]?.id
  return id === undefined
    ? undefined
    : db.selectFrom('monWxProduct as product').selectAll('product').where('id', '=', id).executeTakeFirst()
}

interface Noted {
  readonly lookAt?: Date | null
  readonly trouble?: string | null
  readonly attempts?: number
  readonly draftId?: string
  readonly submittingAt?: Date | null
  readonly wxPublishId?: string
  readonly removedAt?: Date
}

/** Records progress without a change of state; false if the product was changed meanwhile. */
export async function noteWork(
  db: Db,
  { id, version, draftId, submittingAt, wxPublishId }: StoredProduct,
  columns: Noted,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('monWxProduct')
    .set(columns)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('draftId', 'is not distinct from', draftId)
    .where('submittingAt', 'is not distinct from', submittingAt)
    .where('wxPublishId', 'is not distinct from', wxPublishId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
