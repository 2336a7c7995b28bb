import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Approval } from './approval.tsx'
import { MapControls } from './map-controls.tsx'
import { MapHint } from './map-hint.tsx'
import { MapLegend } from './map-legend.tsx'
import { SouthSeaInset } from './south-sea-inset.tsx'
import { nearest } from './use-map-gestures.ts'

const INSET = {
  viewBox: [0, 0, 64, 93],
  features: [
    { properties: { kind: 'coast', path: 'M0 0L1 1Z' } },
    { properties: { kind: 'dash', path: 'M2 2L3 3Z' } },
    { properties: { kind: 'frame', path: 'M0 0L64 0Z' } },
  ],
} as const

describe('MapHint', () => {
  it('describes a device with its state and alarm', () => {
    const { container } = render(
      <MapHint
        xPx={10}
        yPx={20}
        item={{
          type: 'device',
          id: 'd1',
          name: '江北 2# 氯气探测器',
          kind: 'gas',
          status: 'online',
          stationId: null,
          lng: 118,
          lat: 32,
          severity: 2,
        }}
      />,
    )
    expect(container.textContent).toBe('江北 2# 氯气探测器在线有毒气体探测器2 级 重大')
  })

  it('counts a cluster by status and omits zero counts', () => {
    const byStatus = { online: 55, offline: 3, fault: 0, maintenance: 0, inactive: 0, retired: 0 }
    const { container } = render(
      <MapHint xPx={0} yPx={0} item={{ type: 'cluster', lng: 0, lat: 0, count: 58, byStatus }} />,
    )
    expect(container.textContent).toBe('58 台设备在线55离线3')
  })
})

describe('MapLegend', () => {
  it('names every status and all five levels', () => {
    render(<MapLegend />)
    for (const name of ['在线', '离线', '故障', '维护', '未激活']) expect(screen.getByText(name)).toBeDefined()
    expect(screen.getAllByRole('img').map((glyph) => glyph.getAttribute('aria-label'))).toEqual([
      '1 级 特别重大',
      '2 级 重大',
      '3 级 较大',
      '4 级 一般',
      '5 级 提示',
    ])
  })
})

describe('MapLegend of places', () => {
  it('explains the station symbols instead of device states', () => {
    render(<MapLegend ofPlaces />)
    expect(screen.getByText('图例 · 站点')).toBeDefined()
    for (const name of ['有设备在线', '设备全部离线', '没有设备']) expect(screen.getByText(name)).toBeDefined()
    expect(screen.queryByText('维护')).toBeNull()
  })
})

describe('SouthSeaInset', () => {
  it('is part of the national view only, without the frame of the file', () => {
    const { container, rerender } = render(<SouthSeaInset inset={INSET} isShown />)
    expect(screen.getByRole('figure', { name: '南海诸岛' })).toBeDefined()
    expect(container.querySelectorAll('path')).toHaveLength(2)
    rerender(<SouthSeaInset inset={INSET} isShown={false} />)
    expect(container.childElementCount).toBe(0)
  })
})

describe('Approval', () => {
  it('shows an approval number openly, and a missing one behind a button', async () => {
    const { rerender } = render(<Approval meta={{ approvalNo: null, missingText: '本底图未标注审图号' }} />)
    expect(screen.queryByText('本底图未标注审图号')).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: '地图边界说明' }))
    expect(screen.getByText('本底图未标注审图号')).toBeDefined()
    rerender(<Approval meta={{ approvalNo: 'GS(2026)1', missingText: '' }} />)
    expect(screen.getByText('审图号：GS(2026)1')).toBeDefined()
  })
})

describe('a click among symbols', () => {
  it('hits the nearest, and of equally near ones the topmost', () => {
    expect(nearest([9, 3, 5], (one) => one)).toBe(3)
    expect(nearest(['above', 'below'], () => 1)).toBe('above')
    expect(nearest([], () => 0)).toBeUndefined()
  })
})

describe('MapControls', () => {
  it('zooms and returns to the country by labelled buttons', async () => {
    const calls = { onZoomIn: vi.fn(), onZoomOut: vi.fn(), onReset: vi.fn() }
    render(<MapControls {...calls} />)
    for (const name of ['放大', '缩小', '全国范围']) await userEvent.click(screen.getByRole('button', { name }))
    for (const call of Object.values(calls)) expect(call).toHaveBeenCalledOnce()
  })
})
