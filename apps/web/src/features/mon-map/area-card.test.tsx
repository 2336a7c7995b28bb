import { type AreaFigures, type IncidentDraft, mapEndpoints } from '@natim/contract/mon/map'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { renderPage } from '@/testing/render-page.tsx'
import { stubApi } from '@/testing/stub-api.ts'
import { addPoint, beginDrawing, type DrawTool, finish } from '@/widgets/map/drawing.ts'
import { AreaCard } from './area-card.tsx'
import { DraftsCard } from './drafts-card.tsx'

const FIGURES: AreaFigures = {
  atMs: 0,
  stations: 68,
  devices: 287,
  byStatus: { online: 281, offline: 6, fault: 0, maintenance: 0, inactive: 0, retired: 0 },
  people: 1_420_000,
  alarms: [0, 1, 1, 0, 0],
  maxima: { aqi: null, atl: null, dose: null },
}
const draw = (tool: DrawTool, ...points: readonly (readonly [number, number])[]) =>
  finish(points.reduce((drawing, [lng, lat]) => addPoint(drawing, { lng, lat }), beginDrawing(tool)))
const nothing = () => undefined
const card = (drawing: ReturnType<typeof draw>, onAgain = nothing) => (
  <AreaCard drawing={drawing} isReplay={false} onClose={nothing} onAgain={onAgain} onSaved={nothing} />
)

let api: ReturnType<typeof stubApi>
beforeEach(() => {
  api = stubApi()
  api.on(mapEndpoints.area, () => FIGURES)
})

describe('a drawn area', () => {
  it('shows what it contains, and is saved under a name', async () => {
    api.on(mapEndpoints.addDraft, () => ({ id: '1' }))
    renderPage(card(draw('circle', [118.8, 32], [119.8, 32])), { rights: ['mon:map:draft'] })
    expect(await screen.findByText('287 台，离线 6')).toBeTruthy()
    expect(screen.getByText('1,420,000 人，仅供参考')).toBeTruthy()
    expect(screen.getByText(/圆 · 半径 94\.\d km/)).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: '生成事件' }))
    fireEvent.change(screen.getByRole('textbox', { name: '事件名称' }), { target: { value: '江北氯气泄漏' } })
    fireEvent.click(screen.getByRole('button', { name: '保存草稿' }))
    await waitFor(() =>
      expect(api.callsOf(mapEndpoints.addDraft)[0]?.body).toMatchObject({
        name: '江北氯气泄漏',
        area: { kind: 'circle', center: { lng: 118.8, lat: 32 } },
      }),
    )
  })

  it('is not queried when it crosses itself', () => {
    const again = vi.fn<() => undefined>()
    renderPage(card(draw('polygon', [0, 0], [4, 4], [4, 0], [0, 4]), again))
    expect(screen.getByRole('alert').textContent).toContain('区域多边形自相交，请重新绘制！')
    expect(api.callsOf(mapEndpoints.area)).toHaveLength(0)
    fireEvent.click(screen.getByRole('button', { name: '重画' }))
    expect(again).toHaveBeenCalledOnce()
  })

  it('cannot be made an event without permission', async () => {
    renderPage(card(draw('circle', [118.8, 32], [119.8, 32])), { rights: [] })
    await screen.findByText('287 台，离线 6')
    expect(screen.queryByRole('button', { name: '生成事件' })).toBeNull()
  })

  it('drawn as a line shows its length', () => {
    renderPage(card(draw('measure', [116.4, 39.9], [118.8, 32.06])))
    expect(screen.getByText(/^89\d$/)).toBeTruthy()
  })
})

it('a draft is deleted by its creator, after confirmation', async () => {
  api.on(mapEndpoints.removeDraft, () => null)
  const draft = (id: string, name: string, isOwn: boolean): IncidentDraft => ({
    id,
    name,
    isOwn,
    author: '周海宁',
    createMs: 0,
    figures: FIGURES,
    area: { kind: 'circle', center: { lng: 118.8, lat: 32 }, radiusKm: 5 },
  })
  renderPage(<DraftsCard drafts={[draft('1', '甲', true), draft('2', '乙', false)]} error={null} onRetry={nothing} />, {
    rights: ['mon:map:draft'],
  })
  const buttons = screen.getAllByRole('button', { name: /删\s?除/ })
  expect(buttons).toHaveLength(1)
  fireEvent.click(buttons[0] as HTMLElement)
  const dialog = await screen.findByRole('dialog')
  fireEvent.click(within(dialog).getByRole('button', { name: /删\s?除/ }))
  await waitFor(() => expect(api.callsOf(mapEndpoints.removeDraft)[0]?.query).toMatchObject({ id: '1' }))
})
