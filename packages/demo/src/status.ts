import { hash } from './hash.ts'
import type { DemoStatus } from './types.ts'

/** Gateways come after the devices and are all online. */
export const DEVICE_COUNT = 1200
export const GATEWAY_COUNT = 40

/** Number of devices in each state except online; together 7 % (domain §11). */
const QUOTA: readonly (readonly [DemoStatus, number])[] = [
  ['offline', 36],
  ['fault', 24],
  ['maintenance', 12],
  ['inactive', 12],
]

const ORDER: readonly number[] = Array.from({ length: DEVICE_COUNT }, (_, index) => index).toSorted(
  (a, b) => hash(a, 0x57) - hash(b, 0x57),
)

const STATUS: readonly DemoStatus[] = assign()

function assign(): DemoStatus[] {
  const status: DemoStatus[] = Array.from({ length: DEVICE_COUNT }, () => 'online')
  let next = 0
  for (const [name, count] of QUOTA) {
    for (const index of ORDER.slice(next, next + count)) status[index] = name
    next += count
  }
  return status
}

/** Status right after loading. */
export function statusOf(deviceIndex: number): DemoStatus {
  return STATUS[deviceIndex] ?? 'online'
}

/** The devices of a status in order; used for example to give ten faulty devices a stuck channel. */
export function devicesWith(status: DemoStatus): number[] {
  return ORDER.filter((index) => STATUS[index] === status)
}
