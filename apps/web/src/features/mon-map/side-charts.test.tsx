import { FRAME_STEP_MS, type LayerWorst, mapEndpoints } from '@natim/contract/mon/map'
import { parseGmt8 } from '@natim/domain/time'
import { fireEvent, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { beforeEach, describe, expect, it } from 'vitest'
import { eventually } from '@/testing/eventually.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import type { ReplayFrame } from './replay-frame.ts'
import { type SideChart, SideCharts, type SideChartsProps } from './side-charts.tsx'

const TO_MS = parseGmt8('2026-11-25 10:00:00') as number
const station = { regionCode: '320100', unit: '', precision: 0, note: '', atMs: TO_MS }
const WORST: LayerWorst = {
  atMs: TO_MS,
  total: 2,
  rows: [
    { ...station, id: 's1', name: '江北', level: 4, value: 4 },
    { ...station, id: 's2', name: '浦口', level: 1, value: 1 },
  ],
}
const mark = { ...station, type: 'station' as const, layer: 'atl' as const, lng: 118, lat: 32, level: 2, value: 2 }
const FRAME: ReplayFrame = {
  atMs: TO_MS,
  devices: [],
  marks: [
    { ...mark, id: 's1', name: '江北' },
    { ...mark, id: 's3', name: '深圳湾', regionCode: '440300', level: 3, value: 3 },
  ],
  statuses: [
    { regionCode: '320100', status: 'offline' },
    { regionCode: '320500', status: 'fault' },
    { regionCode: '440300', status: 'offline' },
  ],
  alarms: null,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(mapEndpoints.worst, () => WORST)
  api.on(mapEndpoints.trend, () => ({
    fromMs: TO_MS - 2 * FRAME_STEP_MS,
    toMs: TO_MS,
    unit: '',
    precision: 0,
    points: [
      { tMs: TO_MS - 2 * FRAME_STEP_MS, value: 1, median: 0, grave: 0 },
      { tMs: TO_MS - FRAME_STEP_MS, value: null, median: null, grave: 0 },
      { tMs: TO_MS, value: 4, median: 1, grave: 2 },
    ],
  }))
})

function Charts(given: Partial<SideChartsProps>) {
  const [open, setOpen] = useState<SideChart>(given.open ?? 'top')
  const base = { layer: 'atl' as const, region: '', dayEndMs: undefined, replay: undefined, isReplay: false }
  return <SideCharts {...base} {...given} open={open} onOpen={setOpen} />
}
const show = (given: Partial<SideChartsProps> = {}) => renderPage(<Charts {...given} />)
const bars = async (name: string) => {
  const list = within(await screen.findByRole('list', { name }))
  return list.getAllByRole('listitem').map(({ textContent }) => textContent)
}

describe('the charts below the list of the map', () => {
  it('show the ten highest of the layer in the selected region', async () => {
    show({ region: '320000' })
    expect(await bars('ATL 前十')).toEqual(['江北4', '浦口1'])
    expect(api.callsOf(mapEndpoints.worst).at(-1)?.query).toEqual({ layer: 'atl', region: '32', level: 0, limit: 10 })
    expect(screen.getByText('江苏省')).toBeTruthy()
  })

  it('show the 24 h trend, loaded on demand', async () => {
    show()
    await bars('ATL 前十')
    expect(api.callsOf(mapEndpoints.trend)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '近 24 h' }))
    expect(await screen.findByRole('img', { name: 'ATL 最高值 24 小时：最低 1，最高 4，最后 4' })).toBeTruthy()
    expect(screen.getByText('中位 1 · 2 预警及以上 2 站')).toBeTruthy()
    expect(screen.getByText('11-25 10:00')).toBeTruthy()
    expect(screen.queryByRole('list', { name: 'ATL 前十' })).toBeNull()
  })

  it('collapse, and then load nothing', async () => {
    show({ open: '' })
    expect(screen.queryByRole('list')).toBeNull()
    expect(api.callsOf(mapEndpoints.worst)).toEqual([])
    fireEvent.click(screen.getByRole('button', { name: '展开图层统计' }))
    await bars('ATL 前十')
    fireEvent.click(screen.getByRole('button', { name: '收起图层统计' }))
    expect(screen.queryByRole('list')).toBeNull()
  })

  it('use the replayed frame, without a live query', async () => {
    const { unmount } = show({ isReplay: true, replay: FRAME })
    expect(await bars('ATL 前十')).toEqual(['深圳湾3', '江北2'])
    unmount()
    const { unmount: leave } = show({ isReplay: true, replay: FRAME, region: '320000' })
    expect(await bars('ATL 前十')).toEqual(['江北2'])
    leave()
    show({ isReplay: true, replay: FRAME, layer: 'status' })
    expect(await bars('离线与故障前十')).toEqual(['江苏2 台', '广东1 台'])
    expect(api.callsOf(mapEndpoints.worst)).toEqual([])
  })

  it('show the trend of the replayed day', async () => {
    show({ isReplay: true, replay: FRAME, open: 'trend', dayEndMs: TO_MS })
    await screen.findByRole('img', { name: /^ATL 最高值/ })
    expect(api.callsOf(mapEndpoints.trend).at(-1)?.query).toEqual({ layer: 'atl', to: TO_MS })
  })

  it('say that there is nothing, and why loading failed', async () => {
    api.on(mapEndpoints.worst, () => {
      throw new Refusal('服务暂时不可用')
    })
    show()
    expect(await screen.findByText(/服务暂时不可用/)).toBeTruthy()
    api.on(mapEndpoints.worst, () => ({ atMs: TO_MS, total: 0, rows: [] }))
    fireEvent.click(screen.getByRole('button', { name: '重试' }))
    await eventually(() => expect(screen.getByText('没有站点有这一图层的数据')).toBeTruthy())
  })
})
