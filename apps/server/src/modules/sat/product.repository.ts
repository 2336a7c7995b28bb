import type { SatAcquisition, SatProduct } from '@natim/contract/mon/sat'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import { type DataScope, scopeFilter } from '../../platform/scope.ts'

const acquisitions = (db: Db) =>
  db
    .selectFrom('monSatAcquisition as acquisition')
    .innerJoin('monSatPass as pass', 'pass.id', 'acquisition.passId')
    .selectAll('acquisition')
    .select(['pass.satCode', 'pass.rank'])

export async function findAcquisitions(db: Db, taskId: string): Promise<SatAcquisition[]> {
  const rows = await acquisitions(db)
    .where('acquisition.taskId', '=', taskId)
    .orderBy('acquisition.plannedAt')
    .orderBy('acquisition.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    passId: row.passId,
    satCode: row.satCode,
    rank: row.rank ?? 0,
    plannedMs: row.plannedAt.getTime(),
    actualMs: row.actualAt?.getTime() ?? null,
    state: row.state,
    cloudPct: row.cloudPct,
    quality: row.quality,
    failReason: row.failReason,
  }))
}

export interface NewAcquisition {
  readonly id: string
  readonly taskId: string
  readonly passId: string
  readonly plannedAt: Date
  readonly providerRef: string
}

export async function insertAcquisition(trx: Tx, acquisition: NewAcquisition): Promise<void> {
  await trx
    .insertInto('monSatAcquisition')
    .values({ ...acquisition, state: 'planned' })
    .execute()
}

export interface AcquisitionChange {
  readonly state: SatAcquisition['state']
  readonly actualAt?: Date
  readonly cloudPct?: number | null
  readonly quality?: string | null
  readonly failReason?: string
}

export async function updateAcquisition(db: Db, passId: string, change: AcquisitionChange): Promise<void> {
  await db.updateTable('monSatAcquisition').set(change).where('passId', '=', passId).execute()
}

export const findAcquisitionOf = (db: Db, passId: string) =>
  db.selectFrom('monSatAcquisition').selectAll().where('passId', '=', passId).executeTakeFirst()

export interface NewProduct {
  readonly id: string
  readonly acquisitionId: string
  readonly level: SatProduct['level']
  readonly name: string
  readonly format: string
  readonly bbox: Readonly<SatProduct['bbox']>
  readonly footprint: readonly (readonly [number, number])[]
  readonly ts: Date
  readonly sizeBytes: number
  readonly sha256: Buffer
  readonly storeKey: string
  readonly thumbKey: string
  readonly thumbBytes: number
  readonly stac: Readonly<Record<string, unknown>>
}

export async function insertProducts(trx: Tx, products: readonly NewProduct[]): Promise<void> {
  if (products.length === 0) return
  await trx
    .insertInto('monSatProduct')
    .values(
      products.map(({ bbox, footprint, stac, ...product }) => ({
        ...product,
        bbox: [...bbox] satisfies SatProduct['bbox'],
        footprint: JSON.stringify(footprint),
        stac: JSON.stringify(stac),
      })),
    )
    .execute()
}

const products = (db: Db, scope: DataScope) =>
  db
    .selectFrom('monSatProduct as product')
    .innerJoin('monSatAcquisition as acquisition', 'acquisition.id', 'product.acquisitionId')
    .innerJoin('monSatPass as pass', 'pass.id', 'acquisition.passId')
    .innerJoin('monSatTask as task', 'task.id', 'acquisition.taskId')
    .where(scopeFilter(scope, 'task'))

const shown = (db: Db, scope: DataScope) =>
  products(db, scope)
    .selectAll('product')
    .select(['task.id as taskId', 'task.no as taskNo', 'task.title as taskTitle', 'pass.satCode'])

type ProductRow = Awaited<ReturnType<ReturnType<typeof shown>['execute']>>[number]

const productView = (row: ProductRow): SatProduct => ({
  id: row.id,
  taskId: row.taskId,
  taskNo: row.taskNo,
  taskTitle: row.taskTitle,
  acquisitionId: row.acquisitionId,
  satCode: row.satCode,
  level: row.level,
  name: row.name,
  format: row.format,
  bbox: row.bbox,
  footprint: row.footprint,
  tsMs: row.ts.getTime(),
  sizeBytes: Number(row.sizeBytes),
  sha256: row.sha256.toString('hex'),
  stac: row.stac,
})

export const findProductsOf = async (db: Db, scope: DataScope, taskId: string): Promise<SatProduct[]> =>
  (await shown(db, scope).where('task.id', '=', taskId).orderBy('product.ts').orderBy('product.name').execute()).map(
    productView,
  )

const like = (text: string) => `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`

/** Newest first. */
export async function findProductPage(
  db: Db,
  scope: DataScope,
  { text, level, pageNo, pageSize }: { text: string; level: string; pageNo: number; pageSize: number },
): Promise<{ records: SatProduct[]; total: number }> {
  const meets: Expression<SqlBool>[] = [sql<SqlBool>`true`]
  if (level !== '') meets.push(sql<SqlBool>`product.level = ${level}`)
  if (text !== '')
    meets.push(sql<SqlBool>`(product.name ilike ${like(text)} or task.title ilike ${like(text)}
      or task.no ilike ${like(text)} or pass.sat_code ilike ${like(text)})`)
  const records = await shown(db, scope)
    .where((eb) => eb.and(meets))
    .orderBy('product.ts', 'desc')
    .orderBy('product.id', 'desc')
    .limit(pageSize)
    .offset((pageNo - 1) * pageSize)
    .execute()
  const { total } = await products(db, scope)
    .select(sql<number>`count(*)::int`.as('total'))
    .where((eb) => eb.and(meets))
    .executeTakeFirstOrThrow()
  return { records: records.map(productView), total }
}

/** Storage location of a product's file. */
export const findProductFile = (db: Db, scope: DataScope, id: string) =>
  products(db, scope)
    .select([
      'product.name',
      'product.format',
      'product.sizeBytes',
      'product.sha256',
      'product.storeKey',
      'product.thumbKey',
      'product.thumbBytes',
      'product.ts',
    ])
    .where('product.id', '=', id)
    .executeTakeFirst()
