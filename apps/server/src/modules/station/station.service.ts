import { STATION_STATUS, STATION_TYPE } from '@natim/contract/dict'
import type { ListQuery } from '@natim/contract/fields'
import type { StationForm, StationRow, stationForm } from '@natim/contract/mon/station'
import { regionName } from '@natim/domain/regions'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import { type DataScope, isInScope } from '../../platform/scope.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { guardConflicts } from '../record/index.ts'
import { columnsOf } from './station.mapper.ts'
import {
  countDevicesOf,
  findOrgCodeOfRegion,
  findStation,
  findStations,
  lockStations,
  STATION_CONFLICTS,
  STATION_FIELDS,
  STATION_LIST,
  STATION_RULES,
  type StationRecord,
} from './station.repository.ts'

type ParsedForm = z.output<typeof stationForm>

/** 监测站点: the rules around the register of places. */
export function createStationService({ db, bus }: { readonly db: Db; readonly bus: Bus }) {
  return {
    async list(user: SessionUser, query: ListQuery, ids?: readonly string[]) {
      const asked = parseListRequest(query, STATION_FIELDS, STATION_LIST)
      const request = await withDataRules(db, user, STATION_RULES, asked)
      const { records, total } = await findStations(db, user.scope, request, ids)
      return toPage(records.map(toRow), total, request)
    },

    async get(scope: DataScope, id: string): Promise<StationRow> {
      const record = await findStation(db, scope, id)
      if (!record) throw new AppError('row.not_found')
      return toRow(record)
    },

    async create(user: SessionUser, form: ParsedForm): Promise<{ id: string }> {
      const sysOrgCode = await ownerOf(user, form.regionCode)
      const id = newId()
      await guardConflicts(STATION_CONFLICTS, () =>
        db
          .insertInto('monStation')
          .values({ ...columnsOf(form), id, sysOrgCode, createBy: user.username })
          .execute(),
      )
      bus.publish('registers', {})
      return { id }
    },

    async update(user: SessionUser, { id, ...form }: Partial<ParsedForm> & { id: string }): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const [locked] = await lockStations(trx, user.scope, [id])
        if (!locked) throw new AppError('row.not_found')
        if (form.status === 'closed' && (await countDevicesOf(trx, [id])) > 0) throw new AppError('station.has_devices')
        const moved = form.regionCode === undefined ? {} : { sysOrgCode: await ownerOf(user, form.regionCode) }
        await guardConflicts(STATION_CONFLICTS, () =>
          trx
            .updateTable('monStation')
            .set({ ...columnsOf(form), ...moved, updateBy: user.username, updateTime: new Date() })
            .where('id', '=', id)
            .execute(),
        )
      })
      bus.publish('registers', {})
    },
  }

  /** The department a station of this region belongs to; nobody writes outside his own scope. */
  async function ownerOf(user: SessionUser, regionCode: string): Promise<string> {
    const sysOrgCode = (await findOrgCodeOfRegion(db, regionCode)) ?? user.scope.orgCode
    if (!isInScope(user.scope, { regionCode, sysOrgCode })) throw new AppError('permission.denied')
    return sysOrgCode
  }
}

function toRow(record: StationRecord): StationRow {
  return {
    id: record.id,
    code: record.code,
    name: record.name,
    shortName: record.shortName,
    stationType: record.stationType as StationForm['stationType'],
    stationType_dictText: STATION_TYPE[record.stationType as keyof typeof STATION_TYPE] ?? record.stationType,
    lng: record.lng,
    lat: record.lat,
    altM: record.altM,
    address: record.address,
    funcZone: record.funcZone,
    population5km: record.population5km,
    contactName: record.contactName,
    contactPhone: record.contactPhone,
    status: record.status as StationRow['status'],
    status_dictText: STATION_STATUS[record.status as keyof typeof STATION_STATUS] ?? record.status,
    regionCode: record.regionCode,
    regionCode_dictText: regionName(record.regionCode),
    sysOrgCode: record.sysOrgCode,
    deviceCount: record.deviceCount ?? 0,
    onlineCount: record.onlineCount ?? 0,
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }
}
