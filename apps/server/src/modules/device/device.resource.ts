import { DEVICE_KIND, DEVICE_STATUS, type DeviceKind } from '@natim/contract/dict'
import type { DeviceRow, deviceForm } from '@natim/contract/mon/device'
import { regionName } from '@natim/domain/regions'
import { maskInstantMs, PERSON_KINDS } from '@natim/domain/subject'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { isInScope, scopeFilter } from '../../platform/scope.ts'
import { toDateTimeText } from '../../platform/wire.ts'
import { type Columns, createResource, type ResourceSpec } from '../resource/index.ts'
import {
  DEVICE_FIELDS,
  DEVICE_SOURCE,
  type DeviceRecord,
  findGateway,
  findModel,
  findStationPlace,
  hasReported,
  insertChannels,
  isBehind,
  lockGateways,
  namesOf,
} from './device.repository.ts'
import { countUses, findMissingParents, reviveDeleted, revokeCredentials } from './device-bin.repository.ts'
import { channelsOf, timeoutOf } from './new-device.ts'

type Changes = Columns<'monDevice'>

function lastSampleMs({ kind, lastSampleTs }: DeviceRecord): number | null {
  if (lastSampleTs === null) return null
  return PERSON_KINDS.includes(kind) ? maskInstantMs(lastSampleTs.getTime()) : lastSampleTs.getTime()
}

const GATEWAY = 'gateway' satisfies DeviceKind

const FORM_COLUMNS = [
  'clientId',
  'name',
  'modelId',
  'stationId',
  'gatewayId',
  'lng',
  'lat',
  'serialNo',
  'assetNo',
  'onlineTimeoutS',
  'installedAt',
  'warrantyUntil',
  'nextCalibDate',
  'tags',
] as const satisfies (keyof z.output<typeof deviceForm>)[]

/** 设备 */
export const DEVICE: ResourceSpec<'monDevice', DeviceRow, z.output<typeof deviceForm>, DeviceRecord> = {
  table: 'monDevice',
  source: DEVICE_SOURCE,
  entityLabel: '设备',
  nameOf: ({ name, clientId }) => `${name}（${clientId}）`,
  component: 'mon/device/DeviceList',
  fields: DEVICE_FIELDS,
  dictionaries: [],
  immutable: ['deviceNo', 'modelId', 'kind'],
  arrays: ['tags'],
  unsaid: ['deviceNo', 'kind', 'sysOrgCode', 'delFlag'],
  names: {
    modelId: namesOf('monDeviceModel'),
    stationId: namesOf('monStation'),
    gatewayId: namesOf('monDevice'),
    regionCode: (_db, codes) => new Map(codes.map((code) => [code, regionName(code)])),
  },
  scope: (scope) => scopeFilter(scope, DEVICE_SOURCE.alias),
  conflicts: { mon_device_client: 'device.client_id_in_use' },
  softDelete: { column: 'delFlag', live: 0, deleted: 1, binned: ({ name, clientId }) => ({ name, code: clientId }) },
  // Serialised, since concurrent changes could deadlock on each other's rows.
  lockFirst: async (trx, columns) => (columns === undefined || columns.gatewayId ? lockGateways(trx) : undefined),
  async beforeWrite(trx, { user }, columns, before) {
    await checkGateway(trx, user, columns.gatewayId, before?.id)
    const place = await placeOf(trx, user, columns, before)
    if (before === undefined) return { ...columns, ...place, ...(await modelOf(trx, columns)) }
    const isRenamed = columns.clientId !== undefined && columns.clientId !== before.clientId
    // Its data is stored under this client id.
    if (isRenamed && (await hasReported(trx, before.deviceNo))) throw new AppError('device.client_id_immutable')
    // An emptied timeout reverts to the model's.
    const timeout = columns.onlineTimeoutS === null ? await modelOf(trx, { modelId: before.modelId }) : {}
    return { ...columns, ...place, ...timeout }
  },
  async afterInsert(trx, { user }, { id, modelId, clientId }) {
    const model = await findModel(trx, modelId)
    const channels = channelsOf(model?.channelTemplate ?? [])
    await insertChannels(
      trx,
      channels.map((channel) => ({ ...channel, id: newId(), deviceId: id, createBy: user.username })),
      clientId,
    )
  },
  async uses(db, devices) {
    const { children, channels, withHistory } = await countUses(
      db,
      devices.map(({ id }) => id),
    )
    return [
      { noun: '下级设备', count: children },
      { noun: '通道', count: channels, isBlocking: false },
      { noun: '有历史数据的设备', count: withHistory, isBlocking: false, isKept: true, asksName: true },
    ]
  },
  inUse: 'device.has_children',
  async afterRemove(trx, devices) {
    for (const { id, updateTime } of devices) await revokeCredentials(trx, id, updateTime ?? new Date())
  },
  async beforeRestore(trx, { id }) {
    const missing = await findMissingParents(trx, id)
    if (missing.length > 0) throw new AppError('row.parent_deleted', { data: { names: missing.join('、') } })
    await reviveDeleted(trx, id)
  },
  // Only fields that are given; null clears.
  toColumns: (form) =>
    Object.fromEntries(FORM_COLUMNS.filter((name) => form[name] !== undefined).map((name) => [name, form[name]])),
  toRow: toDeviceRow,
}

export const createDevices = (db: Db, bus: Bus) =>
  createResource(db, {
    ...DEVICE,
    afterCommit: (deviceIds) => bus.publish('registers', deviceIds ? { deviceIds: [...new Set(deviceIds)] } : {}),
  })

export type Devices = ReturnType<typeof createDevices>

const wrong = (field: string, reason: string) => new AppError('device.reference', { data: { field, reason } })

/** Columns a new device takes from its model. */
async function modelOf(trx: Tx, { modelId = '', onlineTimeoutS }: Changes): Promise<Changes> {
  const model = await findModel(trx, modelId)
  if (!model) throw wrong('设备型号', '型号不存在')
  return { kind: model.kind, onlineTimeoutS: onlineTimeoutS ?? timeoutOf(channelsOf(model.channelTemplate)) }
}

/** Whether the coordinates are to revert to the station's. */
const isEmptied = ({ lng, lat }: Changes) => lng === null || lat === null

/** Region, owner and coordinates come from the station; a new device without one belongs to the caller's department. */
async function placeOf(trx: Tx, { scope }: SessionUser, columns: Changes, before?: Changes): Promise<Changes> {
  const { stationId = isEmptied(columns) ? before?.stationId : undefined, lng, lat } = columns
  if (stationId) {
    const station = await findStationPlace(trx, scope, stationId)
    if (!station) throw wrong('所属站点', '站点不存在或不在您的数据范围内')
    if (station.status === 'closed') throw wrong('所属站点', '站点已关闭')
    const { regionCode, sysOrgCode } = station
    return { stationId, regionCode, sysOrgCode, lng: lng ?? station.lng, lat: lat ?? station.lat }
  }
  if (before) {
    // A version from before the station was set holds the former region and owner.
    const { regionCode = '', sysOrgCode = '' } = { ...before, ...columns }
    if (!isInScope(scope, { regionCode, sysOrgCode })) throw new AppError('permission.denied')
    return {}
  }
  const [prefix = ''] = scope.regionPrefixes
  return { regionCode: /^\d+$/.test(prefix) ? prefix.padEnd(6, '0') : '000000', sysOrgCode: scope.orgCode }
}

/**
 * Checks that a device may report through this one: a visible gateway that does not report through the device itself.
 *
 * @param id of the device; absent when it is being added
 */
async function checkGateway(trx: Tx, { scope }: SessionUser, gatewayId: string | null | undefined, id?: string) {
  if (!gatewayId) return
  if (gatewayId === id) throw wrong('所属网关', '不能是设备自己')
  const gateway = await findGateway(trx, scope, gatewayId)
  if (!gateway) throw wrong('所属网关', '网关不存在或不在您的数据范围内')
  if (gateway.kind !== GATEWAY) throw wrong('所属网关', '所选设备不是网关')
  if (id !== undefined && (await isBehind(trx, gatewayId, id)))
    throw wrong('所属网关', '该网关通过本设备上报，不能互为上级')
}

function toDeviceRow(record: DeviceRecord): DeviceRow {
  const kind = record.kind
  const status = record.status
  return {
    id: record.id,
    deviceNo: record.deviceNo,
    clientId: record.clientId,
    name: record.name,
    modelId: record.modelId,
    modelId_dictText: record.modelName,
    kind,
    kind_dictText: DEVICE_KIND[kind],
    stationId: record.stationId,
    stationId_dictText: record.stationName,
    gatewayId: record.gatewayId,
    gatewayId_dictText: record.gatewayName,
    regionCode: record.regionCode,
    regionCode_dictText: regionName(record.regionCode),
    sysOrgCode: record.sysOrgCode,
    sysOrgCode_dictText: record.departName,
    lng: record.lng,
    lat: record.lat,
    serialNo: record.serialNo,
    assetNo: record.assetNo,
    onlineTimeoutS: record.onlineTimeoutS,
    installedAt: record.installedAt,
    warrantyUntil: record.warrantyUntil,
    nextCalibDate: record.nextCalibDate,
    tags: record.tags,
    healthScore: record.healthScore,
    status,
    status_dictText: DEVICE_STATUS[status],
    statusSince: record.statusSince?.getTime() ?? null,
    flapping: record.flapping ?? false,
    lastSeen: record.lastSeen?.getTime() ?? null,
    // Rounded to the hour for personal devices: it is the time at which a person was measured.
    lastSampleTs: lastSampleMs(record),
    firmware: record.firmware,
    ip: record.ip,
    signalDbm: record.signalDbm,
    batteryPct: record.batteryPct,
    skewMs: record.skewMs,
    channelCount: record.channelCount,
    createBy: record.createBy,
    createTime: toDateTimeText(record.createTime),
    updateBy: record.updateBy,
    updateTime: toDateTimeText(record.updateTime),
  }
}
