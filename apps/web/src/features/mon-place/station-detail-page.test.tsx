import { homeEndpoints, type StationCard } from '@natim/contract/mon/home'
import { placeEndpoints } from '@natim/contract/mon/place'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { buildChannel } from '@/testing/build-device.ts'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import { stubLiveSocket } from '@/testing/stub-live-socket.ts'
import { stubPhone } from '@/testing/stub-phone.ts'
import StationDetailPage from './station-detail-page.tsx'

const spark = { fromMs: 0, stepMs: 3_600_000, values: [0.1, 0.2, 0.3] }
const channel = (given: Parameters<typeof buildChannel>[0]) => ({ ...buildChannel(given), spark })

const gas: StationCard['devices'][number] = {
  id: 'd1',
  name: '氯气探测器 1#',
  kind: 'gas',
  status: 'online',
  lastSeen: Date.now(),
  channels: [
    channel({ channelNo: 711, latest: { ts: Date.now() - 4_000, v: 0.4, q: 0 } }),
    channel({ channelNo: 712, seq: 2, metricCode: 'nh3', name: '氨气', formula: 'NH₃', limits: [], unit: 'mg/m³' }),
  ],
}
const air: StationCard['devices'][number] = {
  ...gas,
  id: 'd2',
  name: '空气站 2#',
  kind: 'air',
  status: 'offline',
  channels: [
    channel({ channelNo: 721, metricCode: 'pm25', name: '细颗粒物', formula: 'PM2.5', unit: 'µg/m³', precision: 0 }),
  ],
}
const CARD: StationCard = {
  id: 's1',
  code: 'S320100-001',
  name: '江北新区 1 号站',
  stationType_dictText: '化工园区',
  regionText: '江苏省南京市',
  lng: 118.72,
  lat: 32.22,
  population5km: 86_400,
  devices: [gas, air],
}

let api: ReturnType<typeof stubApi>
let live: ReturnType<typeof stubLiveSocket>
let card: () => StationCard
beforeEach(() => {
  api = stubApi()
  live = stubLiveSocket()
  card = () => CARD
  api.on(homeEndpoints.station, () => card())
  api.on(placeEndpoints.levels, () => [{ id: 's1', severity: 2 as const }])
})

const open = (options?: Parameters<typeof renderPage>[1]) =>
  renderPage(<StationDetailPage />, { at: '/mon/station/detail/s1', path: '/mon/station/detail/:id', ...options })
const rowOf = async (name: RegExp) => (await screen.findByText(name)).closest('tr') as HTMLElement

describe('a station', () => {
  it('[BZ-06] shows every channel of every device with name, unit, value, level and effective limits', async () => {
    open()
    expect(await screen.findByRole('heading', { name: CARD.name, level: 1 })).toBeTruthy()
    expect(screen.getByText('2 台，在线 1 台')).toBeTruthy()
    expect(screen.getByText('3 个')).toBeTruthy()
    expect(await screen.findByText('2 级 重大')).toBeTruthy()
    const chlorine = within(await rowOf(/^1 氯气（Cl₂）$/))
    expect(chlorine.getByText('0.40')).toBeTruthy()
    expect(chlorine.getAllByText('ppm').length).toBeGreaterThan(0)
    expect(chlorine.getAllByRole('img', { name: '4 级 一般' }).length).toBeGreaterThan(0)
    expect(chlorine.getByText('MAC')).toBeTruthy()
    expect(chlorine.getByText(/MAC > 0\.34.*AEGL-2 >= 2/)).toBeTruthy()
    expect(within(await rowOf(/^2 氨气（NH₃）$/)).getByText('无限值')).toBeTruthy()
    expect(screen.getByRole('link', { name: air.name }).getAttribute('href')).toBe('/mon/device/detail/d2')
  })

  it('follows the live feed, and shows no level for an absent device', async () => {
    open()
    const chlorine = within(await rowOf(/^1 氯气（Cl₂）$/))
    await waitFor(() =>
      expect(live.subscriptions().find(({ topic }) => topic === 'ch')).toMatchObject({ keys: [711, 712, 721] }),
    )
    live.sendPoints([[711, Date.now(), 0.12, 0]])
    expect(await chlorine.findByText('0.12')).toBeTruthy()
    expect(chlorine.getByText('限值以下')).toBeTruthy()
    const dust = within(await rowOf(/细颗粒物/))
    expect(dust.queryByText('限值以下')).toBeNull()
    expect(dust.queryAllByRole('img', { name: /级/ })).toEqual([])
  })

  it('shows a card per channel on a phone', async () => {
    stubPhone()
    open()
    expect(await screen.findAllByRole('article')).toHaveLength(3)
    expect(screen.queryByRole('table')).toBeNull()
  })

  it('names the next step when it has no devices', async () => {
    card = () => ({ ...CARD, devices: [] })
    open()
    expect(await screen.findByText('该站点下没有您可见的设备')).toBeTruthy()
  })

  it('says why loading failed, and retries', async () => {
    card = () => {
      throw new Refusal('数据不存在或无权访问')
    }
    const { user } = open()
    const alert = await screen.findByRole('alert')
    expect(screen.getByRole('link', { name: '返回站点管理' })).toBeTruthy()
    card = () => CARD
    await user.click(within(alert.parentElement as HTMLElement).getByRole('button', { name: /重试/ }))
    expect(await screen.findByRole('heading', { name: CARD.name, level: 1 })).toBeTruthy()
  })

  it('hides the level without permission to see alarms', async () => {
    open({ rights: ['mon:station:view', 'mon:home:view'] })
    await screen.findByText('2 台，在线 1 台')
    expect(screen.queryByText('2 级 重大')).toBeNull()
    expect(api.callsOf(placeEndpoints.levels)).toHaveLength(0)
  })
})
