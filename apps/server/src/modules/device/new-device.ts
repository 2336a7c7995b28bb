import { metricByCode } from '@natim/domain/metrics'
import { z } from 'zod'
import type { JsonValue } from '../../db/types.ts'

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
  updatePeriodS: z.number().int().positive().nullish(),
})

/** For devices whose model has no channels. */
const DEFAULT_TIMEOUT_S = 180
const MIN_TIMEOUT_S = 90
const MAX_TIMEOUT_S = 3_600
const PERIODS_UNTIL_OFFLINE = 3

/** The channels of a new device, by its model's template. */
export const channelsOf = (template: JsonValue) =>
  z
    .array(channelTemplate)
    .parse(template)
    .map((line) => {
      const metric = metricByCode(line.metricCode)
      if (!metric) throw new Error(`Device model names an unknown metric: ${line.metricCode}`)
      return {
        seq: line.seq,
        metricCode: line.metricCode,
        unitIn: line.unit ?? metric.unit,
        rangeLo: line.rangeLo ?? metric.rangeLo,
        rangeHi: line.rangeHi ?? metric.rangeHi,
        precision: line.precision ?? metric.precision,
        periodS: line.periodS ?? metric.periodS,
        lod: line.lod ?? null,
        updatePeriodS: line.updatePeriodS ?? null,
      }
    })

/** Silence after which a device is offline, seconds: by its slowest channel. */
export function timeoutOf(channels: readonly { readonly periodS: number }[]): number {
  if (channels.length === 0) return DEFAULT_TIMEOUT_S
  const slowestS = Math.max(...channels.map(({ periodS }) => periodS))
  return Math.min(Math.max(slowestS * PERIODS_UNTIL_OFFLINE, MIN_TIMEOUT_S), MAX_TIMEOUT_S)
}
