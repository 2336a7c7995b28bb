import { station } from '@natim/contract/mon/station.resource'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { isInScope, scopeFilter } from '../../platform/scope.ts'
import { createResource, serve } from '../resource/index.ts'
import { countDevicesOf, findOrgCodeOfRegion, STATION_FIELDS, STATION_SOURCE } from './station.repository.ts'

export const STATION = serve(station, {
  table: 'monStation',
  source: STATION_SOURCE,
  listFields: STATION_FIELDS,
  scope: (scope) => scopeFilter(scope, STATION_SOURCE.alias),
  conflicts: { mon_station_code: 'station.code_in_use' },
  softDelete: { column: 'delFlag', live: 0, deleted: 1, freesKey: true },
  async beforeWrite(trx, { user }, columns, before) {
    if (before && columns.status === 'closed' && (await countDevicesOf(trx, [before.id])) > 0)
      throw new AppError('station.has_devices')
    if (columns.regionCode === undefined) return columns
    const ownerOf = ownersOf.get(trx) ?? createOwners(user)
    ownersOf.set(trx, ownerOf)
    const sysOrgCode = await ownerOf(trx, columns.regionCode)
    if (sysOrgCode === undefined) throw new AppError('permission.denied')
    return { ...columns, sysOrgCode }
  },
  uses: async (db, stations) => [
    {
      noun: '在用设备',
      count: await countDevicesOf(
        db,
        stations.map(({ id }) => id),
      ),
    },
  ],
  inUse: 'station.has_devices',
})

/** Devices depend on the places of their stations: processes that cache them are notified. */
export const createStations = (db: Db, bus: Bus) =>
  createResource(db, { ...STATION, afterCommit: () => bus.publish('registers', {}) })

export type Stations = ReturnType<typeof createStations>

/** Finds the owning department of a region, cached by region; undefined where the user may have none. */
export function createOwners({ scope }: SessionUser) {
  const found = new Map<string, Promise<string>>()
  return async (db: Db, regionCode: string): Promise<string | undefined> => {
    const finding = found.get(regionCode) ?? findOrgCodeOfRegion(db, regionCode).then((code) => code ?? scope.orgCode)
    found.set(regionCode, finding)
    const sysOrgCode = await finding
    return isInScope(scope, { regionCode, sysOrgCode }) ? sysOrgCode : undefined
  }
}

/** Per transaction: a sheet names the same regions repeatedly. */
const ownersOf = new WeakMap<Tx, ReturnType<typeof createOwners>>()
