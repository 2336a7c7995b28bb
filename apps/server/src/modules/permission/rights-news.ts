import type { Bus } from '../../platform/bus.ts'

/**
 * Announces that permissions of these users have changed: their next calls use the new ones, open sockets are checked
 * again, and consoles reload menu and permissions. Call it after the commit.
 */
export function publishRightsChanged(bus: Bus, userIds: readonly string[]): void {
  if (userIds.length > 0) bus.publish('rightsChanged', userIds)
}
