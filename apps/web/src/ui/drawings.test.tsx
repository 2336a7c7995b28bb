import { render, screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { BrandLockup } from './brand-mark.tsx'
import { EmptyState } from './empty-state.tsx'
import { SAMPLE_CHANNELS, SAMPLE_RELEASE } from './gallery-data.ts'
import { KindIcon } from './kind-icon.tsx'
import { Kpi, KpiStrip } from './kpi-strip.tsx'
import { LimitRail } from './limit-rail.tsx'
import { NoPermission } from './no-permission.tsx'
import { SeverityCounts } from './severity-glyph.tsx'
import { Sparkline } from './sparkline.tsx'
import { StatBlock, StatRow } from './stat-block.tsx'
import { StatusRibbon } from './status-ribbon.tsx'

const HOUR = 3_600_000
const MIDNIGHT = Date.UTC(2026, 10, 20, 16)
const { limits } = SAMPLE_CHANNELS.cl2

describe('LimitRail', () => {
  const ticks = (container: HTMLElement) =>
    Array.from(container.querySelectorAll<HTMLElement>('[title]'), (tick) => [tick.title, tick.style.insetInlineStart])

  it('draws one named tick per limit, at its position on the scale', () => {
    const { container } = render(<LimitRail value={1} limits={limits} />)
    expect(ticks(container)).toEqual([
      ['AEGL-1 0.5', '16.67%'],
      ['AEGL-2 2', '66.67%'],
    ])
  })

  it('is neutral below the limits, in the severity colour of the highest reached one, grey when muted', () => {
    const fill = (container: HTMLElement) => container.querySelector<HTMLElement>('[style*="width"]')?.style.background
    expect(fill(render(<LimitRail value={0.1} limits={limits} />).container)).toBe('var(--rail)')
    expect(fill(render(<LimitRail value={2} limits={limits} />).container)).toBe('var(--sev-2)')
    expect(fill(render(<LimitRail value={2} limits={limits} isMuted />).container)).toBe('var(--rail)')
  })

  it('greys the tick of an unknown mean, and marks a mean that reached its limit', () => {
    const day = [{ name: '日均', value: 100, severity: 3, avgPeriod: 'day', op: '>' }] as const
    const drawn = (means: Record<string, number | null>) =>
      render(<LimitRail value={10} limits={day} means={means} />).container
    expect(drawn({ day: null }).querySelectorAll('[data-unjudged]')).toHaveLength(1)
    expect(drawn({ day: 90 }).querySelectorAll('[data-unjudged]')).toHaveLength(0)
    const mark = drawn({ day: 120 }).querySelector<HTMLElement>('[style*="border-color"]')
    expect(mark?.style.insetInlineStart).toBe('80.00%')
    expect(drawn({ day: 90 }).querySelector('[style*="border-color"]')).toBeNull()
  })

  it('prints zero, the limits in order and the maximum at card size', () => {
    const { container } = render(<LimitRail value={null} limits={limits.toReversed()} size="card" />)
    expect(container.textContent).toBe('无数值0AEGL-1 0.5AEGL-2 23')
  })
})

describe('StatusRibbon', () => {
  const cells = [
    { fromMs: MIDNIGHT, toMs: MIDNIGHT + HOUR, state: 'online' },
    { fromMs: MIDNIGHT + HOUR, toMs: MIDNIGHT + 2 * HOUR, state: 'offline', reason: '基站断电' },
  ] as const

  it('gives interval, state and reason of each cell and summarises them', () => {
    render(<StatusRibbon cells={cells} />)
    expect(screen.getByRole('figure', { name: '24 小时状态：在线 50 %，离线 50 %' })).toBeDefined()
    expect(screen.getByTitle('11-21 01:00–02:00 · 离线 · 基站断电')).toBeDefined()
  })

  it('shows its axis on demand', () => {
    const { container } = render(<StatusRibbon cells={cells} hasAxis />)
    expect(container.textContent).toBe('11-21 00:0001:00现在')
  })
})

describe('Sparkline', () => {
  it('uses the alarm colour and draws its threshold', () => {
    render(<Sparkline values={SAMPLE_RELEASE} label="Cl₂ 最近 24 小时" severity={2} threshold={2} hasArea />)
    const spark = screen.getByRole('img', { name: 'Cl₂ 最近 24 小时' })
    expect(spark.style.color).toBe('var(--sev-2)')
    expect(spark.querySelector('line')).not.toBeNull()
  })

  it('is grey and without an area when stale', () => {
    const { container } = render(<Sparkline values={[1, 2]} label="Cl₂" severity={2} hasArea isMuted />)
    expect(container.querySelector('svg')?.style.color).toBe('var(--disabled)')
    expect(container.querySelectorAll('path')).toHaveLength(1)
  })
})

describe('Kpi', () => {
  it('is a button only when it has a target', () => {
    render(
      <KpiStrip label="全网指标">
        <Kpi caption="在线率" value="95.9" unit="%" />
        <Kpi caption="今日样本" value="3,841" unit="万" onOpen={() => {}} />
      </KpiStrip>,
    )
    expect(screen.getByRole('region', { name: '全网指标' })).toBeDefined()
    expect(screen.getAllByRole('button').map((button) => button.textContent)).toEqual(['今日样本3,841万'])
  })
})

describe('SeverityCounts', () => {
  it('keeps all five places in order, including zeros', () => {
    render(<SeverityCounts counts={[1, 0, 5]} />)
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual(['11', '20', '35', '40', '50'])
  })
})

describe('small parts', () => {
  it('name a kind unless it is labelled beside', () => {
    render(<KindIcon kind="rad" />)
    expect(screen.getByRole('img', { name: '辐射监测仪' })).toBeDefined()
    const { container } = render(<KindIcon kind="rad" isDecorative />)
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })

  it('keep the product name for screen readers when only the mark is shown', () => {
    const { container } = render(<BrandLockup isMarkOnly />)
    expect(container.textContent).toBe('NATIM')
    expect(render(<BrandLockup name="全国网" />).container.textContent).toBe('NATIM全国网')
  })

  it('name the missing right, with its code', () => {
    const { container } = render(<NoPermission right="核生化数据查看" code="mon:nbc:view" />)
    expect(container.textContent).toBe('没有查看权限需要 核生化数据查看（mon:nbc:view）')
    expect(screen.queryByRole('button')).toBeNull()
  })

  it('state emptiness in one sentence', () => {
    expect(render(<EmptyState />).container.textContent).toBe('暂无数据')
  })

  it('pair each figure with its label for screen readers', () => {
    render(<StatRow stats={[{ label: '均值', value: '0.31', unit: 'ppm' }]} />)
    render(<StatBlock stats={[{ label: '健康分', value: 92 }]} />)
    expect(screen.getAllByRole('definition').map((figure) => figure.textContent)).toEqual(['0.31 ppm', '92'])
  })
})
