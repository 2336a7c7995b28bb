import { DEVICE_KIND, DEVICE_STATUS, type DeviceKind, type DeviceStatus } from '@natim/contract/dict'
import type { Page } from '@natim/contract/envelope'
import type { ListQuery } from '@natim/contract/fields'
import type { ChannelView, DeviceListRow, DeviceRow, deviceForm, NewCredential } from '@natim/contract/mon/device'
import { regionName } from '@natim/domain/regions'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Bus } from '../../platform/bus.ts'
import { withDataRules } from '../../platform/data-rules/data-rule.repository.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { newId } from '../../platform/id.ts'
import { parseListRequest } from '../../platform/list/list-request.ts'
import type { DataScope } from '../../platform/scope.ts'
import { toDateTimeText, toPage } from '../../platform/wire.ts'
import { issueCredential } from './credential.repository.ts'
import { columnsOf, placeWithoutStation } from './device.mapper.ts'
import {
  countByStatus,
  DEVICE_FIELDS,
  DEVICE_LIST,
  DEVICE_RULES,
  type DeviceRecord,
  deviceConditions,
  findDevice,
  findDevices,
  findGateway,
  findModel,
  findStationPlace,
  isBehind,
  lockDevices,
  lockGateways,
} from './device.repository.ts'
import { loadDeviceTree } from './device-tree.repository.ts'
import { DEFAULT_TIMEOUT_S, insertChannelsOf } from './new-device.ts'

type ParsedForm = z.output<typeof deviceForm>
export type DeviceListQuery = ListQuery & { region?: string | undefined; keyword?: string | undefined }

export interface DeviceDeps {
  readonly db: Db
  readonly bus: Bus
  /** Port of the embedded broker for connection hints; null when an external broker is used. */
  readonly mqttPort: () => number | null
  /** The first channels of each device with their newest values, by device number. */
  readonly channelsOf: (deviceNos: readonly number[], perDevice: number) => Promise<ReadonlyMap<number, ChannelView[]>>
}

const VALUES_IN_LIST = 2
const GATEWAY = 'gateway' satisfies DeviceKind

export type DeviceService = ReturnType<typeof createDeviceService>

/** 设备: the register of what reports, and who may change it. */
export function createDeviceService({ db, bus, mqttPort, channelsOf }: DeviceDeps) {
  const requestOf = (user: SessionUser, query: ListQuery) =>
    withDataRules(db, user, DEVICE_RULES, parseListRequest(query, DEVICE_FIELDS, DEVICE_LIST))

  async function list(
    user: SessionUser,
    query: DeviceListQuery,
    ids?: readonly string[],
  ): Promise<Page<DeviceListRow>> {
    const request = await requestOf(user, query)
    const { records, total } = await findDevices(db, user.scope, request, deviceConditions({ ...query, ids }))
    const channels = await channelsOf(
      records.map((record) => record.deviceNo),
      VALUES_IN_LIST,
    )
    const rows = records.map((record) => ({ ...toDeviceRow(record), channels: channels.get(record.deviceNo) ?? [] }))
    return toPage(rows, total, request)
  }

  /** Counts for the status tabs: every filter of the list but the status itself. */
  async function statusCounts(
    user: SessionUser,
    { status: _status, ...query }: DeviceListQuery & { status?: unknown },
  ) {
    const { conditions } = await requestOf(user, query)
    const rows = await countByStatus(db, user.scope, [...conditions, ...deviceConditions(query)])
    const counts = Object.fromEntries(Object.keys(DEVICE_STATUS).map((status) => [status, 0])) as Record<
      DeviceStatus,
      number
    >
    for (const row of rows) counts[row.status as DeviceStatus] = row.n
    return counts
  }

  /** Counts of the same devices as the list has. */
  async function tree(user: SessionUser, parent: string | undefined) {
    const { conditions } = await requestOf(user, { pageNo: 1, pageSize: 1 })
    return loadDeviceTree(db, { scope: user.scope, conditions }, parent)
  }

  async function get(scope: DataScope, id: string): Promise<DeviceRow> {
    const record = await findDevice(db, scope, id)
    if (!record) throw new AppError('row.not_found')
    return toDeviceRow(record)
  }

  async function create(user: SessionUser, form: ParsedForm): Promise<{ id: string; credential: NewCredential }> {
    const created = await db.transaction().execute(async (trx) => {
      const model = await findModel(trx, form.modelId)
      if (!model) throw wrong('设备型号', '型号不存在')
      await checkGateway(trx, user, form.gatewayId)
      const place = await placeOf(trx, user, form)
      const id = newId()
      await guardClientId(() =>
        trx
          .insertInto('monDevice')
          .values({
            ...columnsOf(form),
            ...place,
            id,
            clientId: form.clientId,
            name: form.name,
            modelId: model.id,
            kind: model.kind,
            onlineTimeoutS: form.onlineTimeoutS ?? DEFAULT_TIMEOUT_S,
            createBy: user.username,
          })
          .execute(),
      )
      await insertChannelsOf(trx, id, model.channelTemplate, form.onlineTimeoutS ?? null, user.username)
      const credential = await issueCredential(trx, { id, clientId: form.clientId }, user, mqttPort())
      await trx.deleteFrom('monPendingClient').where('clientId', '=', form.clientId).execute()
      return { id, credential }
    })
    bus.publish('registers', { deviceIds: [created.id] })
    return created
  }

  async function update(user: SessionUser, { id, ...form }: Partial<ParsedForm> & { id: string }): Promise<void> {
    await db.transaction().execute(async (trx) => {
      // Before any row: two that wait for each other's rows would never end.
      if (form.gatewayId) await lockGateways(trx)
      const [locked] = await lockDevices(trx, user.scope, [id])
      if (!locked) throw new AppError('row.not_found')
      const renames = form.clientId !== undefined && form.clientId !== locked.clientId
      if (renames && locked.lastSeen !== null) throw new AppError('device.client_id_immutable')
      await checkGateway(trx, user, form.gatewayId, id)
      const place = form.stationId === undefined ? {} : await placeOf(trx, user, form)
      await guardClientId(() =>
        trx
          .updateTable('monDevice')
          .set({
            ...columnsOf(form),
            ...place,
            ...(form.clientId === undefined ? {} : { clientId: form.clientId }),
            ...(form.name === undefined ? {} : { name: form.name }),
            updateBy: user.username,
            updateTime: new Date(),
          })
          .where('id', '=', id)
          .execute(),
      )
    })
    bus.publish('registers', { deviceIds: [id] })
  }

  /**
   * Gives a device a new secret, which is shown this once; the one before goes on for the time `issueCredential` gives it.
   *
   * @throws AppError row.not_found, device.retired
   */
  async function rotateSecret(user: SessionUser, id: string): Promise<NewCredential> {
    const credential = await db.transaction().execute(async (trx) => {
      const [device] = await lockDevices(trx, user.scope, [id])
      if (!device) throw new AppError('row.not_found')
      if (device.retiredAt !== null) throw new AppError('device.retired')
      return issueCredential(trx, device, user, mqttPort())
    })
    bus.publish('registers', { deviceIds: [id] })
    return credential
  }

  return { list, statusCounts, tree, get, create, update, rotateSecret }
}

/** Region, owner and coordinates come from the station; a device without one belongs to the caller's department. */
export async function placeOf(trx: Tx, user: SessionUser, form: Partial<ParsedForm>) {
  if (!form.stationId) {
    return placeWithoutStation(user.scope)
  }
  const station = await findStationPlace(trx, user.scope, form.stationId)
  if (!station) throw wrong('所属站点', '站点不存在或不在您的数据范围内')
  if (station.status === 'closed') throw wrong('所属站点', '站点已关闭')
  return {
    stationId: station.id,
    regionCode: station.regionCode,
    sysOrgCode: station.sysOrgCode,
    lng: form.lng ?? station.lng,
    lat: form.lat ?? station.lat,
  }
}

const wrong = (field: string, reason: string) => new AppError('device.reference', { data: { field, reason } })

/**
 * Whether a device may report through this one: a gateway the caller sees, and none that reports through the device itself.
 *
 * @param id of the device; absent = it is not there yet
 */
async function checkGateway(trx: Tx, user: SessionUser, gatewayId: string | null | undefined, id?: string) {
  if (!gatewayId) return
  if (gatewayId === id) throw wrong('所属网关', '不能是设备自己')
  const gateway = await findGateway(trx, user.scope, gatewayId)
  if (!gateway) throw wrong('所属网关', '网关不存在或不在您的数据范围内')
  if (gateway.kind !== GATEWAY) throw wrong('所属网关', '所选设备不是网关')
  if (id !== undefined && (await isBehind(trx, gatewayId, id)))
    throw wrong('所属网关', '该网关通过本设备上报，不能互为上级')
}

async function guardClientId<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write()
  } catch (error) {
    if ((error as { constraint?: string }).constraint === 'mon_device_client') {
      throw new AppError('device.client_id_in_use', { cause: error })
    }
    throw error
  }
}

function toDeviceRow(record: DeviceRecord): DeviceRow {
  const kind = record.kind as DeviceKind
  const status = record.status as DeviceStatus
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
    regionCode: record.regionCode,
    regionCode_dictText: regionName(record.regionCode),
    sysOrgCode: record.sysOrgCode,
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
    lastSampleTs: record.lastSampleTs?.getTime() ?? null,
    firmware: record.firmware,
    ip: record.ip,
    signalDbm: record.signalDbm,
    batteryPct: record.batteryPct,
    skewMs: record.skewMs,
    channelCount: record.channelCount,
    createTime: toDateTimeText(record.createTime),
    updateTime: toDateTimeText(record.updateTime),
  }
}
