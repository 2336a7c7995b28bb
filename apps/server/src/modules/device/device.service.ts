import { DEVICE_STATUS, type DeviceStatus } from '@natim/contract/dict'
import type { HandlerInput } from '@natim/contract/endpoint'
import type { Page } from '@natim/contract/envelope'
import type { ListQuery } from '@natim/contract/fields'
import {
  type ChannelView,
  type DeviceListRow,
  type DevicePlace,
  type deviceEndpoints,
  type deviceForm,
  MAX_DEVICE_TAGS,
  type NewCredential,
} from '@natim/contract/mon/device'
import { keysOf, recordOf } from '@natim/domain/record'
import type { z } from 'zod'
import type { SessionUser } from '../../platform/auth/session-user.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import type { Actor } from '../../platform/journal.ts'
import { issueCredential } from './credential.repository.ts'
import { countByStatus, deviceConditions, findPlaces } from './device.repository.ts'
import type { Devices } from './device.resource.ts'
import { loadDeviceTree } from './device-tree.repository.ts'

export type DeviceListQuery = ListQuery & {
  region?: string | undefined
  keyword?: string | undefined
  bbox?: readonly [west: number, south: number, east: number, north: number] | undefined
}

export interface DeviceDeps {
  readonly db: Db
  readonly devices: Devices
  /** Port of the embedded broker for connection hints; null when an external broker is used. */
  readonly mqttPort: () => number | null
  /** The first channels of each device with their newest values, by device number. */
  readonly channelsOf: (
    deviceNos: readonly number[],
    perDevice: number,
    hidesPersons?: true,
  ) => Promise<ReadonlyMap<number, ChannelView[]>>
}

const VALUES_IN_LIST = 2

export type DeviceService = ReturnType<typeof createDeviceService>

/** Device functions beyond the register: live values, tree, credentials. */
export function createDeviceService({ db, devices, mqttPort, channelsOf }: DeviceDeps) {
  async function list(
    user: SessionUser,
    query: DeviceListQuery,
    ids?: readonly string[],
  ): Promise<Page<DeviceListRow>> {
    const page = await devices.list(user, query, ids, deviceConditions(query))
    const channels = await channelsOf(
      page.records.map(({ deviceNo }) => deviceNo),
      VALUES_IN_LIST,
      user.scope.hidesPersons,
    )
    return { ...page, records: page.records.map((row) => ({ ...row, channels: channels.get(row.deviceNo) ?? [] })) }
  }

  /** Counts for the status tabs: applies every list filter except the status. */
  async function statusCounts(
    user: SessionUser,
    { status: _status, ...query }: DeviceListQuery & { status?: unknown },
  ) {
    const conditions = await devices.conditionsFor(user, query)
    const rows = await countByStatus(db, [...conditions, ...deviceConditions(query)])
    const counts: Record<DeviceStatus, number> = recordOf(keysOf(DEVICE_STATUS), () => 0)
    for (const row of rows) counts[row.status] = row.n
    return counts
  }

  /** Locations of all devices matching the list filters. */
  async function places(user: SessionUser, query: DeviceListQuery): Promise<DevicePlace[]> {
    const conditions = await devices.conditionsFor(user, query)
    const rows = await findPlaces(db, [...conditions, ...deviceConditions(query)])
    return rows.map((row) => ({ ...row, kind: row.kind, status: row.status }))
  }

  return {
    list,
    statusCounts,
    places,

    /** Counts the devices visible in the list. */
    tree: async (user: SessionUser, parent: string | undefined) =>
      loadDeviceTree(db, await devices.conditionsFor(user), parent),

    create: (actor: Actor, form: z.output<typeof deviceForm>): Promise<{ id: string; credential: NewCredential }> =>
      devices.write(
        async (trx) => {
          const id = await devices.insertIn(trx, actor, devices.columnsOf(form))
          const { clientId } = form
          return { id, credential: await issueCredential(trx, { id, clientId }, actor.user, mqttPort()) }
        },
        ({ id }) => [id],
      ),

    /**
     * 批量移动 and 批量标签: changes all devices or none.
     *
     * @throws AppError row.not_found for a device or a station outside the caller's scope, device.too_many_tags
     */
    changeMany: (
      actor: Actor,
      { ids, stationId, addTags, removeTags }: HandlerInput<typeof deviceEndpoints.changeMany>['body'],
    ): Promise<void> =>
      devices.updateMany(actor, ids, ({ name, tags: held }) => {
        const tags = [...new Set([...held, ...addTags])].filter((tag) => !removeTags.includes(tag))
        if (tags.length > MAX_DEVICE_TAGS)
          throw new AppError('device.too_many_tags', { data: { name, max: MAX_DEVICE_TAGS } })
        return { stationId, tags }
      }),

    /**
     * Issues a new secret, shown only in this answer; the previous one stays valid for the grace time of
     * `issueCredential`.
     *
     * @throws AppError row.not_found, device.retired
     */
    rotateSecret: (user: SessionUser, id: string): Promise<NewCredential> =>
      devices.write(
        async (trx) => {
          const device = await devices.lockIn(trx, user, id)
          if (device.retiredAt !== null) throw new AppError('device.retired')
          return issueCredential(trx, device, user, mqttPort())
        },
        () => [id],
      ),
  }
}
