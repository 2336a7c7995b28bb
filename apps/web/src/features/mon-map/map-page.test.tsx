import { deviceEndpoints } from '@natim/contract/mon/device'
import { homeEndpoints } from '@natim/contract/mon/home'
import { FRAME_STEP_MS, type LayerView, mapEndpoints, REPLAY_SPAN_MS, type Replay } from '@natim/contract/mon/map'
import { departTreeEndpoints } from '@natim/contract/system/pickers'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import HomeMapPage from './home-map-page.tsx'

const TO_MS = Date.UTC(2026, 10, 25, 2, 0)
const FROM_MS = TO_MS - REPLAY_SPAN_MS
const byStatus = { online: 2, offline: 0, fault: 0, maintenance: 0, inactive: 0, retired: 0 }
const station = { regionCode: '320100', lng: 118.8, lat: 32 }

const replayOf = (layer: Replay['layer']): Replay => ({
  layer,
  fromMs: FROM_MS,
  toMs: TO_MS,
  unit: '',
  precision: 0,
  tracks:
    layer === 'status'
      ? [{ id: 'd1', name: '氯气 1#', ...station, kind: 'gas', stationId: 's1', from: [0], status: ['fault'] }]
      : [
          {
            id: 's1',
            name: '江北 2#',
            ...station,
            stationId: 's1',
            from: [0],
            level: [1],
            value: [1],
            note: ['H₂S 0.2 ppm'],
          },
        ],
  alarms: [
    {
      id: 'a1',
      title: '氯气超限',
      deviceId: 'd1',
      stationId: 's1',
      severity: 2,
      fromMs: TO_MS - 3 * FRAME_STEP_MS,
      toMs: null,
    },
  ],
})
const mark = (id: string, name: string, level: number): LayerView['rows'][number] => ({
  type: 'station',
  id,
  name,
  ...station,
  level,
  value: level,
  unit: '',
  precision: 0,
  note: 'Cl₂ 2.31 ppm',
  atMs: Date.now(),
})

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(deviceEndpoints.list, () => pageOf([]))
  api.on(deviceEndpoints.statusCounts, () => byStatus)
  api.on(homeEndpoints.map, () => ({ total: 0, byStatus, unplaced: 0, items: [] }))
  api.on(mapEndpoints.layer, () => ({
    atMs: TO_MS,
    items: [],
    rows: [mark('s1', '江北 2#', 3), mark('s2', '浦口', 0)],
    byLevel: [1, 0, 0, 1, 0, 0],
    unknown: 4,
  }))
  api.on(mapEndpoints.replay, ({ query }) => replayOf(query?.layer ?? 'status'))
  api.on(mapEndpoints.wind, () => [])
  api.on(mapEndpoints.worst, () => ({ atMs: TO_MS, total: 0, rows: [] }))
  api.on(departTreeEndpoints.tree, () => [])
})
const open = () => renderPage(<HomeMapPage />, { at: '/mon/homemap', rights: ['mon:alarm:view'] })

describe('the map', () => {
  it('selects its layer by the keys 1 to 4; the list beside it is worst first', async () => {
    open()
    await screen.findByRole('region', { name: '设备' })
    fireEvent.keyDown(window, { key: '3' })
    const list = await screen.findByRole('region', { name: 'ATL 站点' })
    await within(list).findByText('江北 2#')
    expect(
      within(list)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent?.slice(0, 9)),
    ).toEqual(['2江北 2#3 危', '浦口0 正常Cl₂'])
    expect(within(list).getByText(/2 站，4 站无数据/)).toBeTruthy()
    expect(decodeURIComponent(window.location.search)).toContain('"layer":"atl"')
    fireEvent.keyDown(window, { key: '1' })
    await screen.findByRole('region', { name: '设备' })
  })

  it('toggles wind and alarms by W and A, but not while typing', async () => {
    open()
    const wind = await screen.findByRole<HTMLInputElement>('checkbox', { name: '风场' })
    const alarms = screen.getByRole<HTMLInputElement>('checkbox', { name: '报警' })
    fireEvent.keyDown(screen.getByRole('textbox', { name: '搜索设备' }), { key: 'w' })
    expect(wind.checked).toBe(false)
    fireEvent.keyDown(window, { key: 'w' })
    fireEvent.keyDown(window, { key: 'A' })
    await waitFor(() => expect([wind.checked, alarms.checked]).toEqual([true, false]))
  })

  it('steps back ten minutes into a marked replay, makes no live query for it, and returns', async () => {
    open()
    await screen.findByText('实时')
    const slider = screen.getByRole('slider', { name: '回放时刻' })
    await waitFor(() => expect((slider as HTMLInputElement).disabled).toBe(false))
    fireEvent.keyDown(window, { key: 'ArrowLeft' })
    // 09:50 in Shanghai: the alarm that began at 09:30 is open then.
    expect(await screen.findByText('回放 11-25 09:50')).toBeTruthy()
    const list = screen.getByRole('region', { name: '设备' })
    expect(await within(list).findByText('氯气 1#')).toBeTruthy()
    expect(within(list).getByLabelText('2 级 重大')).toBeTruthy()
    const before = api.callsOf(homeEndpoints.map).length
    fireEvent.keyDown(window, { key: 'ArrowLeft' })
    fireEvent.keyDown(window, { key: 'ArrowLeft' })
    fireEvent.keyDown(window, { key: 'ArrowLeft' })
    await within(list).findByText('回放 11-25 09:20')
    expect(within(list).queryByLabelText('2 级 重大')).toBeNull()
    expect(api.callsOf(homeEndpoints.map)).toHaveLength(before)
    fireEvent.click(screen.getByRole('button', { name: '回到实时' }))
    await screen.findByText('实时')
  })

  it('shows the frames of the selected layer', async () => {
    open()
    await screen.findByText('实时')
    const slider = screen.getByRole<HTMLInputElement>('slider', { name: '回放时刻' })
    await waitFor(() => expect(slider.disabled).toBe(false))
    fireEvent.keyDown(window, { key: '3' })
    fireEvent.change(slider, { target: { value: String(FROM_MS + FRAME_STEP_MS) } })
    const list = await screen.findByRole('region', { name: 'ATL 站点' })
    expect(await within(list).findByText('1 关注')).toBeTruthy()
    expect(api.callsOf(mapEndpoints.replay).map(({ query }) => query?.layer)).toEqual(['status', 'atl'])
  })

  it('names the shown moment, also for a link to a moment before the window', async () => {
    const link = encodeURIComponent(JSON.stringify({ at: FROM_MS - 5 * FRAME_STEP_MS }))
    renderPage(<HomeMapPage />, { at: `/mon/homemap?~=${link}`, rights: ['mon:alarm:view'] })
    const list = await screen.findByRole('region', { name: '设备' })
    await within(list).findByText('回放 11-24 10:00')
    expect(
      within(screen.getByRole('region', { name: '时间轴' })).getByText('11-24 10:00', { selector: 'time' }),
    ).toBeTruthy()
  })
})
