import type { Expression } from 'kysely'
import type { Db, Tx } from '../../platform/db/db.ts'
import type { RowSource } from '../resource/index.ts'

const from = (db: Db) => db.selectFrom('monSuppression as suppression')

const withRules = (db: Db) =>
  from(db)
    .selectAll('suppression')
    .select((eb) =>
      eb
        .selectFrom('monAlarmRule as rule')
        .select((names) => names.fn.agg<string[] | null>('array_agg', ['rule.name']).as('names'))
        .where((where) =>
          where<Expression<unknown>, '?', Expression<string>>(
            where.ref('suppression.ruleIds'),
            '?',
            where.ref('rule.id'),
          ),
        )
        .as('ruleNames'),
    )

export type ShownSuppression = Awaited<ReturnType<ReturnType<typeof withRules>['execute']>>[number]

export const SUPPRESSION_SOURCE: RowSource<'monSuppression', ShownSuppression> = {
  table: 'monSuppression',
  alias: 'suppression',
  rows: from,
  details: withRules,
}

/** A suppression that is not deleted, locked. */
export const lockSuppression = (trx: Tx, id: string) =>
  trx
    .selectFrom('monSuppression')
    .selectAll()
    .where('id', '=', id)
    .where('delFlag', '=', 0)
    .forUpdate()
    .executeTakeFirst()

export async function updateEnd(trx: Tx, id: string, { at, by }: { readonly at: Date; readonly by: string }) {
  await trx
    .updateTable('monSuppression')
    .set({ endedAt: at, updateBy: by, updateTime: at })
    .where('id', '=', id)
    .execute()
}
