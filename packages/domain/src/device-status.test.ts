import { describe, expect, it } from 'vitest'
import {
  BAD_CHANNEL_AFTER_MS,
  type DeviceFacts,
  defaultOnlineTimeoutS,
  deviceStatus,
  type FlapHistory,
  isFlapping,
  nextStatusCheckMs,
  recordFlap,
} from './device-status.ts'
import { MINUTE_MS } from './time.ts'

const NOW = 1_795_234_800_000
const healthy: DeviceFacts = {
  isRetired: false,
  lastSeenMs: NOW - 1000,
  hasOpenMaintenance: false,
  reportsFault: false,
  badChannelSinceMs: undefined,
  onlineTimeoutS: 90,
  hasLastWill: false,
  isGatewayOffline: false,
}
const everythingWrong: DeviceFacts = {
  ...healthy,
  isRetired: true,
  lastSeenMs: undefined,
  hasOpenMaintenance: true,
  reportsFault: true,
  hasLastWill: true,
}

describe('deviceStatus (domain §3.3)', () => {
  it.each([
    ['healthy', {}, 'online', 'message'],
    ['silent for exactly the timeout', { lastSeenMs: NOW - 90_000 }, 'online', 'message'],
    ['silent for longer', { lastSeenMs: NOW - 90_001 }, 'offline', 'timeout'],
    ['last will', { hasLastWill: true }, 'offline', 'last-will'],
    ['gateway away', { isGatewayOffline: true }, 'offline', 'gateway'],
    ['fault flag', { reportsFault: true }, 'fault', 'fault-flag'],
    ['stuck for less than 30 min', { badChannelSinceMs: NOW - BAD_CHANNEL_AFTER_MS + 1 }, 'online', 'message'],
    ['stuck for 30 min', { badChannelSinceMs: NOW - BAD_CHANNEL_AFTER_MS }, 'fault', 'bad-channel'],
    ['maintenance', { hasOpenMaintenance: true }, 'maintenance', 'maintenance'],
    ['never connected', { lastSeenMs: undefined }, 'inactive', 'never-connected'],
    ['retired', { isRetired: true }, 'retired', 'retired'],
  ] as const)('%s', (_, change, status, reason) => {
    expect(deviceStatus({ ...healthy, ...change }, NOW)).toEqual({ status, reason })
  })

  it('follows the priority when the reasons are removed one by one', () => {
    const steps: Partial<DeviceFacts>[] = [
      {},
      { isRetired: false },
      { lastSeenMs: NOW - 1e6 },
      { hasOpenMaintenance: false },
      { reportsFault: false },
      { hasLastWill: false, lastSeenMs: NOW },
    ]
    let facts = everythingWrong
    const seen = steps.map((step) => {
      facts = { ...facts, ...step }
      return deviceStatus(facts, NOW).status
    })
    expect(seen).toEqual(['retired', 'inactive', 'maintenance', 'fault', 'offline', 'online'])
  })
})

describe('nextStatusCheckMs', () => {
  it('is the instant at which silence becomes offline', () => {
    const due = nextStatusCheckMs(healthy, NOW) ?? 0
    expect(deviceStatus(healthy, due - 1).status).toBe('online')
    expect(deviceStatus(healthy, due).status).toBe('offline')
  })

  it('is the earlier one of timeout and bad channel', () => {
    const facts = { ...healthy, onlineTimeoutS: 3600, badChannelSinceMs: NOW - 29 * MINUTE_MS }
    expect(nextStatusCheckMs(facts, NOW)).toBe(NOW + MINUTE_MS)
  })

  it('is undefined when only an event can change the status', () => {
    expect(nextStatusCheckMs({ ...healthy, lastSeenMs: NOW - 1e6 }, NOW)).toBeUndefined()
    expect(nextStatusCheckMs({ ...healthy, isRetired: true }, NOW)).toBeUndefined()
    expect(nextStatusCheckMs({ ...healthy, lastSeenMs: undefined }, NOW)).toBeUndefined()
  })
})

describe('defaultOnlineTimeoutS', () => {
  it.each([
    ['gas', [5, 60], 180],
    ['gas', [5, 5], 90],
    ['air', [300, 60], 900],
    ['rad', [3600], 3600],
    ['wearable', [60], 1800],
    ['breath', [0, 0], 3600],
    ['cam', [], 3600],
  ])('%s with periods %j: %i s', (kind, periods, expected) => {
    expect(defaultOnlineTimeoutS(kind, periods)).toBe(expected)
  })
})

describe('flapping guard', () => {
  /** Goes offline every `everyMs`, `times` times. */
  function fall(times: number, everyMs: number) {
    let history: FlapHistory = []
    for (let i = 0; i < times; i++) history = recordFlap(history, 'online', 'offline', NOW + i * everyMs)
    return isFlapping(history, NOW + (times - 1) * everyMs)
  }

  it('requires more than three returns within 10 min', () => {
    expect([fall(1, MINUTE_MS), fall(4, MINUTE_MS), fall(5, MINUTE_MS)]).toEqual([false, false, true])
    expect(fall(20, 3 * MINUTE_MS)).toBe(false)
  })

  it('ends without further action', () => {
    let history: FlapHistory = []
    for (let i = 0; i < 6; i++) history = recordFlap(history, 'online', 'offline', NOW)
    expect([isFlapping(history, NOW), isFlapping(history, NOW + 10 * MINUTE_MS)]).toEqual([true, false])
  })

  it('counts only changes from online to offline', () => {
    expect(recordFlap([], 'fault', 'offline', NOW)).toEqual([])
    expect(recordFlap([], 'offline', 'online', NOW)).toEqual([])
  })
})
