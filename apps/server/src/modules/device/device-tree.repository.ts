import type { TreeNode } from '@natim/contract/mon/device'
import { regionName } from '@natim/domain/regions'
import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../../platform/db/db.ts'
import { allOf } from '../../platform/list/list-field.ts'

const ROOT_KEY = '00'
const PROVINCE_DIGITS = 2
const CITY_DIGITS = 4

/**
 * Children of `parent` in the tree country → province → city → station: a region prefix, or nothing for the root. Nodes
 * without devices are omitted; `abnormal` counts faulty and offline devices.
 */
export async function loadDeviceTree(db: Db, seen: Seen, parent: string | undefined): Promise<TreeNode[]> {
  if (parent === undefined || parent === '') return loadRegions(db, seen, '', 0)
  if (parent === ROOT_KEY) return loadRegions(db, seen, '', PROVINCE_DIGITS)
  if (/^\d{2}$/.test(parent)) return loadRegions(db, seen, parent, CITY_DIGITS)
  if (/^\d{4}$/.test(parent)) return loadStations(db, seen, parent)
  return []
}

/** Visibility conditions of the caller, on the aliases `device` and `state`. */
type Seen = readonly Expression<SqlBool>[]

const TOTAL = sql<number>`count(*)::int`
const ABNORMAL = sql<number>`(count(*) filter (where device.retired_at is null and state.status in ('fault', 'offline')))::int`

const devices = (db: Db, seen: Seen, prefix: string) =>
  db
    .selectFrom('monDevice as device')
    .leftJoin('monDeviceState as state', 'state.deviceId', 'device.deviceNo')
    .where(allOf(seen))
    .where(sql<boolean>`starts_with(device.region_code, ${prefix})`)

async function loadRegions(db: Db, seen: Seen, prefix: string, digits: number): Promise<TreeNode[]> {
  const rows = await devices(db, seen, prefix)
    .select([
      sql<string>`left(device.region_code, ${digits}::int)`.as('code'),
      TOTAL.as('total'),
      ABNORMAL.as('abnormal'),
    ])
    .groupBy(sql`1`)
    .orderBy(sql`1`)
    .execute()
  return rows.map((row) => ({
    key: digits === 0 ? ROOT_KEY : row.code,
    title: digits === 0 ? '全部区域' : regionName(row.code.padEnd(6, '0')),
    kind: digits === 0 ? 'country' : digits === PROVINCE_DIGITS ? 'province' : 'city',
    total: row.total,
    abnormal: row.abnormal,
    isLeaf: false,
  }))
}

async function loadStations(db: Db, seen: Seen, cityPrefix: string): Promise<TreeNode[]> {
  const rows = await devices(db, seen, cityPrefix)
    .innerJoin('monStation as station', 'station.id', 'device.stationId')
    .select(['station.id', 'station.shortName', TOTAL.as('total'), ABNORMAL.as('abnormal')])
    .groupBy(['station.id', 'station.shortName', 'station.code'])
    .orderBy('station.code')
    .execute()
  return rows.map((row) => ({
    key: row.id,
    title: row.shortName,
    kind: 'station' as const,
    total: row.total,
    abnormal: row.abnormal,
    isLeaf: true,
  }))
}
