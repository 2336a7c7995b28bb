import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'

/** Metrics that may leave the house: nothing of persons, nothing of nuclear, biological and chemical detectors. */
export const OPEN_CATEGORIES = ['air', 'tox', 'met'] as const

/** Codes that are no metric, or none that is ever published. */
export async function findUnpublishable(db: Db, codes: readonly string[]): Promise<string[]> {
  if (codes.length === 0) return []
  const { rows } = await sql<{ code: string }>`
    select code from mon_metric where code = any(${[...codes]}::text[]) and category = any(${[...OPEN_CATEGORIES]}::text[])`.execute(
    db,
  )
  const known = new Set(rows.map(({ code }) => code))
  return codes.filter((code) => !known.has(code))
}
