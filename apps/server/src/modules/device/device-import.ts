import { deviceForm } from '@natim/contract/mon/device'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'
import { isInScope } from '../../platform/scope.ts'
import type { ImportColumnSpec, ImportEntity, ImportSession, RowToWrite, Verdict } from '../import/index.ts'
import { columnsOf, placeWithoutStation } from './device.mapper.ts'
import { findDevicesByClientId, findModelsAndStations, insertDevice, updateDevice } from './device-import.repository.ts'
import { DEFAULT_TIMEOUT_S, insertChannelsOf } from './new-device.ts'

type Form = z.output<typeof deviceForm>
type Errors = Partial<Record<keyof Form, string>>

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

/** 设备 from sheets. They get their credentials afterwards, one by one: a secret is shown once, and never in a file. */
export function createDeviceImport({ db, bus }: { readonly db: Db; readonly bus: Bus }): ImportEntity<Form> {
  return {
    name: 'device',
    title: '设备',
    columns: COLUMNS,
    form: deviceForm,
    keyColumn: 'clientId',
    example: { name: '示例监测仪', clientId: 'example-0001', modelId: '', installedAt: '2026-01-05', tags: '示例' },
    open: (user) => openSession(db, bus, user),
  }
}

type Register = Awaited<ReturnType<typeof findModelsAndStations>>

async function openSession(db: Db, bus: Bus, user: SessionUser): Promise<ImportSession<Form>> {
  const register = await findModelsAndStations(db, user.scope)
  const models = new Map(register.models.map((model) => [model.id, model]))
  const stations = new Map(register.stations.map((station) => [station.id, station]))
  return {
    dictionaries: { modelId: { values: textsOf(register.models) }, stationId: { values: textsOf(register.stations) } },
    async judge(given, forms) {
      const devices = await findDevicesByClientId(
        given,
        forms.map(({ clientId = '' }) => clientId),
      )
      const byClientId = new Map(devices.map((device) => [device.clientId, device]))
      return forms.map((form): Verdict => {
        const station = form.stationId ? stations.get(form.stationId) : undefined
        const errors: Errors = {}
        if (station?.status === 'closed') errors.stationId = '站点已关闭'
        const now = byClientId.get(form.clientId ?? '')
        if (now && (now.delFlag !== 0 || !isInScope(user.scope, now))) errors.clientId = '客户端ID已被使用'
        else if (now && form.modelId !== undefined && form.modelId !== now.modelId)
          errors.modelId = '已有设备不能更换型号'
        if (Object.keys(errors).length > 0) return { kind: 'refused', errors }
        return now === undefined ? { kind: 'new' } : { kind: 'known', id: now.id, now }
      })
    },
    async write(trx, rows) {
      for (const row of rows) await writeRow(trx, user, row, { models, stations })
    },
    onCommitted: () => bus.publish('registers', {}),
  }
}

/** Rows by what people call them: names first, since the export writes names; codes, and the ids themselves. */
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

interface Known {
  readonly models: ReadonlyMap<string, Register['models'][number]>
  readonly stations: ReadonlyMap<string, Register['stations'][number]>
}

async function writeRow(trx: Tx, user: SessionUser, { id, form }: RowToWrite<Form>, known: Known): Promise<void> {
  const station = form.stationId ? known.stations.get(form.stationId) : undefined
  const place = station && {
    stationId: station.id,
    regionCode: station.regionCode,
    sysOrgCode: station.sysOrgCode,
    lng: form.lng ?? station.lng,
    lat: form.lat ?? station.lat,
  }
  if (id !== undefined) {
    const name = form.name === undefined ? {} : { name: form.name }
    return updateDevice(trx, id, {
      ...columnsOf(form),
      ...name,
      ...place,
      updateBy: user.username,
      updateTime: new Date(),
    })
  }
  const model = known.models.get(form.modelId)
  if (model === undefined) throw new Error('The model of a checked row is gone')
  const deviceId = newId()
  await insertDevice(trx, {
    ...columnsOf(form),
    ...(place ?? placeWithoutStation(user.scope)),
    id: deviceId,
    clientId: form.clientId,
    name: form.name,
    modelId: model.id,
    kind: model.kind,
    onlineTimeoutS: form.onlineTimeoutS ?? DEFAULT_TIMEOUT_S,
    createBy: user.username,
  })
  await insertChannelsOf(trx, deviceId, model.channelTemplate, form.onlineTimeoutS ?? null, user.username)
}
