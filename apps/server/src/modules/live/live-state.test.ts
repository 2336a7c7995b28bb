import { QUALITY } from '@natim/domain/quality'
import { HOUR_MS, MINUTE_MS } from '@natim/domain/time'
import { describe, expect, test } from 'vitest'
import { createManualClock } from '../../platform/clock.ts'
import { createLiveState } from './live-state.ts'

/** A full hour, so that the current hour ends one hour later. */
const HOUR_START_MS = 1_795_233_600_000
const DEVICE = { deviceNo: 7, isRetired: false }

function build() {
  const clock = createManualClock(HOUR_START_MS + 1)
  const state = createLiveState(clock.now)
  const hear = (tsMs: number, v: number, q = 0, channelNo = 70) =>
    state.applyPoints({ commits: [], deviceIds: [7], channelNos: [channelNo], tsMs: [tsMs], values: [v], flags: [q] })
  return { clock, state, hear }
}

describe('newest values', () => {
  test('a later sample replaces an earlier one, but not vice versa', () => {
    const { state, hear } = build()
    expect(state.latestOf(70)).toBeNull()
    hear(HOUR_START_MS, 1)
    hear(HOUR_START_MS + 5, 2, QUALITY.late)
    hear(HOUR_START_MS + 4, 3)
    expect(state.latestOf(70)).toEqual({ ts: HOUR_START_MS + 5, v: 2, q: QUALITY.late })
  })

  test('a correction of the same instant is applied', () => {
    const { state, hear } = build()
    hear(HOUR_START_MS, 1)
    state.applySample(70, HOUR_START_MS, 1, QUALITY.conflict)
    expect(state.latestOf(70)?.q).toBe(QUALITY.conflict)
  })
})

describe('samples by clock hour', () => {
  test('are counted in the hour of their instant; the full hour belongs to the hour it ends', () => {
    const { state, hear } = build()
    hear(HOUR_START_MS, 1)
    hear(HOUR_START_MS + 1, 1)
    hear(HOUR_START_MS + 2, 1, QUALITY.stuck)
    expect(state.heardInHour(HOUR_START_MS, 7)).toEqual({ n: 1, valid: 1 })
    expect(state.heardInHour(HOUR_START_MS + HOUR_MS, 7)).toEqual({ n: 2, valid: 1 })
  })

  test('of older hours are left to the rollups', () => {
    const { state, hear } = build()
    hear(HOUR_START_MS - 3 * HOUR_MS, 1)
    expect(state.heardInHour(HOUR_START_MS - 3 * HOUR_MS, 7)).toBeUndefined()
  })

  test('are kept for a few hours only', () => {
    const { state, hear, clock } = build()
    for (let hour = 0; hour < 6; hour++) {
      hear(clock.now(), 1)
      clock.advance(HOUR_MS)
    }
    expect(state.heardInHour(HOUR_START_MS + HOUR_MS, 7)).toBeUndefined()
    expect(state.heardInHour(HOUR_START_MS + 6 * HOUR_MS, 7)).toEqual({ n: 1, valid: 1 })
  })
})

describe('rate', () => {
  test('covers the last full minute and drops older samples', () => {
    const { state, hear, clock } = build()
    for (let second = 0; second < 60; second++) {
      hear(clock.now(), 1)
      clock.advance(1_000)
    }
    expect(state.arrivedLastMinute(7)).toBe(60)
    expect(state.arrivedLastMinute(8)).toBe(0)
    clock.advance(MINUTE_MS + 10_000)
    expect(state.arrivedLastMinute(7)).toBe(0)
  })
})

describe('state of a device', () => {
  test('is inactive before anything is known, and retired regardless of other updates', () => {
    const { state } = build()
    expect(state.statusOf(DEVICE)).toBe('inactive')
    state.applyStatus([{ deviceNo: 7, status: 'online', lastSeenMs: 5 }])
    expect(state.statusOf(DEVICE)).toBe('online')
    expect(state.statusOf({ ...DEVICE, isRetired: true })).toBe('retired')
  })

  test('last contact never decreases', () => {
    const { state, hear, clock } = build()
    hear(HOUR_START_MS, 1)
    const atMs = clock.now()
    state.applyStatus([{ deviceNo: 7, status: 'offline', lastSeenMs: atMs - 1_000 }])
    state.repairState({ deviceNo: 7, status: 'offline', lastSeenMs: null, place: null }, atMs)
    expect(state.lastSeenOf(7)).toBe(atMs)
    expect(state.lastSeenOf(8)).toBeNull()
  })

  test('the position is the stored one', () => {
    const { state, clock } = build()
    const row = { deviceNo: 7, status: 'online', lastSeenMs: null } as const
    state.repairState({ ...row, place: { lng: 120, lat: 30 } }, clock.now())
    expect(state.placeOf(7)).toEqual({ lng: 120, lat: 30 })
    state.repairState({ ...row, place: null }, clock.now())
    expect(state.placeOf(7)).toBeNull()
  })
})
