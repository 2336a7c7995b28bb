import { type StationRow, stationEndpoints } from '@natim/contract/mon/station'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { implement } from '../../platform/http/implement.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { binHandlers, recordHandlers } from '../record/index.ts'
import type { Stations } from './station.ts'

const COLUMNS: readonly SheetColumn<StationRow>[] = [
  { title: '站点编号', value: (row) => row.code },
  { title: '站点名称', value: (row) => row.name },
  { title: '站点类型', value: (row) => row.stationType_dictText },
  { title: '行政区划', value: (row) => row.regionCode_dictText },
  { title: '经度', value: (row) => row.lng },
  { title: '纬度', value: (row) => row.lat },
  { title: '地址', value: (row) => row.address },
  { title: '5 km 人口', value: (row) => row.population5km },
  { title: '设备数', value: (row) => row.deviceCount },
  { title: '在线数', value: (row) => row.onlineCount },
  { title: '状态', value: (row) => row.status_dictText },
  { title: '创建时间', value: (row) => row.createTime },
]

export function registerStationRoutes(
  app: FastifyInstance,
  { db, stations }: { readonly db: Db; readonly stations: Stations },
): void {
  implement(app, stationEndpoints, {
    ...recordHandlers(db, stations, { title: '站点列表', columns: COLUMNS }),
    ...binHandlers(stations),
  })
}
