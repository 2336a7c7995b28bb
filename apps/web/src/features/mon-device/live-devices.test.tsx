import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, it } from 'vitest'
import { createDeviceStates } from '@/lib/socket/device-states.ts'
import { createLiveValues } from '@/lib/socket/live-values.ts'
import { buildChannel, buildListRow } from '@/testing/build-device.ts'
import { type LiveDevices, LiveDevicesContext, useLastSeen, usePoint, useStatus } from './live-devices.ts'

const CHANNEL = buildChannel({ latest: { ts: 1_000, v: 0.3, q: 0 } })
const ROW = buildListRow({ lastSeen: 2_000, channels: [CHANNEL] })

function setUp() {
  const live: LiveDevices = { values: createLiveValues((work) => work()), states: createDeviceStates() }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <LiveDevicesContext value={live}>{children}</LiveDevicesContext>
  )
  return { live, wrapper }
}

describe('a row with live data', () => {
  it('shows the listed value until a newer one arrives', () => {
    const { live, wrapper } = setUp()
    const { result } = renderHook(() => usePoint(CHANNEL), { wrapper })
    expect(result.current).toEqual([711, 1_000, 0.3, 0])
    act(() => live.values.apply([[711, 900, 9, 0]]))
    expect(result.current?.[2]).toBe(0.3)
    act(() => live.values.apply([[711, 1_500, 0.4, 2]]))
    expect(result.current).toEqual([711, 1_500, 0.4, 2])
  })

  it('has no value before the first', () => {
    const { wrapper } = setUp()
    const { result } = renderHook(() => usePoint(buildChannel({ latest: null })), { wrapper })
    expect(result.current).toBeUndefined()
  })

  it('follows its own state only', () => {
    const { live, wrapper } = setUp()
    const { result } = renderHook(() => useStatus(ROW), { wrapper })
    act(() => live.states.apply([{ id: '72', st: 'fault', ls: null }]))
    expect(result.current).toBe('online')
    act(() => live.states.apply([{ id: '71', st: 'offline', ls: null }]))
    expect(result.current).toBe('offline')
  })

  it('takes last seen from the newest sign of life', () => {
    const { live, wrapper } = setUp()
    const { result } = renderHook(() => useLastSeen(ROW), { wrapper })
    expect(result.current).toBe(2_000)
    act(() => live.values.apply([[711, 3_000, 1, 0]]))
    expect(result.current).toBe(3_000)
    act(() => live.states.apply([{ id: '71', st: 'online', ls: 4_000 }]))
    expect(result.current).toBe(4_000)
  })

  it('takes last seen from any of its channels, not only the first', () => {
    const { live, wrapper } = setUp()
    const second = buildChannel({ channelNo: 712, latest: { ts: 2_500, v: 1, q: 0 } })
    const { result } = renderHook(() => useLastSeen({ ...ROW, channels: [CHANNEL, second] }), { wrapper })
    expect(result.current).toBe(2_500)
    act(() => live.values.apply([[712, 6_000, 1, 0]]))
    expect(result.current).toBe(6_000)
  })

  it('has no last seen without any report', () => {
    const { wrapper } = setUp()
    const { result } = renderHook(() => useLastSeen({ ...ROW, lastSeen: null, channels: [] }), { wrapper })
    expect(result.current).toBeNull()
  })
})
