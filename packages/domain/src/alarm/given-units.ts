import type { Metric } from '../metric.ts'
import { conversion, type Linear } from '../units.ts'
import type { Condition, RuleBranch } from './rule.ts'

type Part = RuleBranch | Condition
type Judged = Pick<Metric, 'nameCn' | 'unit' | 'molarMass'>

/** Branches with figures in the metrics' units, or why a given unit is refused. */
export type InMetricUnits = { readonly branches: readonly RuleBranch[] } | { readonly refusal: string }

const DIGITS = 6
const rounded = (value: number) => Number(value.toPrecision(DIGITS))

/** Thresholds and rates may arrive with a unit; stored branches carry none. */
const unitOf = (part: Part & { readonly unit?: string }): string | undefined => part.unit

const partsOf = (branch: RuleBranch): readonly Part[] => (branch.type === 'composite' ? branch.conditions : [branch])

/**
 * Converts figures given with a unit to the metrics' units.
 *
 * @param metrics watched by the rule; one number has to be valid for all of them
 */
export function inMetricUnits(given: readonly RuleBranch[], metrics: readonly Judged[]): InMetricUnits {
  for (const [index, branch] of given.entries())
    for (const part of partsOf(branch)) {
      const unit = unitOf(part)
      const reason = unit === undefined ? undefined : refusalOf(unit, metrics)
      if (reason !== undefined) return { refusal: `第 ${index + 1} 个分支的单位：${reason}` }
    }
  return { branches: given.map((branch) => converted(branch, metrics)) }
}

function refusalOf(unit: string, metrics: readonly Judged[]): string | undefined {
  if (metrics.length === 0) return `作用范围内没有监测因子，${unit} 无从换算`
  const stranger = metrics.find((metric) => conversion(unit, metric.unit, metric) === undefined)
  if (stranger !== undefined) return `${stranger.nameCn}的单位是 ${stranger.unit}，不能由 ${unit} 换算`
  const isOne = new Set(metrics.map((metric) => JSON.stringify(conversion(unit, metric.unit, metric)))).size === 1
  return isOne ? undefined : `各监测因子由 ${unit} 换算的结果不同，请分为几条规则`
}

function converted(branch: RuleBranch, metrics: readonly Judged[]): RuleBranch {
  if (branch.type !== 'composite') return inUnit(branch, metrics)
  return { ...branch, conditions: branch.conditions.map((condition) => inUnit(condition, metrics)) }
}

function inUnit<P extends Part>(part: P, [metric]: readonly Judged[]): P {
  const unit = unitOf(part)
  if (unit === undefined || metric === undefined) return part
  const { unit: _given, ...rest } = { unit, ...part }
  const linear = conversion(unit, metric.unit, metric)
  return { ...rest, ...(linear && figuresOf(part, linear)) } as P
}

function figuresOf(part: Part, { scale, offset }: Linear): object {
  const at = (value: number) => rounded(value * scale + offset)
  if (part.type === 'rate') return { perMin: rounded(part.perMin * scale) }
  if (part.type !== 'threshold') return {}
  return { value: at(part.value), ...(part.clearValue !== undefined && { clearValue: at(part.clearValue) }) }
}
