import type { DeviceStatus } from '@natim/contract/dict'
import type { ValueLook } from '@/ui/value-with-unit.tsx'

const ABSENT: readonly DeviceStatus[] = ['offline', 'inactive', 'retired']

/** An absent device shows its last value as such; otherwise the look depends on the age of the value. */
export function lookOf(status: DeviceStatus, isStale: boolean): ValueLook {
  if (ABSENT.includes(status)) return 'offline'
  return isStale ? 'stale' : 'live'
}
