import type { DeviceStatus } from '@natim/contract/dict'
import type { WallVersion } from '@natim/contract/mon/wall'
import type { GridUpdate } from '@natim/contract/socket/grid'
import type { LiveAlarm } from '@natim/contract/socket/live'
import type { NoticeMessage } from '@natim/contract/socket/notice'
import type { DataScope } from './scope.ts'

/** One commit in the sequence of a stream (device number mod 16), with its number of points in that stream. */
export interface CommitRef {
  readonly stream: number
  readonly seq: number
  readonly points: number
}

/**
 * Points that became durable in one commit, in columns of equal length: row i is
 * (deviceIds[i], channelNos[i], tsMs[i], values[i], flags[i]). Times are epoch ms.
 */
export interface StoredPoints {
  /** The commits the points belong to; the same in all parts of one commit. */
  readonly commits: readonly CommitRef[]
  readonly deviceIds: readonly number[]
  readonly channelNos: readonly number[]
  readonly tsMs: readonly number[]
  readonly values: readonly number[]
  readonly flags: readonly number[]
}

export interface DeviceStatusChange {
  /** mon_device.device_no */
  readonly deviceNo: number
  readonly status: DeviceStatus
  readonly lastSeenMs: number | null
}

/** A change of an alarm; `eid` increases monotonically. */
export interface AlarmEvent {
  readonly eid: number
  readonly ev: LiveAlarm['ev']
  readonly alarmId: string
}

/** Messages between the processes of one installation. Delivery is best effort; nothing durable depends on it. */
export interface BusMessages {
  readonly points: StoredPoints
  readonly deviceStatus: readonly DeviceStatusChange[]
  /** Written in the alarm's transaction; a lost message can be recovered from the log. */
  readonly alarms: readonly AlarmEvent[]
  /** Rules changed: reload them. */
  readonly rules: Readonly<Record<string, never>>
  /** Stations, devices, channels or credentials changed: drop cached registers. */
  readonly registers: { readonly deviceIds?: readonly string[] }
  /** Limit sets or limits changed: reload them. */
  readonly limits: Readonly<Record<string, never>>
  /** Progress of loading the demonstration network, 0 to 99; null = finished. Repeated every few seconds. */
  readonly demoLoad: { readonly percent: number | null }
  /** Sessions that ended: close their sockets. Ids of sys_session. */
  readonly sessionsEnded: readonly string[]
  /** Rights of these users changed: check their subscriptions again. */
  readonly rightsChanged: readonly string[]
  /** The link to the other processes was interrupted and is back: cached state may be stale. Never relayed. */
  readonly missed: Readonly<Record<string, never>>
  /** A message for the notice sockets of these users. */
  readonly notice: { readonly userIds: 'all' | readonly string[]; readonly message: NoticeMessage }
  /** A row of an editable grid changed, in the sender's tenant and within their scope. */
  readonly gridUpdate: { readonly update: GridUpdate; readonly tenantId: number; readonly scope: DataScope }
  /** The shared state of a wall was set; receivers ignore a version older than their own. */
  readonly wallState: WallVersion & { readonly screenId: string }
  /** Calls the handlers that the open pages of these users bound to a key. */
  readonly pageCall: {
    readonly userIds: 'all' | readonly string[]
    readonly key: string
    readonly args: readonly unknown[]
  }
}

export type BusTopic = keyof BusMessages

export interface Bus {
  publish<T extends BusTopic>(topic: T, message: BusMessages[T]): void
  /** Returns an unsubscribe function. */
  subscribe<T extends BusTopic>(topic: T, handler: (message: BusMessages[T]) => void): () => void
  close(): Promise<void>
}

/** Fan-out within one process. A failing handler is reported and does not stop the others. */
export function createLocalBus(onError: (error: unknown) => void): Bus {
  const handlers = new Map<BusTopic, Set<(message: never) => void>>()
  return {
    publish(topic, message) {
      for (const handler of handlers.get(topic) ?? []) {
        try {
          handler(message as never)
        } catch (error) {
          onError(error)
        }
      }
    },
    subscribe(topic, handler) {
      const set = handlers.get(topic) ?? new Set()
      handlers.set(topic, set)
      set.add(handler)
      return () => set.delete(handler)
    },
    async close() {
      handlers.clear()
    },
  }
}
