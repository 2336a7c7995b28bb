import { type nbcEndpoints as Endpoints, nbcEndpoints } from '@natim/contract/mon/nbc'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import type { z } from 'zod'
import { renderPage } from '@/testing/render-page.tsx'
import { Refusal, stubApi } from '@/testing/stub-api.ts'
import type { MapItem, MapPointItem } from '@/widgets/map/map-item.ts'
import { EquipmentMap } from './equipment-map.tsx'

// The map needs WebGL: this replacement renders its items as buttons.
vi.mock('@/widgets/map/network-map.tsx', () => ({
  NetworkMap: ({ items, onPick }: { items: MapItem[]; onPick: (point: MapPointItem) => void }) => (
    <>
      {(items as MapPointItem[]).map((item) => (
        <button key={item.id} type="button" onClick={() => onPick(item)}>
          {item.name} {item.status}
        </button>
      ))}
    </>
  ),
}))

type Summary = z.output<typeof Endpoints.summary.result>
const place = { kind: 'rad', lat: 30.44, text: '', isOverdue: false } as const
const SUMMARY: Summary = {
  total: 3,
  ready: 1,
  limited: 1,
  unusable: 1,
  overdue: 2,
  without: [],
  places: [
    { ...place, id: 'd1', name: '秦山 1#', lng: 90, readiness: 'ready' },
    { ...place, id: 'd2', name: '秦山 2#', lng: 105, readiness: 'limited', text: '核查源检查逾期', isOverdue: true },
    { ...place, id: 'd3', name: '秦山 3#', lng: 121, readiness: 'unusable', text: '校准逾期', isOverdue: true },
  ],
}

let api: ReturnType<typeof stubApi>
let summary: Summary
beforeEach(() => {
  summary = SUMMARY
  api = stubApi()
  api.on(nbcEndpoints.summary, () => summary)
})
/** The panel beside the map, once loaded. */
async function overdue() {
  const panel = within((await screen.findByText('逾期装备')).closest('section') ?? document.body)
  // Until loaded, it must not say that nothing is overdue.
  expect(panel.queryByText('没有逾期的装备')).toBeNull()
  await panel.findByText('2 台')
  return panel
}

it('shows equipment with readiness lamps, and lists overdue items with the word', async () => {
  renderPage(<EquipmentMap />)
  for (const name of ['秦山 1# online', '秦山 2# maintenance', '秦山 3# fault'])
    expect(await screen.findByRole('button', { name })).toBeTruthy()
  const listed = await overdue()
  expect(listed.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    '秦山 2# 核查源检查逾期',
    '秦山 3# 校准逾期',
  ])
})

it('selecting an item, in the list or on the map, shows why it is not ready and links to its data', async () => {
  const { user } = renderPage(<EquipmentMap />)
  await user.click((await overdue()).getByRole('button', { name: /秦山 3#/ }))
  expect(await screen.findByText('不可用：校准逾期')).toBeTruthy()
  await user.click(await screen.findByRole('button', { name: '秦山 1# online' }))
  expect(await screen.findByText('就绪', { selector: 'p' })).toBeTruthy()
  const link = decodeURIComponent(screen.getByRole('link', { name: '查看数据' }).getAttribute('href') ?? '')
  expect(link).toBe('/mon/nbc/data?~={"tab":"rad","device":"d1"}')
})

it('says that nothing is overdue', async () => {
  summary = { ...SUMMARY, overdue: 0, places: SUMMARY.places.slice(0, 1) }
  renderPage(<EquipmentMap />)
  expect(await screen.findByText('没有逾期的装备')).toBeTruthy()
})

it('retries after a failed load', async () => {
  let isDown = true
  api.on(nbcEndpoints.summary, () => {
    if (isDown) throw new Refusal('数据库忙')
    return SUMMARY
  })
  const { user } = renderPage(<EquipmentMap />)
  expect(await screen.findByText('数据库忙')).toBeTruthy()
  isDown = false
  await user.click(screen.getByRole('button', { name: /重\s*试/ }))
  expect(await screen.findByText('逾期装备')).toBeTruthy()
})
