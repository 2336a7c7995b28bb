import { metricByCode } from '@natim/domain/metrics'
import { z } from 'zod'
import type { JsonValue } from '../../db/types.ts'
import type { Tx } from '../../platform/db/db.ts'
import { newId } from '../../platform/id.ts'

/** One line of a model's channel template (domain §3.2). */
const channelTemplate = z.object({
  seq: z.number().int().min(1).max(9_999),
  metricCode: z.string(),
  unit: z.string().optional(),
  rangeLo: z.number().nullish(),
  rangeHi: z.number().nullish(),
  precision: z.number().int().optional(),
  periodS: z.number().int().positive().optional(),
  lod: z.number().nullish(),
})

/** Of a device whose model has no channels. */
export const DEFAULT_TIMEOUT_S = 180
const MIN_TIMEOUT_S = 90
const MAX_TIMEOUT_S = 3_600
const PERIODS_UNTIL_OFFLINE = 3

/** Clones the channels of a model and derives the online timeout from the slowest one unless it was given. */
export async function insertChannelsOf(
  trx: Tx,
  deviceId: string,
  template: JsonValue,
  timeoutS: number | null,
  createBy: string,
): Promise<void> {
  const rows = z
    .array(channelTemplate)
    .parse(template)
    .map((line) => {
      const metric = metricByCode(line.metricCode)
      if (!metric) throw new Error(`Device model names an unknown metric: ${line.metricCode}`)
      return {
        id: newId(),
        deviceId,
        seq: line.seq,
        metricCode: line.metricCode,
        unitIn: line.unit ?? metric.unit,
        rangeLo: line.rangeLo ?? metric.rangeLo,
        rangeHi: line.rangeHi ?? metric.rangeHi,
        precision: line.precision ?? metric.precision,
        periodS: line.periodS ?? metric.periodS,
        lod: line.lod ?? null,
        createBy,
      }
    })
  if (rows.length === 0) return
  await trx.insertInto('monChannel').values(rows).execute()
  if (timeoutS !== null) return
  const slowestS = Math.max(...rows.map((row) => row.periodS))
  const onlineTimeoutS = Math.min(Math.max(slowestS * PERIODS_UNTIL_OFFLINE, MIN_TIMEOUT_S), MAX_TIMEOUT_S)
  await trx.updateTable('monDevice').set({ onlineTimeoutS }).where('id', '=', deviceId).execute()
}
