import type { Bus, BusMessages } from '../../platform/bus.ts'

/**
 * Calls handlers that open pages of these users have bound to a key (`common_send_date`, contract/30 §9), in whichever
 * process their sockets are. Closed pages miss the call.
 */
export function sendToPages(bus: Bus, call: BusMessages['pageCall']): void {
  bus.publish('pageCall', call)
}
