import { sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { createLoaderByDb } from '../../platform/loader.ts'

interface Named {
  /** Department ids. */
  readonly memberOf: readonly string[]
  /** Ids of departments the user is in charge of, and codes of positions: comma lists in display order. */
  readonly departIds: string | null
  readonly post: string | null
}

/** Name of a department id or position code. */
interface Name {
  readonly name: string
  /** Code of a department, for sorting. */
  readonly orgCode: string
  readonly isDeleted: boolean
}
type Names = ReadonlyMap<string, Name>

const departKey = (id: string) => `d${id}`
const positionKey = (code: string) => `p${code}`

/** Batches the name lookups of concurrent lists. */
const namesOf = createLoaderByDb(findNames)
const NOBODY: Names = new Map()

/** Adds the names of departments and positions; null where there are none. */
export async function withNames<T extends Named>(db: Db, records: readonly T[]) {
  const keys = records.flatMap(({ memberOf, departIds, post }) => [
    ...[...memberOf, ...partsOf(departIds)].map(departKey),
    ...partsOf(post).map(positionKey),
  ])
  const names = keys.length > 0 ? await namesOf(db, keys) : NOBODY
  return records.map((record) => ({
    ...record,
    departNames: joined(liveNames(record.memberOf, names)),
    chargeNames: joined(partsOf(record.departIds).map((id) => names.get(departKey(id))?.name ?? id)),
    postNames: joined(partsOf(record.post).map((code) => names.get(positionKey(code))?.name ?? code)),
  }))
}

const partsOf = (list: string | null) => (list ? list.split(',').filter((part) => part !== '') : [])
const joined = (names: readonly string[]) => (names.length > 0 ? names.join() : null)

/** Ordered by department code. */
const liveNames = (ids: readonly string[], names: Names) =>
  ids
    .flatMap((id) => names.get(departKey(id)) ?? [])
    .filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => (a.orgCode < b.orgCode ? -1 : 1))
    .map(({ name }) => name)

async function findNames(db: Db, keys: readonly string[]): Promise<Names> {
  const keysOf = (kind: string) => keys.filter((key) => key.startsWith(kind)).map((key) => key.slice(1))
  const { rows } = await sql<Name & { readonly key: string }>`
    select 'd' || id as key, depart_name as name, org_code, del_flag <> '0' as is_deleted
    from sys_depart where id = any(${keysOf('d')}::text[])
    union all
    select 'p' || code, name, '', false from sys_position where code = any(${keysOf('p')}::text[])`.execute(db)
  return new Map(rows.map(({ key, ...name }) => [key, name]))
}
