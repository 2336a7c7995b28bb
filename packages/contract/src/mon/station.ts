import { z } from 'zod'
import { keysOf, STATION_STATUS, STATION_TYPE } from '../dict.ts'
import { clearable, lat, lng, optionalId, regionCode, requiredText, text } from '../fields.ts'
import { binEndpoints, recordEndpoints } from '../record.ts'

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
  altM: clearable(z.coerce.number().min(-500).max(9_000)),
  address: text(200).nullish(),
  funcZone: z.coerce.number().int().min(1).max(2).default(2),
  population5km: clearable(z.coerce.number().int().min(0).max(100_000_000, '人口数过大')),
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
  createBy: z.string().nullable(),
  createTime: z.string().nullable(),
  updateBy: z.string().nullable(),
  updateTime: z.string().nullable(),
})
export type StationRow = z.output<typeof stationRow>

const SHAPE = { base: '/mon/station', code: 'mon:station', row: stationRow, form: stationForm, read: 'view' } as const

export const stationEndpoints = { ...recordEndpoints(SHAPE), ...binEndpoints(SHAPE) }
