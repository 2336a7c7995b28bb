import { STATION_STATUS, STATION_TYPE } from '@natim/contract/dict'
import { stationForm } from '@natim/contract/mon/station'
import { CITIES, PROVINCES, regionName } from '@natim/domain/regions'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { isInScope } from '../../platform/scope.ts'
import type { ImportColumnSpec, ImportDictionary, ImportEntity, ImportSession, Verdict } from '../import/index.ts'
import { columnsOf } from './station.mapper.ts'
import { findOrgCodeOfRegion, findStationsByCode, insertStations, updateStation } from './station.repository.ts'

type Form = z.output<typeof stationForm>
type Errors = Partial<Record<keyof Form, string>>

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

/** 站点 from sheets: the rules of adding and editing one by hand. */
export function createStationImport({ db, bus }: { readonly db: Db; readonly bus: Bus }): ImportEntity<Form> {
  return {
    name: 'station',
    title: '站点',
    columns: COLUMNS,
    form: stationForm,
    keyColumn: 'code',
    example: EXAMPLE,
    open: async (user) => openSession(db, bus, user),
  }
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

function openSession(db: Db, bus: Bus, user: SessionUser): ImportSession<Form> {
  const owners = new Map<string, string>()
  async function ownerOf(regionCode: string): Promise<string> {
    const known = owners.get(regionCode)
    if (known !== undefined) return known
    const orgCode = (await findOrgCodeOfRegion(db, regionCode)) ?? user.scope.orgCode
    owners.set(regionCode, orgCode)
    return orgCode
  }
  /** Nobody writes outside his own scope. */
  async function mayOwn(regionCode: string | undefined): Promise<boolean> {
    return regionCode === undefined || isInScope(user.scope, { regionCode, sysOrgCode: await ownerOf(regionCode) })
  }
  return {
    dictionaries: DICTIONARIES,
    async judge(given, forms) {
      const stations = await findStationsByCode(
        given,
        forms.map(({ code = '' }) => code),
      )
      const byCode = new Map(stations.map((station) => [station.code, station]))
      return Promise.all(
        forms.map(async ({ code, regionCode, status }): Promise<Verdict> => {
          const errors: Errors = {}
          if (!(await mayOwn(regionCode))) errors.regionCode = '不在您的数据范围内'
          const now = byCode.get(code ?? '')
          if (now && !isInScope(user.scope, now)) errors.code = '数据库中已存在，且不在您的数据范围内'
          else if (status === 'closed' && (now?.deviceCount ?? 0) > 0) errors.status = '站点下仍有在用设备，不能关闭'
          if (Object.keys(errors).length > 0) return { kind: 'refused', errors }
          return now === undefined ? { kind: 'new' } : { kind: 'known', id: now.id, now }
        }),
      )
    },
    async write(trx, rows) {
      const added: Parameters<typeof insertStations>[1][number][] = []
      for (const { id, form } of rows) {
        const owner = form.regionCode === undefined ? {} : { sysOrgCode: await ownerOf(form.regionCode) }
        if (id !== undefined) await updateStation(trx, id, { ...columnsOf(form), ...owner }, user.username)
        else added.push({ ...columnsOf(form), sysOrgCode: await ownerOf(form.regionCode) })
      }
      await insertStations(trx, added, user.username)
    },
    onCommitted: () => bus.publish('registers', {}),
  }
}
