import { createLimitBook, type LimitBook } from '@natim/domain/limits'
import type { Limit } from '@natim/domain/limit'
import type { Db } from '../../platform/db/db.ts'
import { findLimitsInForce } from './limit.repository.ts'

/** The limits that act, of every day: rows of `mon_limit` in active sets. */
export async function loadLimitBook(db: Db): Promise<LimitBook> {
  const { sets, limits } = await findLimitsInForce(db)
  return createLimitBook(sets, limits)
}

/** The same as rows: tables that are no limits by themselves, as the breakpoints of an index, are made of them. */
export const findLimitRows = async (db: Db): Promise<readonly Limit[]> => (await findLimitsInForce(db)).limits
