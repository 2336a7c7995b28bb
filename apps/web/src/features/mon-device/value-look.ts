import type { DeviceStatus } from '@natim/contract/dict'
import type { ValueLook } from '@/ui/value-with-unit.tsx'

const ABSENT: readonly DeviceStatus[] = ['offline', 'inactive', 'retired']

/** A device that is not there shows its last value as what it is; one that is, by the age of the value. */
export function lookOf(status: DeviceStatus, isStale: boolean): ValueLook {
  if (ABSENT.includes(status)) return 'offline'
  return isStale ? 'stale' : 'live'
}
