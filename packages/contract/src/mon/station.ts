import { z } from 'zod'
import { keysOf, STATION_STATUS, STATION_TYPE } from '../dict.ts'
import { defineEndpoints } from '../endpoint.ts'
import { page } from '../envelope.ts'
import { idList, lat, listQuery, lng, optionalId, regionCode, requiredText, rowId, text } from '../fields.ts'
import { patchOf } from '../patch.ts'
import { binEndpoints } from '../record.ts'

const stationType = z.enum(keysOf(STATION_TYPE), '请选择站点类型')
const stationStatus = z.enum(keysOf(STATION_STATUS), '请选择状态')

export const stationForm = z.object({
  id: optionalId,
  code: requiredText(32).regex(/^[A-Za-z0-9_-]+$/, '只能包含字母、数字、下划线和短横线'),
  name: requiredText(80),
  shortName: requiredText(20),
  stationType,
  lng,
  lat,
  altM: z.coerce.number().min(-500).max(9_000).nullish(),
  address: text(200).nullish(),
  funcZone: z.coerce.number().int().min(1).max(2).default(2),
  population5km: z.coerce.number().int().min(0).max(100_000_000, '人口数过大').nullish(),
  contactName: text(40).nullish(),
  contactPhone: text(32).nullish(),
  status: stationStatus.default('active'),
  regionCode,
})
export type StationForm = z.input<typeof stationForm>

export const stationRow = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  shortName: z.string(),
  stationType,
  stationType_dictText: z.string(),
  lng: z.number(),
  lat: z.number(),
  altM: z.number().nullable(),
  address: z.string().nullable(),
  funcZone: z.number(),
  population5km: z.number().nullable(),
  contactName: z.string().nullable(),
  contactPhone: z.string().nullable(),
  status: stationStatus,
  status_dictText: z.string(),
  regionCode: z.string(),
  regionCode_dictText: z.string(),
  sysOrgCode: z.string(),
  /** Devices at the station by status. */
  deviceCount: z.number().int(),
  onlineCount: z.number().int(),
  createTime: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type StationRow = z.output<typeof stationRow>

const oneId = z.object({ id: rowId })

export const stationEndpoints = defineEndpoints({
  ...binEndpoints('/mon/station', 'mon:station:delete'),
  list: {
    method: 'GET',
    path: '/mon/station/list',
    access: 'mon:station:view',
    query: listQuery,
    result: page(stationRow),
  },
  get: { method: 'GET', path: '/mon/station/queryById', access: 'mon:station:view', query: oneId, result: stationRow },
  create: {
    method: 'POST',
    path: '/mon/station/add',
    access: 'mon:station:add',
    body: stationForm,
    result: z.object({ id: z.string() }),
  },
  update: {
    method: ['PUT', 'POST'],
    path: '/mon/station/edit',
    access: 'mon:station:edit',
    body: patchOf(stationForm),
    result: z.null(),
  },
  remove: {
    method: 'DELETE',
    path: '/mon/station/delete',
    access: 'mon:station:delete',
    query: oneId,
    result: z.null(),
  },
  removeMany: {
    method: 'DELETE',
    path: '/mon/station/deleteBatch',
    access: 'mon:station:delete',
    query: z.object({ ids: idList }),
    result: z.null(),
  },
  exportXls: {
    method: ['POST', 'GET'],
    path: '/mon/station/exportXls',
    access: 'mon:station:export',
    wire: 'binary',
    query: listQuery,
    body: z.looseObject({}).nullish(),
    result: z.unknown(),
  },
})
