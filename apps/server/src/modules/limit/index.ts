import { resourceModule } from '../record/index.ts'
import { LIMIT, LIMIT_SET } from './limit.ts'
import { METRIC } from './metric.ts'

export { createLimits, limitsIn, type FuncZone, type Limits, type LimitsOf } from './limits.ts'

export const limitModule = resourceModule(LIMIT, 'limits')
export const limitSetModule = resourceModule(LIMIT_SET, 'limits')
/** Samples are judged against its bounds when they come in. */
export const metricModule = resourceModule(METRIC, 'registers')
