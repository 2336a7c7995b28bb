import type { WxCover, WxProductForm, WxTab } from '@natim/contract/mon/wx-product'
import type { WxAudience, WxProductAction, WxProductState, WxProductType } from '@natim/domain/wx-product'
import type { WxSnapshot } from '@natim/domain/wx-product-body'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { moveRow, type RowMove } from '../../platform/db/move-row.repository.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

const TABS: Readonly<Record<WxTab, readonly WxProductState[] | undefined>> = {
  all: undefined,
  writing: ['draft', 'returned'],
  review: ['in_review'],
  waiting: ['approved', 'scheduled', 'publishing'],
  published: ['published'],
  trouble: ['failed'],
  over: ['recalled', 'archived'],
}

/** Runs all queries of the callback on one snapshot. */
export const atOneLook = <T>(db: Db, look: (trx: Tx) => Promise<T>): Promise<T> =>
  db.isTransaction
    ? look(db as Tx)
    : db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute(look)

const products = (db: Db) => db.selectFrom('monWxProduct as product').selectAll('product')

export type StoredProduct = Awaited<ReturnType<ReturnType<typeof products>['execute']>>[number]

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

export interface ListAsked {
  readonly tab: WxTab
  readonly type: string
  readonly text: string
  readonly pageNo: number
  readonly pageSize: number
  /** Selected rows only. */
  readonly ids?: readonly string[] | undefined
}

/** One page of a tab, last changed first, and the number of products per tab. */
export async function findProductPage(db: Db, scope: DataScope, asked: ListAsked) {
  const { tab, type, text, pageNo, pageSize, ids } = asked
  const states = TABS[tab]
  const meets: Expression<SqlBool>[] = [scopeFilter(scope, 'product')]
  if (states) meets.push(sql<SqlBool>`product.state = any(${[...states]}::text[])`)
  if (type !== '') meets.push(sql<SqlBool>`product.type = ${type}`)
  if (text !== '') meets.push(sql<SqlBool>`(product.title ilike ${like(text)} or product.no ilike ${like(text)})`)
  if (ids) meets.push(sql<SqlBool>`product.id = any(${[...ids]}::text[])`)
  const records = await products(db)
    .where((eb) => eb.and(meets))
    .orderBy('product.updateTime', 'desc')
    .orderBy('product.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const { total } = await db
    .selectFrom('monWxProduct as product')
    .select(sql<number>`count(*)::int`.as('total'))
    .where((eb) => eb.and(meets))
    .executeTakeFirstOrThrow()
  return { records, total }
}

export async function countTabs(db: Db, scope: DataScope): Promise<Record<WxTab, number>> {
  const rows = await db
    .selectFrom('monWxProduct as product')
    .select(['product.state', sql<number>`count(*)::int`.as('n')])
    .where(scopeFilter(scope, 'product'))
    .groupBy('product.state')
    .execute()
  const of = (tab: WxTab) => {
    const states = TABS[tab]
    return rows.reduce((sum, { state, n }) => sum + (states?.includes(state) === false ? 0 : n), 0)
  }
  return {
    all: of('all'),
    writing: of('writing'),
    review: of('review'),
    waiting: of('waiting'),
    published: of('published'),
    trouble: of('trouble'),
    over: of('over'),
  }
}

export const findProduct = (db: Db, scope: DataScope, id: string): Promise<StoredProduct | undefined> =>
  products(db).where('product.id', '=', id).where(scopeFilter(scope, 'product')).executeTakeFirst()

/** Products published or scheduled in (from, to], in time order. */
export const findReleases = (db: Db, scope: DataScope, from: Date, to: Date, limit: number): Promise<StoredProduct[]> =>
  products(db)
    .where(scopeFilter(scope, 'product'))
    .where(sql<SqlBool>`coalesce(product.publish_at, product.schedule_at) > ${from}`)
    .where(sql<SqlBool>`coalesce(product.publish_at, product.schedule_at) <= ${to}`)
    .where(sql<SqlBool>`product.state in ('scheduled', 'publishing', 'published', 'recalled', 'archived', 'failed')`)
    .orderBy(sql`coalesce(product.publish_at, product.schedule_at)`)
    .orderBy('product.id')
    .limit(limit)
    .execute()

/** The newest earlier published product of the same type and region. */
export const findIssueBefore = (db: Db, scope: DataScope, { id, type, regionCode }: StoredProduct) =>
  products(db)
    .where(scopeFilter(scope, 'product'))
    .where('product.type', '=', type)
    .where('product.regionCode', '=', regionCode)
    .where('product.id', '<>', id)
    .where('product.state', '=', 'published')
    .orderBy('product.publishAt', 'desc')
    .limit(1)
    .executeTakeFirst()

export const lockProduct = (trx: Tx, scope: DataScope, id: string): Promise<StoredProduct | undefined> =>
  products(trx).where('product.id', '=', id).where(scopeFilter(scope, 'product')).forUpdate().executeTakeFirst()

/** Columns set by the form. */
export interface ProductColumns {
  readonly type: WxProductType
  readonly title: string
  readonly summary: string
  readonly severity: number | null
  readonly causeKind: StoredProduct['causeKind']
  readonly causeId: string | null
  readonly causeNo: string | null
  readonly audience: WxAudience
  readonly regionCode: string
  readonly drill: boolean
  readonly cover: WxCover | null
  readonly blocks: WxProductForm['blocks']
}

const written = ({ cover, blocks, ...columns }: ProductColumns, snapshot: WxSnapshot) => ({
  ...columns,
  cover: cover === null ? null : JSON.stringify(cover),
  blocks: JSON.stringify(blocks),
  snapshot: JSON.stringify(snapshot),
})

/** The next number of a day, unique for concurrent calls. */
export async function takeNumber(trx: Tx, day: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    insert into mon_wx_product_number as number (day, n) values (${day}::date, 1)
    on conflict (day) do update set n = number.n + 1 returning n`.execute(trx)
  return rows[0]?.n ?? 1
}

interface Editor {
  readonly username: string
  readonly realname: string
}

export interface NewProduct {
  readonly id: string
  readonly no: string
  readonly sysOrgCode: string
  readonly scopePrefixes: readonly string[]
  readonly columns: ProductColumns
  readonly snapshot: WxSnapshot
  readonly editor: Editor
  readonly at: Date
}

export async function insertProduct(trx: Tx, product: NewProduct): Promise<void> {
  const { id, no, sysOrgCode, scopePrefixes, columns, snapshot, editor, at } = product
  await trx
    .insertInto('monWxProduct')
    .values({
      id,
      no,
      sysOrgCode,
      scopePrefixes: [...scopePrefixes],
      ...written(columns, snapshot),
      editBy: editor.username,
      editName: editor.realname,
      createBy: editor.username,
      createTime: at,
      updateTime: at,
    })
    .execute()
  await insertVersion(trx, id, 1, columns, snapshot, editor, at)
  const line = {
    productId: id,
    at,
    action: 'add',
    fromState: null,
    toState: 'draft' as const,
    who: editor.realname,
    note: '',
  }
  await trx.insertInto('monWxProductLog').values(line).execute()
}

async function insertVersion(
  trx: Tx,
  productId: string,
  no: number,
  { title, summary, blocks }: ProductColumns,
  snapshot: WxSnapshot,
  editor: Editor,
  at: Date,
): Promise<void> {
  const values = { productId, no, at, editor: editor.username, editorName: editor.realname, title, summary }
  await trx
    .insertInto('monWxProductVersion')
    .values({ ...values, blocks: JSON.stringify(blocks), snapshot: JSON.stringify(snapshot) })
    .execute()
}

/** Saves the next text of a locked product. */
export async function updateText(
  trx: Tx,
  { id, version, contentNo }: Pick<StoredProduct, 'id' | 'version' | 'contentNo'>,
  columns: ProductColumns,
  snapshot: WxSnapshot,
  editor: Editor,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('monWxProduct')
    .set({
      ...written(columns, snapshot),
      version: version + 1,
      contentNo: contentNo + 1,
      editBy: editor.username,
      editName: editor.realname,
      updateTime: at,
    })
    .where('id', '=', id)
    .execute()
  await insertVersion(trx, id, contentNo + 1, columns, snapshot, editor, at)
}

export const findVersions = (db: Db, productId: string) =>
  db
    .selectFrom('monWxProductVersion')
    .select(['no', 'at', 'editor', 'editorName'])
    .where('productId', '=', productId)
    .orderBy('no', 'desc')
    .limit(200)
    .execute()

export const findVersion = (db: Db, productId: string, no: number) =>
  db
    .selectFrom('monWxProductVersion')
    .selectAll()
    .where('productId', '=', productId)
    .where('no', '=', no)
    .executeTakeFirst()

/** Accounts that wrote a text since the last approved one. */
export async function findEditors(db: Db, { id, approvedNo }: Pick<StoredProduct, 'id' | 'approvedNo'>) {
  const rows = await db
    .selectFrom('monWxProductVersion')
    .select('editor')
    .distinct()
    .where('productId', '=', id)
    .where('no', '>', approvedNo ?? 0)
    .execute()
  return rows.map(({ editor }) => editor)
}

export const findLog = (db: Db, productId: string) =>
  db.selectFrom('monWxProductLog').selectAll().where('productId', '=', productId).orderBy('id').limit(500).execute()

/** Submitted to the account with an unknown outcome: it may be published. */
export const isUnsure = ({ submittingAt, articleId }: Pick<StoredProduct, 'submittingAt' | 'articleId'>): boolean =>
  submittingAt !== null && articleId === null

/** Clears the submission data, so that a retry begins with a new draft. */
export const FORGOTTEN = { draftId: null, submittingAt: null, wxPublishId: null } as const

/** Columns that change together with a state. */
export interface StateColumns {
  readonly lostBy?: string | null
  readonly lostName?: string | null
  readonly lostAt?: Date | null
  readonly reason?: string | null
  readonly submittedBy?: string | null
  readonly submittedName?: string | null
  readonly submittedAt?: Date | null
  readonly approvedBy?: string | null
  readonly approvedName?: string | null
  readonly approvedAt?: Date | null
  readonly approvedNo?: number
  readonly publishedNo?: number
  readonly scheduleAt?: Date | null
  readonly publishAt?: Date
  readonly recallAt?: Date
  readonly removedAt?: Date
  readonly lookAt?: Date | null
  readonly trouble?: string | null
  readonly attempts?: number
  readonly draftId?: string | null
  readonly submittingAt?: Date | null
  readonly wxPublishId?: string | null
  readonly articleId?: string
  readonly url?: string
}

export interface Move extends RowMove<WxProductState> {
  readonly action: WxProductAction
  readonly who: string
  readonly note?: string
  readonly columns?: StateColumns
}

/** Moves a product to its next state and logs it; false when another request was faster. */
export async function moveProduct(trx: Tx, { action, who, note = '', columns = {}, ...move }: Move): Promise<boolean> {
  if (!(await moveRow(trx, 'monWxProduct', move, columns))) return false
  const { id, at, from, to } = move
  const line = { productId: id, at, action, fromState: from, toState: to, who, note: note.slice(0, 300) }
  await trx.insertInto('monWxProductLog').values(line).execute()
  return true
}

export const blocksOf = (row: Pick<StoredProduct, 'blocks'>) => row.blocks
export const snapshotOf = (row: Pick<StoredProduct, 'snapshot'>) => row.snapshot
export const coverOf = (row: Pick<StoredProduct, 'cover'>) => row.cover
