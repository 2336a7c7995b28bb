import type { Limit } from '@natim/domain/limit'
import { createLimitBook, type LimitBook } from '@natim/domain/limits'
import type { Db } from '../../platform/db/db.ts'
import { findLimitsInForce } from './limit.repository.ts'

/** The limits in force, of every day: rows of `mon_limit` in active sets. */
export async function loadLimitBook(db: Db): Promise<LimitBook> {
  const { sets, limits } = await findLimitsInForce(db)
  return createLimitBook(sets, limits)
}

/** The same as rows, for tables that are not limits themselves, such as the breakpoints of an index. */
export const findLimitRows = async (db: Db): Promise<readonly Limit[]> => (await findLimitsInForce(db)).limits
