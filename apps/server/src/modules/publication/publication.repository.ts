import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Categories of publishable metrics: no persons, and no nuclear, biological or chemical detectors. */
export const OPEN_CATEGORIES = ['air', 'tox', 'met'] as const

/** Codes that are unknown or not publishable. */
export async function findUnpublishable(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ code: string }>`
    select code from mon_metric where code = any(${[...codes]}::text[]) and category = any(${[...OPEN_CATEGORIES]}::text[])`.execute(
    db,
  )
  const known = new Set(rows.map(({ code }) => code))
  return codes.filter((code) => !known.has(code))
}
