import type { Group, Key, Pipe, Subscriber } from './types.ts'

/** Maximum changes held for one subscription of a slow socket; older ones are dropped. */
const MAX_HELD = 5_000

export function createSubscriber(id: string, pipe: Pipe): Subscriber {
  return { id, pipe, held: new Set(), dropped: 0, needsSnapshot: true }
}

/** Sends a group's changes to one subscription, or holds them until the socket has room again. */
export function deliver(subscriber: Subscriber, group: Group, keys: ReadonlySet<Key>, frame: string): void {
  const isClear = !subscriber.needsSnapshot && subscriber.held.size === 0 && subscriber.dropped === 0
  if (isClear && subscriber.pipe.offer(frame)) return
  hold(subscriber, keys)
  drain(subscriber, group)
}

function hold(subscriber: Subscriber, keys: ReadonlySet<Key>): void {
  // The pending snapshot includes it.
  if (subscriber.needsSnapshot) return
  for (const key of keys) {
    // Deleting first moves the key to the end, so the oldest come first.
    if (subscriber.held.delete(key)) subscriber.dropped += 1
    subscriber.held.add(key)
  }
  for (const key of subscriber.held) {
    if (subscriber.held.size <= MAX_HELD) break
    subscriber.held.delete(key)
    subscriber.dropped += 1
  }
}

/** Sends held changes as far as the socket accepts them. Returns whether none are left. */
export function drain(subscriber: Subscriber, group: Group): boolean {
  if (!subscriber.needsSnapshot && subscriber.held.size === 0) return true
  if (!subscriber.pipe.hasRoom()) return false
  if (subscriber.needsSnapshot) {
    const snapshot = group.snapshot(subscriber.id)
    if (snapshot === undefined) return true
    if (!subscriber.pipe.offer(snapshot)) return false
    subscriber.needsSnapshot = false
  }
  if (subscriber.held.size === 0) return true
  if (!subscriber.pipe.offer(group.render(subscriber.id, subscriber.held, subscriber.dropped))) return false
  subscriber.held.clear()
  subscriber.dropped = 0
  return true
}
