import type { Limit, LimitSet } from '@natim/domain/limits'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { RowSource } from '../resource/index.ts'

const joined = (db: Db) => db.selectFrom('monLimit as limit').innerJoin('monLimitSet as set', 'set.id', 'limit.setId')

const withNames = (db: Db) => joined(db).selectAll('limit').select(['set.name as setName'])

export type ShownLimit = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number]

export const LIMIT_SOURCE: RowSource<'monLimit', ShownLimit> = {
  table: 'monLimit',
  alias: 'limit',
  rows: joined,
  details: withNames,
}

export async function countLimitsOf(db: Db, setIds: readonly string[]): Promise<number> {
  const { n } = await db
    .selectFrom('monLimit')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('setId', 'in', [...setIds])
    .where('delFlag', '=', 0)
    .executeTakeFirstOrThrow()
  return n
}

/** Locks a live set while one of its limits is written. */
export const lockSet = (trx: Tx, id: string) =>
  trx.selectFrom('monLimitSet').select('id').where('id', '=', id).where('delFlag', '=', 0).forShare().executeTakeFirst()

/** The active sets and their limits. */
export async function findLimitsInForce(db: Db): Promise<{ sets: LimitSet[]; limits: Limit[] }> {
  const [sets, limits] = await Promise.all([
    db.selectFrom('monLimitSet').selectAll().where('status', '=', 'active').where('delFlag', '=', 0).execute(),
    joined(db)
      .selectAll('limit')
      .select(['set.code as setCode', 'set.confidence'])
      .where('set.status', '=', 'active')
      .where('set.delFlag', '=', 0)
      .where('limit.delFlag', '=', 0)
      .orderBy('limit.id')
      .execute(),
  ])
  return {
    sets: sets.map(({ validTo, confidence, ...set }) => ({
      ...set,
      validTo: validTo ?? undefined,
      confidence,
    })),
    limits: limits.map(({ kind, grade, avgPeriod, op, severity, confidence, note, ...limit }) => ({
      ...limit,
      kind,
      grade: grade ?? undefined,
      avgPeriod,
      op,
      severity: severity ?? undefined,
      confidence,
      note: note ?? undefined,
    })),
  }
}
