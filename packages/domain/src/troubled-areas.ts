import type { DeviceStatus } from './device-status.ts'
import { expectedDevices } from './situation.ts'

/** An area with its offline and faulty devices. */
export interface TroubledArea {
  /** Six digits of the province or city. */
  readonly regionCode: string
  /** Number of offline or faulty devices. */
  readonly trouble: number
  /** Number of devices expected to report. */
  readonly expected: number
}

interface Placed {
  readonly regionCode: string
  readonly status: DeviceStatus
}

const CODE_DIGITS = 6

/** Whether a device is offline or faulty. */
export const isTroubled = (status: DeviceStatus): boolean => status === 'offline' || status === 'fault'

/**
 * Areas with offline or faulty devices, most first: provinces of the country, cities of a region.
 *
 * @param region prefix of 2 or 4 digits; undefined = all
 */
export function troubledAreas(devices: readonly Placed[], region: string | undefined): TroubledArea[] {
  const digits = region === undefined ? 2 : 4
  const areas = new Map<string, { trouble: number; expected: number }>()
  for (const { regionCode, status } of devices) {
    if (region !== undefined && !regionCode.startsWith(region)) continue
    const code = regionCode.slice(0, digits).padEnd(CODE_DIGITS, '0')
    const area = areas.get(code) ?? { trouble: 0, expected: 0 }
    area.expected += expectedDevices({ [status]: 1 })
    if (isTroubled(status)) area.trouble += 1
    areas.set(code, area)
  }
  return [...areas]
    .map(([regionCode, area]) => ({ regionCode, ...area }))
    .filter(({ trouble }) => trouble > 0)
    .sort((a, b) => b.trouble - a.trouble || (a.regionCode < b.regionCode ? -1 : 1))
}
