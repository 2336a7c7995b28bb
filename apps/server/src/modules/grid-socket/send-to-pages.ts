import type { Bus, BusMessages } from '../../platform/bus.ts'

/**
 * Calls the handlers that open pages of these users have bound to a key (`common_send_date`, contract/30 §9), in
 * whatever process their sockets are. A page that is not open misses the call.
 */
export function sendToPages(bus: Bus, call: BusMessages['pageCall']): void {
  bus.publish('pageCall', call)
}
