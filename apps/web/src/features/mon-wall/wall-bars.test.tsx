import type { WallNetwork } from '@natim/contract/mon/wall'
import { newWallShared, type WallShared } from '@natim/domain/wall'
import { act, screen, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { serverNow } from '@/lib/clock.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import { TopBar } from './top-bar.tsx'
import { WallProvider } from './wall-context.tsx'
import { WallLegend } from './wall-legend.tsx'
import { createWallStore, sharedOf } from './wall-store.ts'

const NETWORK: WallNetwork = {
  atMs: 0,
  stations: 312,
  devices: 1_284,
  online: 1_231,
  expected: 1_270,
  completeness: 0.987,
  unacked: [1, 2, 5, 9, 14],
  places: [],
  alarms: [],
  watch: null,
}

function show(watch: WallNetwork['watch']) {
  stubApi()
  stubLiveSocket()
  const store = createWallStore({
    screenId: 'w1',
    name: '全国值守屏 A',
    nowMs: serverNow(),
    reload: async () => ({ version: 0, state: sharedOf(newWallShared(serverNow())) }),
    onLost: vi.fn(),
  })
  const facts = { id: 'w1', name: '全国值守屏 A', staleS: null, hasSound: false }
  renderPage(
    <WallProvider value={{ store, screen: facts, mayEdit: false, isKiosk: true }}>
      <TopBar network={{ ...NETWORK, watch }} />
      <WallLegend />
    </WallProvider>,
  )
  return (change: Partial<WallShared>) => act(() => store.change(change))
}

it('names the persons on duty for the screen, by shift', () => {
  show({
    teamName: '全国值班',
    present: [
      { shiftName: '早', name: '周海宁' },
      { shiftName: '机动班', name: '何文静' },
    ],
  })
  expect(screen.getByText('全国值守屏 A · 早班 周海宁、机动班 何文静')).toBeTruthy()
})

it('says that nobody is on duty, and nothing without a responsible team', () => {
  show({ teamName: '全国值班', present: [] })
  expect(screen.getByText('全国值守屏 A · 全国值班当前无人值班')).toBeTruthy()
})

it('names nobody in history mode: current duty staff does not apply to the past', () => {
  const change = show({ teamName: '全国值班', present: [{ shiftName: '早', name: '周海宁' }] })
  change({ mode: 'history' })
  expect(screen.getByText('全国值守屏 A')).toBeTruthy()
  expect(screen.queryByText(/周海宁/)).toBeNull()
})

it('explains lamps and levels, and shows the span of the charts and the rotation', () => {
  const change = show(null)
  const legend = within(screen.getByRole('list', { name: '图例' }))
  for (const name of ['在线', '离线', '特别重大', '重大', '较大', '一般', '提示'])
    expect(legend.getByText(name)).toBeTruthy()
  expect(legend.getByText(/^窗口 \d\d:\d\d–\d\d:\d\d$/)).toBeTruthy()
  change({ rotateS: 30, mode: 'history', selectedDate: '2026-11-21', startTime: '08:00:00', endTime: '09:30:00' })
  expect(legend.getByText('窗口 08:00–09:30')).toBeTruthy()
  expect(legend.getByText('轮播 30 s')).toBeTruthy()
  change({ rotateS: 0 })
  expect(legend.getByText('不轮播')).toBeTruthy()
})
