import type { Db } from '../../platform/db/db.ts'
import { findCaptions } from './dict.repository.ts'

/** Caption of a value in a code dictionary: the value itself when nobody knows it, empty for none. */
export type Captions = (code: string, value: string | number | null) => string

/** For the `_dictText` of rows (contract/00 §10). */
export async function loadCaptions(db: Db, codes: readonly string[]): Promise<Captions> {
  const rows = codes.length === 0 ? [] : await findCaptions(db, codes)
  const texts = new Map(rows.map((row) => [`${row.dictCode}/${row.itemValue}`, row.itemText]))
  return (code, value) => (value === null ? '' : (texts.get(`${code}/${value}`) ?? String(value)))
}
