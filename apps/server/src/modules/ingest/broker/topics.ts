/** A parsed up topic. */
export interface UpTopic {
  /** Owner of the branch: the device, or the gateway that speaks for a child. */
  readonly clientId: string
  readonly childId: string | undefined
  readonly kind: string
}

const OWN = /^dt\/([A-Za-z0-9_-]{4,64})\/(tele|batch|state|event|ack|blob\/[a-z0-9_]{1,32})$/
const CHILD = /^dt\/([A-Za-z0-9_-]{4,64})\/sub\/([A-Za-z0-9_-]{4,64})\/(tele|batch|state|event)$/

/** Parses a topic of domain §6.1; undefined for anything else. */
export function parseUpTopic(topic: string): UpTopic | undefined {
  const own = OWN.exec(topic)
  if (own) return { clientId: own[1] as string, childId: undefined, kind: own[2] as string }
  const child = CHILD.exec(topic)
  if (child) return { clientId: child[1] as string, childId: child[2] as string, kind: child[3] as string }
  return undefined
}

/** Whether a device may subscribe to a filter: only below its own `dn/`, without wildcards above. */
export function maySubscribe(clientId: string, filter: string): boolean {
  return filter.startsWith(`dn/${clientId}/`)
}

/** Whether a last will is allowed on this topic: only the device's own state. */
export function mayLeaveWill(clientId: string, topic: string): boolean {
  return topic === `dt/${clientId}/state`
}
