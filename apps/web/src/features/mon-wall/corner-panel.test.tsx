import type { TsSeries } from '@natim/contract/mon/timeseries'
import { type WallDevice, wallEndpoints } from '@natim/contract/mon/wall'
import { type CornerView, newWallShared, type WallCorner } from '@natim/domain/wall'
import { screen, waitFor } from '@testing-library/react'
import { Profiler } from 'react'
import { expect, it, vi } from 'vitest'
import { serverNow } from '@/lib/clock.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { stubApi } from '@/testing/stub-api.ts'
import { seriesOf } from '@/testing/stub-history.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import { createStreamBuffer } from '@/widgets/chart/stream-buffer.ts'
import { CornerPanel } from './corner-panel.tsx'
import { PANEL_BUFFER } from './use-panel-data.ts'
import { WallProvider } from './wall-context.tsx'
import { createWallStore, sharedOf } from './wall-store.ts'

const device = (n: number, change: Partial<WallDevice> = {}): WallDevice => ({
  id: `id-${n}`,
  clientId: `GT-${n}`,
  name: `探测器 ${n}#`,
  kind: 'gas',
  status: 'online',
  lastSeen: Date.now(),
  regionText: '江苏省南京市',
  stationName: '化工园区',
  lng: 118.7,
  lat: 32.2,
  channels: [
    {
      channelNo: 100 + n,
      seq: 1,
      metricCode: 'cl2',
      name: '氯气',
      formula: 'Cl₂',
      unit: 'ppm',
      precision: 2,
      periodS: 10,
      rangeLo: 0,
      rangeHi: 20,
      lod: null,
      enabled: true,
      limits: [{ name: 'AEGL-2', value: 2, avgPeriod: 'instant', op: '>=', severity: 2, source: '标准' }],
      means: {},
      latest: { ts: Date.now(), v: 0.31, q: 0 },
    },
  ],
  ...change,
})

function show(
  devices: Readonly<Record<string, WallDevice | null>>,
  staleS: number | null = null,
  series: (from: number, to: number) => readonly TsSeries[] = () => [],
) {
  const api = stubApi()
  const live = stubLiveSocket()
  api.on(wallEndpoints.devices, ({ query }) => query.clientIds.map((id) => devices[id] ?? null))
  api.on(wallEndpoints.series, ({ query }) => ({ series: [...series(query.from, query.to)] }))
  const store = createWallStore({
    screenId: 'w1',
    name: '全国值守屏 A',
    nowMs: serverNow(),
    reload: async () => ({ version: 0, state: sharedOf(newWallShared(serverNow())) }),
    onLost: vi.fn(),
  })
  const drawn: Record<string, number> = {}
  const panel = (corner: WallCorner, view: Partial<CornerView>) => (
    <Profiler id={corner} onRender={(id) => void (drawn[id] = (drawn[id] ?? 0) + 1)}>
      <CornerPanel
        corner={corner}
        view={{ clientId: null, takeover: null, isRotated: false, ...view }}
        alarms={NONE}
        isSelected={false}
        isLarge={false}
        onSelect={nothing}
        onEnlarge={nothing}
        onChoose={nothing}
      />
    </Profiler>
  )
  const [first, second] = Object.keys(devices)
  renderPage(
    <WallProvider
      value={{ store, screen: { id: 'w1', name: '', staleS, hasSound: false }, mayEdit: true, isKiosk: false }}
    >
      {panel('leftTop', { clientId: first ?? null })}
      {panel('rightTop', { clientId: second ?? null })}
    </WallProvider>,
  )
  return { live, store, drawn }
}
const NONE = [] as const
const nothing = () => undefined

it('[BZ-10] an arriving value is drawn in its panel, and no other panel re-renders', async () => {
  const { live, drawn, store } = show({ 'GT-1': device(1), 'GT-2': device(2) })
  await screen.findByText('探测器 2#')
  await waitFor(() => expect(live.subscriptions().filter(({ topic }) => topic === 'ch')).toHaveLength(2))
  await waitFor(() => expect(screen.getAllByText('0.31')).toHaveLength(2))
  const before = { ...drawn }
  live.sendPoints([[101, Date.now(), 2.31, 0]])
  await screen.findByText('2.31')
  expect(store.getState().channelValues['GT-1']?.[1]).toMatchObject({ v: 2.31, u: 'ppm', level: 2 })
  expect(drawn['leftTop']).toBeGreaterThan(before['leftTop'] ?? 0)
  expect(drawn['rightTop']).toBe(before['rightTop'])
})

it("[BZ-10] a value is marked stale after the screen's own threshold, not before", async () => {
  const aged = (n: number, ageMs: number) => {
    const [channel] = device(n).channels
    const latest = { ts: Date.now() - ageMs, v: 0.5, q: 0 }
    return device(n, { channels: [{ ...channel, channelNo: 100 + n, latest }] as never })
  }
  show({ 'GT-1': aged(1, 40_000), 'GT-2': aged(2, 70_000) }, 60)
  await waitFor(() => expect(screen.getAllByText('0.50')).toHaveLength(2))
  const marks = screen.getAllByLabelText('数据陈旧')
  expect(marks).toHaveLength(1)
  expect(screen.getByRole('region', { name: /探测器 2#/ }).contains(marks[0] as Element)).toBe(true)
})

it('a value is marked stale after two periods by default', async () => {
  const old = Date.now() - 40_000
  const [channel] = device(1).channels
  show({ 'GT-1': device(1, { channels: [{ ...channel, latest: { ts: old, v: 0.5, q: 0 } }] as never }) })
  expect(await screen.findByLabelText('数据陈旧')).toBeTruthy()
})

it('[BZ-08] a limit set half an hour ago is drawn over the half hour since, the former one before', async () => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly report: (entries: object[]) => void
      constructor(report: (entries: object[]) => void) {
        this.report = report
      }
      observe = () => this.report([{ contentRect: { width: 600, height: 200 } }])
      disconnect = () => undefined
      unobserve = () => undefined
    },
  )
  const [channel] = device(1).channels
  const [published] = channel?.limits ?? []
  if (!channel || !published) throw new Error('no limit')
  const own = { ...published, name: '自定限值 3 级', value: 0.4, severity: 3 as const, isOwn: true as const }
  show({ 'GT-1': device(1, { channels: [{ ...channel, limits: [own] }] }) }, null, (from, to) => {
    const half = (from + to) / 2
    const limits = [
      { ...published, value: 0.8, fromMs: from, toMs: half },
      { ...own, fromMs: half, toMs: to },
    ]
    const timesMs = [from + 1_000, half, to - 1_000]
    return [{ ...seriesOf(101, from), timesMs, avg: [0.3, 0.3, 0.31], q: [0, 0, 0], limits, limitChangesMs: [half] }]
  })
  const lineOf = async (name: RegExp) => (await screen.findByText(name, { selector: 'title' })).parentElement
  const [former, since] = [await lineOf(/^AEGL-2 0.8 ppm/), await lineOf(/^自定限值 3 级 0.4 ppm/)]
  const xs = (line: Element | null) => [line?.getAttribute('x1'), line?.getAttribute('x2')].map(Number)
  expect(xs(former)[0]).toBeCloseTo(0, -1)
  expect(xs(former)[1]).toBeCloseTo(300, -1)
  expect(xs(since)[0]).toBeCloseTo(300, -1)
  expect(xs(since)[1]).toBe(600)
  // Names stand at the right end, so only the one in force there has its name.
  expect(screen.getByText('3 级', { selector: 'span' })).toBeTruthy()
  expect(screen.queryByText('AEGL-2', { selector: 'span' })).toBeNull()
  vi.unstubAllGlobals()
})

it('a deleted device and one without permission show the same text; an empty corner asks for one', async () => {
  show({ 'GT-9': null })
  expect(await screen.findByText('无权查看或已删除')).toBeTruthy()
  expect(screen.getByRole('button', { name: /请选择设备/ })).toBeTruthy()
})

it('an offline device keeps its last values and shows for how long', async () => {
  show({ 'GT-1': device(1, { status: 'offline', lastSeen: Date.now() - 3_600_000 }) })
  expect(await screen.findByText(/^离线 /)).toBeTruthy()
  expect(await screen.findByText('0.31')).toBeTruthy()
})

it('keeps one hour of a channel, however long the wall runs', () => {
  const buffer = createStreamBuffer(PANEL_BUFFER)
  for (let second = 0; second < 24 * 3_600; second += 10) {
    for (let channelNo = 1; channelNo <= 6; channelNo += 1) buffer.push([[channelNo, second * 1_000, second, 0]])
  }
  expect(buffer.columns(1).timesMs).toHaveLength(361)
  for (let n = 0; n < 10_000; n += 1) buffer.push([[9, 90_000_000 + n, n, 0]])
  expect(buffer.columns(9).timesMs).toHaveLength(PANEL_BUFFER.maxPoints)
})
