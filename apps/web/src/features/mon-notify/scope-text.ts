import { DEVICE_KIND, STATION_TYPE } from '@natim/contract/dict'
import type { SuppressionRow } from '@natim/contract/mon/suppression.resource'
import { metricByCode } from '@natim/domain/metrics'
import { regionShortName } from '@natim/domain/regions'

type Scope = SuppressionRow['scope']

const listed = (values: readonly string[] = [], nameOf: (value: string) => string | undefined = (value) => value) =>
  values.map((value) => nameOf(value) ?? value).join('、')
const counted = (values: readonly string[] = [], noun: string) => (values.length > 0 ? `${values.length} ${noun}` : '')

/** A scope in one line: 江苏，有毒气体探测器，氯气. */
export function scopeText(scope: Scope): string {
  const parts = [
    listed(scope.regionPrefixes, (prefix) => regionShortName(prefix.padEnd(6, '0'))),
    listed(scope.stationTypes, (code) => STATION_TYPE[code as keyof typeof STATION_TYPE]),
    counted(scope.stationIds, '个站点'),
    listed(scope.deviceKinds, (code) => DEVICE_KIND[code as keyof typeof DEVICE_KIND]),
    counted(scope.modelIds, '种型号'),
    counted(scope.deviceIds, '台设备'),
    listed(scope.tags),
    listed(scope.metricCodes, (code) => metricByCode(code)?.nameCn),
  ].filter((part) => part !== '')
  return parts.join('，')
}
