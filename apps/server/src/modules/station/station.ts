import { STATION_STATUS, STATION_TYPE } from '@natim/contract/dict'
import type { StationForm, StationRow, stationForm } from '@natim/contract/mon/station'
import { regionName } from '@natim/domain/regions'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { isInScope, scopeFilter } from '../../platform/scope.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { createRecords, type RecordSpec } from '../record/index.ts'
import {
  countDevicesOf,
  findOrgCodeOfRegion,
  STATION_FIELDS,
  STATION_SOURCE,
  type StationRecord,
} from './station.repository.ts'

type ParsedForm = z.output<typeof stationForm>

/** 监测站点 */
export const STATION: RecordSpec<'monStation', StationRow, ParsedForm, StationRecord> = {
  table: 'monStation',
  source: STATION_SOURCE,
  noun: '站点',
  nameOf: ({ name, code }) => `${name}（${code}）`,
  component: 'mon/station/StationList',
  fields: STATION_FIELDS,
  dictionaries: [],
  unsaid: ['sysOrgCode', 'delFlag'],
  names: { regionCode: (_db, codes) => new Map(codes.map((code) => [code, regionName(code)])) },
  scope: (scope) => scopeFilter(scope, STATION_SOURCE.alias),
  conflicts: { mon_station_code: 'station.code_in_use' },
  softDelete: { column: 'delFlag', live: 0, deleted: 1, freesKey: true, binned: ({ name, code }) => ({ name, code }) },
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
  toColumns: ({ id: _id, ...form }) =>
    Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)),
  toRow: ({ delFlag: _deleted, ...record }) => ({
    ...record,
    stationType: record.stationType as StationForm['stationType'],
    stationType_dictText: STATION_TYPE[record.stationType as keyof typeof STATION_TYPE] ?? record.stationType,
    status: record.status as StationRow['status'],
    status_dictText: STATION_STATUS[record.status as keyof typeof STATION_STATUS] ?? record.status,
    regionCode_dictText: regionName(record.regionCode),
    deviceCount: record.deviceCount ?? 0,
    onlineCount: record.onlineCount ?? 0,
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }),
}

/** Devices know where their stations are: whoever keeps them in memory is told. */
export const createStations = (db: Db, bus: Bus) =>
  createRecords(db, { ...STATION, afterCommit: () => bus.publish('registers', {}) })

export type Stations = ReturnType<typeof createStations>

/** Finds the department a station of a region belongs to, once a region; undefined where the user may have none. */
export function createOwners({ scope }: SessionUser) {
  const found = new Map<string, Promise<string>>()
  return async (db: Db, regionCode: string): Promise<string | undefined> => {
    const finding = found.get(regionCode) ?? findOrgCodeOfRegion(db, regionCode).then((code) => code ?? scope.orgCode)
    found.set(regionCode, finding)
    const sysOrgCode = await finding
    return isInScope(scope, { regionCode, sysOrgCode }) ? sysOrgCode : undefined
  }
}

/** Of one transaction: a sheet names the same regions again and again. */
const ownersOf = new WeakMap<Tx, ReturnType<typeof createOwners>>()
