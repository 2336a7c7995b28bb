import { inMetricUnits } from '@natim/domain/alarm/given-units'
import type { RuleBody } from '@natim/domain/alarm/rule'
import { metricByCode } from '@natim/domain/metrics'
import { AppError } from '../../platform/errors.ts'
import type { Directory } from '../live/index.ts'
import { channelsInScope } from './scope.ts'

/**
 * Converts the figures of a rule to the units of the metrics it watches. @throws AppError rule.branches when a unit
 * cannot be converted
 */
export function inUnitsOfMetrics(directory: Directory, body: RuleBody): RuleBody {
  const codes =
    body.scope.metricCodes ?? channelsInScope(directory, body.scope).map(({ channel }) => channel.metricCode)
  const metrics = [...new Set(codes)].flatMap((code) => metricByCode(code) ?? [])
  const taken = inMetricUnits(body.branches, metrics)
  if ('refusal' in taken) throw new AppError('rule.branches', { data: { detail: taken.refusal } })
  return { ...body, branches: taken.branches }
}
