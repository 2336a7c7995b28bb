import { type WallVersion, wallShared } from '@natim/contract/mon/wall'
import { newWallShared, type WallShared } from '@natim/domain/wall'
import { describe, expect, it, vi } from 'vitest'
import { createWallStore, sharedOf, type WallStoreOptions, wallKey } from './wall-store.ts'

const NOW = 1_763_692_938_000
const state = (change: Partial<WallShared> = {}) => sharedOf({ ...newWallShared(NOW), ...change })
const corner = (leftTop: string) => ({ leftTop, rightTop: null, leftBottom: null, rightBottom: null })

function memory() {
  const held = new Map<string, string>()
  return {
    held,
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, text: string) => void held.set(key, text),
  }
}

function open(given: Partial<WallStoreOptions> = {}) {
  const onLost = vi.fn()
  const store = createWallStore({
    screenId: 'w1',
    name: '全国值守屏 A',
    nowMs: NOW,
    reload: async () => ({ version: 9, state: state({ corners: corner('THEIRS') }) }),
    onLost,
    ...given,
  })
  return { store, onLost }
}

/** A server whose responses the test releases. */
function server() {
  const calls: { next: WallVersion; take: (version: number) => void; refuse: () => void }[] = []
  const save = (next: WallVersion) =>
    new Promise<number>((take, reject) => calls.push({ next, take, refuse: () => reject(new Error('taken')) }))
  return { calls, save }
}
const settled = () => new Promise((resolve) => setTimeout(resolve))

it('[BZ-09] [CO-56] holds client ids of the corners, channel values, equipment, date, start and end, beside mode and rotation', () => {
  const { store } = open()
  const keys = Object.keys(store.getState())
  for (const key of ['corners', 'channelValues', 'equipmentClientIds', 'selectedDate', 'startTime', 'endTime']) {
    expect(keys).toContain(key)
  }
  const all =
    'channelValues corners endTime equipmentClientIds isOwn lockCorner metricPick mode name playback rotateS screenId selectedDate startTime version'
  expect(keys.sort().join(' ')).toBe(all)
  expect(Object.keys(store.getState().corners)).toEqual(['leftTop', 'rightTop', 'leftBottom', 'rightBottom'])
  expect(wallShared.safeParse(sharedOf(store.getState())).success).toBe(true)
})

describe('state kept while the tab is open', () => {
  it('is restored on reload, values included', () => {
    const storage = memory()
    const first = open({ storage }).store
    first.receive({ version: 3, state: state({ corners: corner('GT-1') }) })
    first.setValues({ 'GT-1': { 1: { v: 2.3, u: 'ppm', ts: NOW, q: 0, level: 2 } } })
    first.change({ mode: 'history' })
    const again = open({ storage }).store.getState()
    expect(again).toMatchObject({ mode: 'history', corners: { leftTop: 'GT-1' }, version: 3 })
    expect(again.channelValues['GT-1']?.[1]?.v).toBe(2.3)
  })

  it('is kept per screen, and invalid data is ignored', () => {
    const storage = memory()
    storage.setItem(wallKey('w1'), '{')
    storage.setItem(wallKey('w2'), JSON.stringify(state({ mode: 'history' })))
    expect(open({ storage }).store.getState().mode).toBe('live')
  })
})

describe('changes', () => {
  it('are applied at once and sent one after the other, the last state unchanged', async () => {
    const { calls, save } = server()
    const { store } = open({ save })
    store.receive({ version: 4, state: state() })
    store.change({ corners: corner('A') })
    store.change({ corners: corner('B') })
    store.change({ corners: corner('C') })
    expect(store.getState().corners.leftTop).toBe('C')
    expect(calls).toHaveLength(1)
    expect(calls[0]?.next).toMatchObject({ version: 4, state: { corners: { leftTop: 'A' } } })
    calls[0]?.take(5)
    await settled()
    expect(calls[1]?.next).toMatchObject({ version: 5, state: { corners: { leftTop: 'C' } } })
    calls[1]?.take(6)
    await settled()
    expect(store.getState()).toMatchObject({ version: 6, corners: { leftTop: 'C' } })
    expect(calls).toHaveLength(2)
  })

  it("that were rejected give way to the server's state, with a message", async () => {
    const { calls, save } = server()
    const { store, onLost } = open({ save })
    store.receive({ version: 4, state: state() })
    store.change({ corners: corner('MINE') })
    calls[0]?.refuse()
    await settled()
    expect(onLost).toHaveBeenCalledOnce()
    expect(store.getState()).toMatchObject({ version: 9, corners: { leftTop: 'THEIRS' } })
  })

  it('do not flicker back while in flight', async () => {
    const { calls, save } = server()
    const { store } = open({ save })
    store.receive({ version: 4, state: state() })
    store.change({ corners: corner('MINE') })
    store.receive({ version: 5, state: state({ corners: corner('MINE') }) })
    store.receive({ version: 6, state: state({ corners: corner('NEXT') }) })
    expect(store.getState().corners.leftTop).toBe('MINE')
    calls[0]?.take(5)
    await settled()
    expect(store.getState()).toMatchObject({ version: 6, corners: { leftTop: 'NEXT' } })
  })

  it('of a user without the edit permission stay in the tab until they follow again', () => {
    const { store } = open()
    store.receive({ version: 1, state: state() })
    store.change({ mode: 'history' })
    store.receive({ version: 2, state: state({ corners: corner('GT-9') }) })
    expect(store.getState()).toMatchObject({ mode: 'history', isOwn: true, corners: { leftTop: null } })
    store.followAgain()
    expect(store.getState()).toMatchObject({ mode: 'live', isOwn: false, corners: { leftTop: 'GT-9' } })
  })
})

it('an older version is ignored', () => {
  const { store } = open()
  store.receive({ version: 5, state: state({ corners: corner('NEW') }) })
  store.receive({ version: 4, state: state({ corners: corner('OLD') }) })
  expect(store.getState().corners.leftTop).toBe('NEW')
})

it('a reloaded value never replaces a newer one', () => {
  const { store } = open()
  const value = (v: number, ts: number) => ({ 'GT-1': { 1: { v, u: 'ppm', ts, q: 0, level: null } } })
  store.setValues(value(2, NOW))
  store.setValues(value(1, NOW - 1))
  expect(store.getState().channelValues['GT-1']?.[1]?.v).toBe(2)
})

it('keeps the values of a limited number of devices, including those on the wall', () => {
  const { store } = open()
  store.receive({ version: 1, state: state({ corners: corner('D-0') }) })
  for (let n = 0; n < 5_000; n += 1) {
    store.setValues({ [`D-${n}`]: { 1: { v: n, u: 'ppm', ts: NOW + n, q: 0, level: null } } })
  }
  const ids = Object.keys(store.getState().channelValues)
  expect(ids).toHaveLength(24)
  expect(ids).toContain('D-0')
  expect(ids).toContain('D-4999')
})
