import { sql } from 'kysely'
import { createBatchOfMany } from '../../platform/batch.ts'
import type { Db } from '../../platform/db/db.ts'

interface Named {
  /** Ids of departments. */
  readonly memberOf: readonly string[]
  /** Ids of the departments somebody is in charge of, and codes of positions: comma lists, in the order they are shown. */
  readonly departIds: string | null
  readonly post: string | null
}

interface Depart {
  readonly departName: string
  readonly orgCode: string
  readonly isDeleted: boolean
}

const NO_DEPARTS: ReadonlyMap<string, Depart> = new Map()
const NO_POSITIONS: ReadonlyMap<string, string> = new Map()

const askedOf = new WeakMap<Db, ReturnType<typeof createLookUps>>()

/** Every list of people asks for the names of a few departments: those of one moment are asked together. */
const createLookUps = (db: Db) => ({
  departs: createBatchOfMany((ids: readonly string[]) => findDeparts(db, ids)),
  positions: createBatchOfMany((codes: readonly string[]) => findPositions(db, codes)),
})

/** Adds the names of departments and positions; null where there are none. */
export async function withNames<T extends Named>(db: Db, records: readonly T[]) {
  const asked = askedOf.get(db) ?? createLookUps(db)
  askedOf.set(db, asked)
  const ids = records.flatMap(({ memberOf, departIds }) => [...memberOf, ...partsOf(departIds)])
  const codes = records.flatMap(({ post }) => partsOf(post))
  const [departs, positions] = await Promise.all([
    ids.length > 0 ? asked.departs(ids) : NO_DEPARTS,
    codes.length > 0 ? asked.positions(codes) : NO_POSITIONS,
  ])
  return records.map((record) => ({
    ...record,
    departNames: joined(liveNames(record.memberOf, departs)),
    chargeNames: joined(partsOf(record.departIds).map((id) => departs.get(id)?.departName ?? id)),
    postNames: joined(partsOf(record.post).map((code) => positions.get(code) ?? code)),
  }))
}

const partsOf = (list: string | null) => (list ? list.split(',').filter((part) => part !== '') : [])
const joined = (names: readonly string[]) => (names.length > 0 ? names.join() : null)

/** In the order of the departments' codes. */
const liveNames = (ids: readonly string[], departs: ReadonlyMap<string, Depart>) =>
  ids
    .flatMap((id) => departs.get(id) ?? [])
    .filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => (a.orgCode < b.orgCode ? -1 : 1))
    .map(({ departName }) => departName)

async function findDeparts(db: Db, ids: readonly string[]): Promise<Map<string, Depart>> {
  const rows = await db
    .selectFrom('sysDepart')
    .select(['id', 'departName', 'orgCode', 'delFlag'])
    .where('id', '=', anyOf(ids))
    .execute()
  return new Map(rows.map(({ id, delFlag, ...depart }) => [id, { ...depart, isDeleted: delFlag !== '0' }]))
}

async function findPositions(db: Db, codes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('sysPosition').select(['code', 'name']).where('code', '=', anyOf(codes)).execute()
  return new Map(rows.map(({ code, name }) => [code, name]))
}

/** One parameter, so that the statement is the same for any number. */
const anyOf = (keys: readonly string[]) => sql<string>`any(${[...keys]}::text[])`
