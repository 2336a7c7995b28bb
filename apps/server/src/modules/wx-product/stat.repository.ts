import { type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

export interface Readers {
  readonly read: number
  readonly like: number
  readonly share: number
  readonly fav: number
}

export interface DayReaders extends Readers {
  readonly day: string
}

/** Totals of an article at the end of each day, oldest first. */
export async function findDays(db: Db, productId: string): Promise<DayReaders[]> {
  const { rows } = await sql<DayReaders>`
    select to_char(day, 'YYYY-MM-DD') as day, read_n as read, like_n as like, share_n as share, fav_n as fav
    from mon_wx_product_stat where product_id = ${productId} order by day`.execute(db)
  return rows
}

/** Stores the totals of a product and day; totals only grow, so a late response never decreases them. */
export async function upsertStats(trx: Tx, productId: string, day: string, readers: Readers): Promise<void> {
  const { read, like, share, fav } = readers
  await sql`
    insert into mon_wx_product_stat as kept (product_id, day, read_n, like_n, share_n, fav_n)
    values (${productId}, ${day}::date, ${read}, ${like}, ${share}, ${fav})
    on conflict (product_id, day) do update set read_n = greatest(kept.read_n, excluded.read_n),
      like_n = greatest(kept.like_n, excluded.like_n), share_n = greatest(kept.share_n, excluded.share_n),
      fav_n = greatest(kept.fav_n, excluded.fav_n)`.execute(trx)
  await sql`
    update mon_wx_product set read_n = greatest(read_n, ${read}), like_n = greatest(like_n, ${like}),
      share_n = greatest(share_n, ${share}), fav_n = greatest(fav_n, ${fav})
    where id = ${productId}`.execute(trx)
}

/** Articles published in (from, to] and their current totals, by day of publication (GMT+8). */
export async function sumReleases(db: Db, scope: DataScope, from: Date, to: Date) {
  const { rows } = await sql<DayReaders & { articles: number }>`
    select to_char((product.publish_at - interval '1 microsecond') at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day,
      count(*)::int as articles, sum(product.read_n)::int as read, sum(product.like_n)::int as like,
      sum(product.share_n)::int as share, sum(product.fav_n)::int as fav
    from mon_wx_product as product
    where ${scopeFilter(scope, 'product')} and product.publish_at > ${from} and product.publish_at <= ${to}
    group by 1 order by 1`.execute(db)
  return rows
}

const TOP = 5

export const findMostRead = (db: Db, scope: DataScope, from: Date, to: Date) =>
  db
    .selectFrom('monWxProduct as product')
    .selectAll('product')
    .where(scopeFilter(scope, 'product'))
    .where(sql<SqlBool>`product.publish_at > ${from} and product.publish_at <= ${to}`)
    .orderBy('product.readN', 'desc')
    .orderBy('product.id')
    .limit(TOP)
    .execute()
