import type { HandlerInput } from '@natim/contract/endpoint'
import { type deviceEndpoints, MAX_DEVICE_TAGS } from '@natim/contract/mon/device'
import type { Bus } from '../../platform/bus.ts'
import type { Db } from '../../platform/db/db.ts'
import { AppError } from '../../platform/errors.ts'
import { type Actor, writeChange } from '../../platform/journal.ts'
import { findRows } from './device-bin.repository.ts'
import { changeDevice, lockDevices } from './device.repository.ts'
import { placeOf } from './device.service.ts'

type Asked = HandlerInput<typeof deviceEndpoints.changeMany>['body']

/**
 * 批量移动 and 批量标签: all of the devices or none, each locked and each with its line in the journal.
 *
 * @throws AppError row.not_found for a device or a station outside the caller's scope, device.too_many_tags
 */
export async function changeDevices(
  { db, bus }: { readonly db: Db; readonly bus: Bus },
  actor: Actor,
  { ids: asked, stationId, addTags, removeTags }: Asked,
): Promise<void> {
  const { user } = actor
  const ids = [...new Set(asked)]
  await db.transaction().execute(async (trx) => {
    const locked = await lockDevices(trx, user.scope, ids)
    if (locked.length !== ids.length) throw new AppError('row.not_found')
    const place = stationId === undefined ? {} : await placeOf(trx, user, { stationId })
    for (const before of await findRows(trx, ids)) {
      const tags = [...new Set([...before.tags, ...addTags])].filter((tag) => !removeTags.includes(tag))
      if (tags.length > MAX_DEVICE_TAGS) {
        throw new AppError('device.too_many_tags', { data: { name: before.name, max: MAX_DEVICE_TAGS } })
      }
      const after = await changeDevice(trx, before.id, { ...place, tags, updateBy: user.username })
      const name = `${before.name}（${before.clientId}）`
      await writeChange(trx, actor, { table: 'mon_device', id: before.id, noun: '设备', name, before, after })
    }
  })
  bus.publish('registers', { deviceIds: ids })
}
