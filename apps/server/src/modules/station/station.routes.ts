import { type StationRow, stationEndpoints } from '@natim/contract/mon/station'
import type { FastifyInstance } from 'fastify'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { createStationService } from './station.service.ts'
import { createStationBin } from './station-bin.ts'

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

export function registerStationRoutes(app: FastifyInstance, deps: { readonly db: Db; readonly bus: Bus }): void {
  const stations = createStationService(deps)
  const bin = createStationBin(deps)
  implement(app, stationEndpoints, {
    list: ({ query, ctx }) => stations.list(ctx.user, query),
    get: ({ query, ctx }) => stations.get(ctx.user.scope, query.id),
    create: async ({ body, ctx }) => withMessage(await stations.create(ctx.user, body), '添加成功！'),
    update: async ({ body, ctx }) => {
      await stations.update(ctx.user, body)
      return withMessage(null, '编辑成功！')
    },
    remove: async ({ query, ctx }) => {
      await bin.remove(actorOf(ctx), [query.id])
      return withMessage(null, '删除成功！')
    },
    removeMany: async ({ query, ctx }) => {
      await bin.remove(actorOf(ctx), query.ids)
      return withMessage(null, '批量删除成功！')
    },
    uses: ({ query, ctx }) => bin.uses(ctx.user, query.ids),
    recycled: ({ ctx }) => bin.list(ctx.user),
    restore: async ({ body, ctx }) => {
      await bin.restore(actorOf(ctx), body)
      return withMessage(null, '恢复成功！')
    },
    exportXls: ({ query, body, ctx }) =>
      exportXlsx(
        {
          db: deps.db,
          title: '站点列表',
          columns: COLUMNS,
          readPage: (q, ids) => stations.list(ctx.user, q, ids),
        },
        { query, body },
        ctx,
      ),
  })
}
