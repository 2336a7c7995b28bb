import { resourceModule } from '../resource/index.ts'
import { LIMIT, LIMIT_SET } from './limit.resource.ts'
import { METRIC } from './metric.resource.ts'

export { createLimits, limitsIn, type FuncZone, type Limits, type LimitsOf } from './limits.ts'

export const limitModule = resourceModule(LIMIT, 'limits')
export const limitSetModule = resourceModule(LIMIT_SET, 'limits')
/** Samples are judged against its bounds when they come in. */
export const metricModule = resourceModule(METRIC, 'registers')
