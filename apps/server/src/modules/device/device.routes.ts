import { omit } from '@natim/contract/endpoint'
import { type DeviceListRow, deviceEndpoints } from '@natim/contract/mon/device'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../platform/db/db.ts'
import { exportXlsx } from '../../platform/export.ts'
import { implement, withMessage } from '../../platform/http/implement.ts'
import { actorOf } from '../../platform/journal.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import type { SheetColumn } from '../../platform/xlsx.ts'
import { binHandlers, crudHandlers } from '../resource/index.ts'
import { toCredentialRow } from './credential.repository.ts'
import { findLiveCredentials } from './device.repository.ts'
import type { Devices } from './device.resource.ts'
import type { DeviceService } from './device.service.ts'

const COLUMNS: readonly SheetColumn<DeviceListRow>[] = [
  { title: '编号', value: (row) => row.deviceNo },
  { title: '设备名称', value: (row) => row.name },
  { title: '客户端ID', value: (row) => row.clientId },
  { title: '设备类型', value: (row) => row.kind_dictText },
  { title: '型号', value: (row) => row.modelId_dictText },
  { title: '站点', value: (row) => row.stationId_dictText },
  { title: '行政区划', value: (row) => row.regionCode_dictText },
  { title: '归属部门', value: (row) => row.sysOrgCode_dictText },
  { title: '经度', value: (row) => row.lng },
  { title: '纬度', value: (row) => row.lat },
  { title: '状态', value: (row) => row.status_dictText },
  { title: '通道数', value: (row) => row.channelCount },
  { title: '最后上报', value: (row) => (row.lastSeen === null ? '' : toDateTimeText(new Date(row.lastSeen))) },
  { title: '健康分', value: (row) => row.healthScore },
  { title: '固件', value: (row) => row.firmware },
  { title: '校准到期', value: (row) => row.nextCalibDate },
]

export interface DeviceRouteDeps {
  readonly db: Db
  readonly devices: Devices
  readonly service: DeviceService
}

export function registerDeviceRoutes(app: FastifyInstance, { db, devices, service }: DeviceRouteDeps): void {
  const sheet = { db, title: '设备列表', columns: COLUMNS }
  implement(app, omit(deviceEndpoints, ['overview', 'events', 'track', 'rejects', 'blob']), {
    ...crudHandlers(db, devices, { title: sheet.title, columns: [] }),
    ...binHandlers(devices),
    list: ({ query, ctx }) => service.list(ctx.user, query),
    statusCounts: ({ query, ctx }) => service.statusCounts(ctx.user, query),
    places: ({ query, ctx }) => service.places(ctx.user, query),
    create: async ({ body, ctx }) => withMessage(await service.create(actorOf(ctx), body), '添加成功！'),
    changeMany: async ({ body, ctx }) => {
      await service.changeMany(actorOf(ctx), body)
      return withMessage(null, '修改成功！')
    },
    exportXls: ({ query, body, ctx }) =>
      exportXlsx({ ...sheet, readPage: (q, ids) => service.list(ctx.user, q, ids) }, { query, body }, ctx),
    tree: ({ query, ctx }) => service.tree(ctx.user, query.parent),
    credentials: async ({ params, ctx }) => {
      await devices.get(ctx.user, params.id)
      return (await findLiveCredentials(db, params.id)).map(toCredentialRow)
    },
    rotateSecret: async ({ params, ctx }) =>
      withMessage(await service.rotateSecret(ctx.user, params.id), '凭证已更新，请立即保存'),
  })
}
