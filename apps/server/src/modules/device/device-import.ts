import { deviceForm } from '@natim/contract/mon/device'
import type { z } from 'zod'
import type { Db } from '../../platform/db/db.ts'
import type { ImportColumnSpec } from '../import/index.ts'
import { createSheetImport } from '../resource/index.ts'
import type { Devices } from './device.resource.ts'
import { findModelsAndStations } from './device-import.repository.ts'

type Form = z.output<typeof deviceForm>

const DATE_HINT = 'yyyy-MM-dd'
const COLUMNS: readonly ImportColumnSpec<keyof Form>[] = [
  { key: 'name', title: '设备名称', required: true },
  { key: 'clientId', title: '客户端ID', required: true, hint: '4-64 位字母、数字、下划线和短横线' },
  { key: 'modelId', title: '型号', required: true },
  { key: 'stationId', title: '站点', hint: '站点名称或编号' },
  { key: 'lng', title: '经度', hint: '不填时取站点的位置' },
  { key: 'lat', title: '纬度' },
  { key: 'serialNo', title: '序列号' },
  { key: 'assetNo', title: '资产编号' },
  { key: 'onlineTimeoutS', title: '离线判定（秒）', aliases: ['离线判定'], hint: '90 到 3600' },
  { key: 'installedAt', title: '安装日期', kind: 'date', hint: DATE_HINT },
  { key: 'warrantyUntil', title: '质保到期', kind: 'date', hint: DATE_HINT },
  { key: 'nextCalibDate', title: '校准到期', kind: 'date', hint: DATE_HINT },
  { key: 'tags', title: '标签', kind: 'list', hint: '多个标签用逗号分隔' },
]

/**
 * Imports 设备 from sheets. Credentials are issued afterwards one by one: a secret is shown once and never written to a
 * file.
 */
export const createDeviceImport = (db: Db, devices: Devices) =>
  createSheetImport({
    db,
    records: devices,
    name: 'device',
    form: deviceForm,
    columns: COLUMNS,
    keyColumn: 'clientId',
    keyTaken: '客户端ID已被使用',
    example: { name: '示例监测仪', clientId: 'example-0001', modelId: '', installedAt: '2026-01-05', tags: '示例' },
    async open(user) {
      const { models, stations } = await findModelsAndStations(db, user.scope)
      const closed = new Set(stations.filter(({ status }) => status === 'closed').map(({ id }) => id))
      return {
        dictionaries: { modelId: { values: textsOf(models) }, stationId: { values: textsOf(stations) } },
        check: async (_db, { stationId, modelId }, now) => ({
          ...(stationId && closed.has(stationId) && { stationId: '站点已关闭' }),
          ...(now && modelId !== undefined && modelId !== now.modelId && { modelId: '已有设备不能更换型号' }),
        }),
      }
    },
  })

/** Look-up texts of rows: names first, since the export writes names; then codes and ids. */
function textsOf(rows: readonly { readonly id: string; readonly code: string; readonly name: string }[]) {
  const texts = new Map<string, string>()
  const say = (text: string, id: string) => {
    if (!texts.has(text)) texts.set(text, id)
  }
  for (const row of rows) say(row.name, row.id)
  for (const row of rows) say(row.code, row.id)
  for (const row of rows) say(row.id, row.id)
  return texts
}
