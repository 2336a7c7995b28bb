import type { Db } from '../../../platform/db/db.ts'
import type { BuiltDevice } from '../../../testing/build-network.ts'

let count = 0

/** Stores a device event as ingest does. */
export async function tellEvent(
  db: Db,
  device: Pick<BuiltDevice, 'deviceNo'>,
  given: {
    readonly type: string
    readonly tsMs: number
    readonly level?: number
    readonly data?: object
    readonly key?: string
  },
): Promise<void> {
  count += 1
  const ts = new Date(given.tsMs)
  await db
    .insertInto('monDeviceEvent')
    .values({
      deviceId: device.deviceNo,
      ts,
      rx: ts,
      key: Buffer.from(given.key ?? `told-${count}`),
      kind: 'event',
      type: given.type,
      level: given.level ?? null,
      data: JSON.stringify(given.data ?? {}),
    })
    .execute()
}
