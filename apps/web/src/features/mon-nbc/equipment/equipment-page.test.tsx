import { nbcEndpoints } from '@natim/contract/mon/nbc'
import { type NbcEquipmentRow, nbcEquipment } from '@natim/contract/mon/nbc.resource'
import { nbcEventEndpoints } from '@natim/contract/mon/nbc-event'
import { sessionEndpoints } from '@natim/contract/system/session'
import { calendarDayGmt8, DAY_MS } from '@natim/domain/time'
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { pageOf, stubApi } from '@/testing/stub-api.ts'
import EquipmentPage from './equipment-page.tsx'

const day = (offset: number) => calendarDayGmt8(Date.now() + offset * DAY_MS)
const ROW: NbcEquipmentRow = {
  id: 'p1',
  deviceId: 'd1',
  deviceName: '秦山 1# 剂量率仪',
  clientId: 'RD-330400-0010',
  kind: 'rad',
  kind_dictText: '辐射监测仪',
  stationName: '秦山站',
  regionCode: '330400',
  regionCode_dictText: '浙江省嘉兴市',
  detector: 'NaI',
  detector_dictText: '碘化钠闪烁体 NaI',
  libraryVersion: 'RN-2026.2',
  status: 'online',
  status_dictText: '在线',
  readiness: 'limited',
  readiness_dictText: '受限',
  readinessText: '核查源检查逾期',
  sourceCheck: day(-93),
  sourceDue: day(-3),
  calibDue: day(5),
  energyLoKev: 40,
  energyHiKev: 3_000,
  alarmL1: 0.3,
  alarmL2: 1,
  alarmL3: 100,
  note: null,
  lng: 120.95,
  lat: 30.44,
  createBy: null,
  createTime: '2026-11-01 08:00:00',
  updateBy: null,
  updateTime: null,
}

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(nbcEquipment.endpoints.list, () => pageOf([ROW, { ...ROW, id: 'p2', sourceDue: null, calibDue: day(0) }], 2))
  api.on(nbcEventEndpoints.drill, () => null)
  api.on(sessionEndpoints.dictItems, () => [])
  api.on(nbcEndpoints.summary, () => ({
    total: 230,
    ready: 199,
    limited: 15,
    unusable: 16,
    overdue: 18,
    without: [{ id: 'd9', name: '新机', clientId: 'RD-9' }],
    places: [],
  }))
})

it('shows readiness with its reason, overdue items with the word, and items due soon', async () => {
  renderPage(<EquipmentPage />)
  expect((await screen.findAllByText('受限')).length).toBeGreaterThan(0)
  expect(await screen.findByText(`${day(-3)} 逾期 3 天`)).toBeTruthy()
  expect(screen.getByText('剩 5 天')).toBeTruthy()
  expect(screen.getByText('今天到期')).toBeTruthy()
  expect(screen.getByText('未安排')).toBeTruthy()
  expect(screen.getByText('另有 1 台设备未建档')).toBeTruthy()
})

it('is marked while a drill runs, which permitted users end after confirmation', async () => {
  api.on(nbcEventEndpoints.drill, () => ({
    id: 'x',
    title: '联合演练',
    startedName: '何敏',
    startedMs: 0,
    untilMs: 9,
    mayEnd: true,
  }))
  api.on(nbcEventEndpoints.endDrill, () => null)
  const { user } = renderPage(<EquipmentPage />)
  expect(await screen.findByText(/联合演练 · 演练事件的处置与报告均不外发/)).toBeTruthy()
  expect(document.querySelector('[data-watermark]')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: '结束演练' }))
  expect(await screen.findByText(/演练事件保留，仍带演练标记/)).toBeTruthy()
  expect(api.callsOf(nbcEventEndpoints.endDrill)).toHaveLength(0)
})

it('hides actions without permission', async () => {
  renderPage(<EquipmentPage />, { rights: ['mon:nbc:view'] })
  await screen.findAllByText('秦山 1# 剂量率仪')
  for (const name of [/新增装备/, /导出/, /^编辑/, /^删除/]) expect(screen.queryByRole('button', { name })).toBeNull()
})
