import { metric } from '@natim/contract/mon/metric.resource'
import { AppError } from '../../platform/errors.ts'
import { serve } from '../resource/index.ts'

/** 监测因子. Bounds follow the product until a user changes one of them; all other properties always do. */
export const METRIC = serve(metric, {
  table: 'monMetric',
  async beforeWrite(_trx, _actor, columns, before) {
    const { hardLo, rangeLo, rangeHi, hardHi } = { ...before, ...columns }
    const [low, least, most, high] = [
      hardLo ?? -Infinity,
      rangeLo ?? -Infinity,
      rangeHi ?? Infinity,
      hardHi ?? Infinity,
    ]
    if (low > least || least >= most || most > high) throw new AppError('metric.bounds')
    return columns
  },
})
