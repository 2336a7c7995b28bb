import type { Db } from '../../platform/db/db.ts'
import { groupBy } from '../../platform/group-by.ts'
import { createLoaderByDb } from '../../platform/loader.ts'
import { findLabels } from './dict.repository.ts'

/** Caption of a value in a code dictionary: the value itself if unknown, empty for none. */
export type DictLabels = (code: string, value: string | number | null) => string

/** Batches concurrent queries: every list needs the same few. */
const textsOf = createLoaderByDb(loadTexts)

/** For the `_dictText` of rows (contract/00 §10). */
export async function loadDictLabels(db: Db, codes: readonly string[]): Promise<DictLabels> {
  const texts = await textsOf(db, codes)
  return (code, value) => (value === null ? '' : (texts.get(code)?.get(String(value)) ?? String(value)))
}

async function loadTexts(db: Db, codes: readonly string[]): Promise<Map<string, ReadonlyMap<string, string>>> {
  const byCode = groupBy(await findLabels(db, codes), ({ dictCode }) => dictCode)
  return new Map([...byCode].map(([code, rows]) => [code, new Map(rows.map((row) => [row.itemValue, row.itemText]))]))
}
