import type { MatrixRow } from '@natim/contract/mon/home'
import { act, renderHook } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { createDeviceStates } from '../../lib/socket/device-states.ts'
import { createLiveValues } from '../../lib/socket/live-values.ts'
import { useRowState } from './use-row-state.ts'

const ROW: MatrixRow = {
  id: '71',
  name: '江北 2#',
  clientId: 'GT-1',
  status: 'offline',
  regionCode: '320100',
  regionText: '江苏省南京市',
  stationName: null,
  lastSeen: 1_000,
  cells: [
    { metricCode: 'cl2', channelNo: 1, periodS: 10, means: {}, latest: null },
    { metricCode: 'h2s', channelNo: 2, periodS: 10, means: {}, latest: null },
  ],
}

function setUp() {
  const live = { values: createLiveValues((work) => work()), states: createDeviceStates() }
  return { ...live, ...renderHook(() => useRowState(ROW, live)) }
}

describe('a row of the live matrix', () => {
  it('was last seen when its newest value was measured, whichever channel that is', () => {
    const { result, values } = setUp()
    expect(result.current.lastSeenMs).toBe(1_000)
    act(() => values.apply([[2, 61_000, 0.3, 0]]))
    expect(result.current.lastSeenMs).toBe(61_000)
    act(() => values.apply([[1, 71_000, 0.1, 0]]))
    expect(result.current.lastSeenMs).toBe(71_000)
    act(() => values.apply([[3, 99_000, 0.1, 0]]))
    expect(result.current.lastSeenMs).toBe(71_000)
  })

  it('has the live status, not the one from the register', () => {
    const { result, states } = setUp()
    expect(result.current.status).toBe('offline')
    act(() => states.apply([{ id: '71', st: 'online', ls: 80_000 }]))
    expect(result.current).toEqual({ status: 'online', lastSeenMs: 80_000 })
  })

  it('has no age when it never reported', () => {
    const { values, states } = setUp()
    const never = renderHook(() => useRowState({ ...ROW, lastSeen: null }, { values, states }))
    expect(never.result.current.lastSeenMs).toBeNull()
  })
})
