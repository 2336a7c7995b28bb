import type { DeviceKind, DeviceStatus } from '@natim/contract/dict'
import { metricByCode } from '@natim/domain/metrics'
import { seedCatalogue } from '../db/seeds/catalogue.ts'
import type { Db } from '../platform/db/db.ts'
import { newId } from '../platform/id.ts'

export interface BuiltDevice {
  readonly id: string
  readonly deviceNo: number
  readonly clientId: string
  /** In the order of the given metrics. */
  readonly channelNos: readonly number[]
}

interface Place {
  readonly regionCode?: string
  readonly sysOrgCode?: string
}

/** A station, by default in 苏州 of the root department. */
export async function buildStation(
  db: Db,
  given: Place & {
    readonly name?: string
    readonly lng?: number
    readonly lat?: number
    readonly funcZone?: 1 | 2
  } = {},
): Promise<{ id: string; name: string }> {
  const id = newId()
  const name = given.name ?? `站点${id.slice(-4)}`
  await db
    .insertInto('monStation')
    .values({
      id,
      code: `S-${id}`,
      name,
      shortName: name.slice(0, 20),
      stationType: 'national',
      lng: given.lng ?? 120.62,
      lat: given.lat ?? 31.32,
      funcZone: given.funcZone ?? 2,
      regionCode: given.regionCode ?? '320500',
      sysOrgCode: given.sysOrgCode ?? 'A01',
    })
    .execute()
  return { id, name }
}

/** A device with one channel per metric code; an `online` one gets a state row, others on request. */
export async function buildDevice(
  db: Db,
  given: Place & {
    readonly name?: string
    readonly kind?: DeviceKind
    readonly stationId?: string
    readonly metrics?: readonly string[]
    readonly periodS?: number
    readonly status?: DeviceStatus
  } = {},
): Promise<BuiltDevice> {
  await db.transaction().execute(seedCatalogue)
  const id = newId()
  const clientId = `D-${id}`
  const kind = given.kind ?? 'air'
  await db
    .insertInto('monDeviceModel')
    .values({ id: `model-${kind}`, code: `MODEL-${kind}`, name: `型号 ${kind}`, vendor: '测试', kind })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { deviceNo } = await db
    .insertInto('monDevice')
    .values({
      id,
      clientId,
      name: given.name ?? `设备${id.slice(-4)}`,
      modelId: `model-${kind}`,
      kind,
      stationId: given.stationId ?? null,
      regionCode: given.regionCode ?? '320500',
      sysOrgCode: given.sysOrgCode ?? 'A01',
      onlineTimeoutS: 180,
    })
    .returning('deviceNo')
    .executeTakeFirstOrThrow()
  const channelNos: number[] = []
  for (const [seq, metricCode] of (given.metrics ?? ['pm25']).entries()) {
    channelNos.push(await buildChannel(db, id, seq + 1, metricCode, given.periodS ?? 60))
  }
  if (given.status !== undefined) {
    await db.insertInto('monDeviceState').values({ deviceId: deviceNo, status: given.status }).execute()
  }
  return { id, deviceNo, clientId, channelNos }
}

async function buildChannel(db: Db, deviceId: string, seq: number, code: string, periodS: number): Promise<number> {
  const metric = metricByCode(code)
  if (!metric) throw new Error(`No such metric: ${code}`)
  const row = await db
    .insertInto('monChannel')
    .values({
      id: newId(),
      deviceId,
      seq,
      metricCode: code,
      unitIn: metric.unit,
      precision: metric.precision,
      periodS,
    })
    .returning('channelNo')
    .executeTakeFirstOrThrow()
  return row.channelNo
}
