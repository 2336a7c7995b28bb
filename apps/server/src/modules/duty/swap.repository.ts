import type { Insertable, Updateable } from 'kysely'
import type { MonDutySwap } from '../../db/types.ts'
import type { Db, Tx } from '../../platform/db/db.ts'

const OPEN = ['asked', 'agreed']

/** Pending swaps that involve one of these teams. */
export const findOpenSwaps = (db: Db, teamIds: readonly string[]) =>
  db
    .selectFrom('monDutySwap as swap')
    .innerJoin('monDutyAssignment as give', 'give.id', 'swap.giveId')
    .innerJoin('monDutyAssignment as take', 'take.id', 'swap.takeId')
    .selectAll('swap')
    .where('swap.state', 'in', OPEN)
    .where((eb) => {
      const ids = teamIds.length === 0 ? [''] : [...teamIds]
      return eb.and([eb('give.teamId', 'in', ids), eb('take.teamId', 'in', ids)])
    })
    .orderBy('swap.createTime')
    .execute()

export const isInOpenSwap = async (db: Db, assignmentIds: readonly string[]): Promise<boolean> =>
  (await db
    .selectFrom('monDutySwap')
    .select('id')
    .where('state', 'in', OPEN)
    .where((eb) => eb.or([eb('giveId', 'in', [...assignmentIds]), eb('takeId', 'in', [...assignmentIds])]))
    .executeTakeFirst()) !== undefined

export const lockSwap = (trx: Tx, id: string) =>
  trx.selectFrom('monDutySwap').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const insertSwap = (trx: Tx, swap: Insertable<MonDutySwap>) =>
  trx.insertInto('monDutySwap').values(swap).execute()

export const updateSwap = (trx: Tx, id: string, columns: Updateable<MonDutySwap>) =>
  trx.updateTable('monDutySwap').set(columns).where('id', '=', id).execute()
