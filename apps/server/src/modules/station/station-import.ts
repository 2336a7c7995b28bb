import { STATION_STATUS, STATION_TYPE } from '@natim/contract/dict'
import { stationForm } from '@natim/contract/mon/station'
import { CITIES, PROVINCES, regionName } from '@natim/domain/regions'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import type { ImportColumnSpec, ImportDictionary } from '../import/index.ts'
import { createRecordImport } from '../record/index.ts'
import { createOwners, type Stations } from './station.ts'
import { countDevicesOf } from './station.repository.ts'

type Form = z.output<typeof stationForm>

const COLUMNS: readonly ImportColumnSpec<keyof Form>[] = [
  { key: 'code', title: '站点编号', required: true, hint: '字母、数字、下划线和短横线，最多 32 位' },
  { key: 'name', title: '站点名称', required: true },
  { key: 'shortName', title: '站点简称', required: true, hint: '最多 20 个字符' },
  { key: 'stationType', title: '站点类型', required: true },
  { key: 'regionCode', title: '行政区划', required: true, hint: '名称或 6 位代码，如 江苏省苏州市 或 320500' },
  { key: 'lng', title: '经度', required: true, hint: '−180 到 180' },
  { key: 'lat', title: '纬度', required: true, hint: '−90 到 90' },
  { key: 'altM', title: '海拔', aliases: ['海拔 (m)', '海拔高度'], hint: '米' },
  { key: 'address', title: '地址' },
  { key: 'funcZone', title: '功能区', hint: '1 或 2' },
  { key: 'population5km', title: '5 km 人口' },
  { key: 'contactName', title: '联系人' },
  { key: 'contactPhone', title: '联系电话' },
  { key: 'status', title: '状态' },
]

const EXAMPLE = {
  code: 'S320500-099',
  name: '苏州工业园区示例站',
  shortName: '示例站',
  stationType: STATION_TYPE.park,
  regionCode: '江苏省苏州市',
  lng: '120.62',
  lat: '31.3',
  status: STATION_STATUS.active,
}

const byCaption = (table: Readonly<Record<string, string>>): ImportDictionary => ({
  values: new Map([
    ...Object.entries(table).map(([value, caption]) => [caption, value] as const),
    ...Object.keys(table).map((value) => [value, value] as const),
  ]),
})
const DICTIONARIES = {
  stationType: byCaption(STATION_TYPE),
  status: byCaption(STATION_STATUS),
  regionCode: {
    values: new Map([...PROVINCES, ...CITIES].map(({ code }) => [regionName(code), code])),
    isOpen: true,
  },
}

/** 站点 from sheets: the rules of adding and editing one by hand. */
export const createStationImport = (db: Db, stations: Stations) =>
  createRecordImport({
    db,
    records: stations,
    name: 'station',
    form: stationForm,
    columns: COLUMNS,
    keyColumn: 'code',
    example: EXAMPLE,
    async open(user) {
      const ownerOf = createOwners(user)
      return {
        dictionaries: DICTIONARIES,
        async check(given, { regionCode, status }, now) {
          const mayOwn = regionCode === undefined || (await ownerOf(given, regionCode)) !== undefined
          const isInUse = now !== undefined && status === 'closed' && (await countDevicesOf(given, [now.id])) > 0
          return {
            ...(!mayOwn && { regionCode: '不在您的数据范围内' }),
            ...(isInUse && { status: '站点下仍有在用设备，不能关闭' }),
          }
        },
      }
    },
  })
