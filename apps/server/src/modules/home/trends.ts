import { HOURS } from './day-history.ts'
import type { DeviceHours, View } from './device-hours.ts'

/** Share of the time in service that devices were online, by clock hour; null where none was in service. */
export function onlineByHour(view: View): (number | null)[] {
  const online = sumByHour(view, 'onlineMs')
  const inService = sumByHour(view, 'inServiceMs')
  return online.map((ms, hour) => ratio(ms, inService[hour] ?? 0))
}

/** Valid over due samples, by clock hour and in total. */
export function completeness(view: View): { readonly byHour: (number | null)[]; readonly total: number | null } {
  const delivered = sumByHour(view, 'delivered')
  const due = sumByHour(view, 'due')
  return { byHour: delivered.map((n, hour) => ratio(n, due[hour] ?? 0)), total: ratio(sum(delivered), sum(due)) }
}

/** Share of valid samples in the 24 hours; null without samples. */
export function validShare(view: View): number | null {
  return ratio(sum(sumByHour(view, 'valid')), sum(sumByHour(view, 'n')))
}

/** Sum of one figure over all devices of a view, by clock hour. */
export function sumByHour({ devices, hoursOf }: View, figure: keyof DeviceHours): number[] {
  const total = Array.from({ length: HOURS }, () => 0)
  for (const device of devices) {
    const column = hoursOf(device)[figure]
    for (let hour = 0; hour < HOURS; hour++) total[hour] = (total[hour] ?? 0) + (column[hour] ?? 0)
  }
  return total
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

function ratio(part: number, whole: number): number | null {
  return whole > 0 ? part / whole : null
}
