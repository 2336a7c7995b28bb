import { formatLimit, formatNumber } from '@natim/domain/format'
import { type Figures, figureFor, isReached, meanName } from '@natim/domain/mean-window'
import type { RailLimit } from './limit-scale.ts'

const MEAN_DECIMALS = 1

/** Means have one decimal more than readings: a mean of 74.6 is below 75. */
const figureText = (figure: number, precision: number): string => formatNumber(figure, precision + MEAN_DECIMALS)

/** `24 h 均值 82.1 超过 二级日均 75`; for a limit on readings `达到 MAC 10`. */
export function reachedText(limit: RailLimit, figures: Figures, precision: number): string {
  const mean = meanName(limit.avgPeriod)
  const goal = `${limit.op === '>' ? '超过' : '达到'} ${limit.name} ${formatLimit(limit.value)}`
  const figure = figureFor(limit, figures)
  return mean === '' || figure === undefined ? goal : `${mean} ${figureText(figure, precision)} ${goal}`
}

/** Tooltip of a rail tick: `二级日均 75，24 h 均值 42.0`, `…，24 h 均值数据不足，未判定`. */
export function limitText(limit: RailLimit, figures: Figures, precision: number): string {
  const name = `${limit.name} ${formatLimit(limit.value)}`
  if (limit.avgPeriod === 'instant') return name
  const figure = figureFor(limit, figures)
  const mean = meanName(limit.avgPeriod)
  if (mean === '') return `${name}，未判定`
  return figure === undefined ? `${name}，${mean}数据不足，未判定` : `${name}，${mean} ${figureText(figure, precision)}`
}

/** Names of means with too little data to be judged: `24 h 均值、小时均值`; empty when every limit is judged. */
export function unjudgedMeans(limits: readonly RailLimit[], figures: Figures): string {
  const unjudged = limits.filter((limit) => limit.avgPeriod !== 'instant' && isReached(limit, figures) === undefined)
  return [...new Set(unjudged.map(({ avgPeriod, name }) => meanName(avgPeriod) || name))].join('、')
}
