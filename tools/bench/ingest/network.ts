import { createHash } from 'node:crypto'
import { metricByCode } from '@natim/domain/metrics'
import { seedCatalogue } from '../../../apps/server/src/db/seeds/catalogue.ts'
import type { Db } from '../../../apps/server/src/platform/db/db.ts'

/** Metrics that change slowly enough for the synthetic signal to be plausible. */
const METRICS = ['pm25', 'pm10', 'air_temp', 'air_rh', 'air_press'] as const

export interface BenchDevice {
  readonly id: string
  readonly clientId: string
  readonly secret: string
  readonly deviceNo: number
  readonly channelNos: readonly number[]
}

/** A device's connection. `onAck` of its `open` is called for each durable message. */
export interface UplinkClient {
  publish(kind: 'tele' | 'batch', payload: Buffer): void
  close(): void
}

/** Registers devices with one channel for each of five metrics. */
export async function buildBenchNetwork(db: Db, count: number): Promise<BenchDevice[]> {
  await db.transaction().execute(seedCatalogue)
  await db
    .insertInto('monDeviceModel')
    .values({ id: 'bench', code: 'BENCH', name: 'bench', vendor: 'bench', kind: 'air' })
    .execute()
  const ids = Array.from({ length: count }, (_, i) => `bench-${i}`)
  const secretOf = (id: string) => createHash('sha256').update(`secret of ${id}`).digest('base64url')
  const devices = await db
    .insertInto('monDevice')
    .values(
      ids.map((id) => ({
        id,
        clientId: `BENCH-${id}`,
        name: id,
        modelId: 'bench',
        kind: 'air',
        regionCode: '320500',
        sysOrgCode: 'A01',
        onlineTimeoutS: 180,
      })),
    )
    .returning(['id', 'deviceNo', 'clientId'])
    .execute()
  await db
    .insertInto('monDeviceCredential')
    .values(ids.map((id) => ({ id, deviceId: id, secretHash: createHash('sha256').update(secretOf(id)).digest() })))
    .execute()
  const channelNos = new Map<string, number[]>()
  for (const [index, metricCode] of METRICS.entries()) {
    const metric = metricByCode(metricCode)
    if (!metric) throw new Error(`no such metric: ${metricCode}`)
    const rows = await db
      .insertInto('monChannel')
      .values(
        ids.map((id) => ({
          id: `${id}-${index}`,
          deviceId: id,
          seq: index + 1,
          metricCode,
          unitIn: metric.unit,
          precision: metric.precision,
          periodS: 60,
        })),
      )
      .returning(['deviceId', 'channelNo'])
      .execute()
    for (const row of rows) channelNos.set(row.deviceId, [...(channelNos.get(row.deviceId) ?? []), row.channelNo])
  }
  return devices.map(({ id, deviceNo, clientId }) => ({
    id,
    clientId,
    secret: secretOf(id),
    deviceNo,
    channelNos: channelNos.get(id) ?? [],
  }))
}

export const CHANNELS_PER_DEVICE = METRICS.length
