import type { Bus } from '../../platform/bus.ts'

/**
 * What these users may do has changed: the next call of each goes by the new rights, open sockets are judged again,
 * and consoles read menu and permissions anew. Call it after the change is committed.
 */
export function publishRightsChanged(bus: Bus, userIds: readonly string[]): void {
  if (userIds.length > 0) bus.publish('rightsChanged', userIds)
}
