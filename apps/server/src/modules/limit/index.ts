import { resourceModule } from '../resource/index.ts'
import { LIMIT, LIMIT_SET } from './limit.resource.ts'
import { METRIC } from './metric.resource.ts'

export { findLimitRows, loadLimitBook } from './limit-book.ts'
export {
  createLimits,
  type FuncZone,
  type Limits,
  type LimitsOf,
  limitsIn,
  limitsOver,
  type MarkInRange,
  ownLimitChanges,
  ownMarks,
} from './limits.ts'
export { loadMeans, type MeansOf } from './means.ts'

export const limitModule = resourceModule(LIMIT, 'limits')
export const limitSetModule = resourceModule(LIMIT_SET, 'limits')
/** Changes are announced as `registers`: incoming samples are checked against metric bounds. */
export const metricModule = resourceModule(METRIC, 'registers')
