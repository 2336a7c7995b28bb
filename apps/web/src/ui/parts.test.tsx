import { QUALITY } from '@natim/domain/quality'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { ChannelCard } from './channel-card.tsx'
import { SAMPLE_CHANNELS } from './gallery-data.ts'
import { GlobalBar } from './global-bar.tsx'
import { Panel } from './panel.tsx'
import { SeverityGlyph, SeverityTag } from './severity-glyph.tsx'
import { StatusLamp } from './status-lamp.tsx'
import { ValueCell } from './value-cell.tsx'
import { ValueWithUnit } from './value-with-unit.tsx'

const { cl2, pm25 } = SAMPLE_CHANNELS

describe('severity', () => {
  it('names the level, hides the digit, and is silent beside a text label', () => {
    render(<SeverityGlyph level={2} />)
    expect(screen.getByRole('img', { name: '2 级 重大' })).toBeDefined()
    const { container } = render(<SeverityTag level={1} />)
    expect(container.textContent).toContain('1 级 特别重大')
    expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  })

  it('draws each level with another shape', () => {
    const shapes = ([1, 2, 3, 4, 5] as const).map((level) => {
      const { container } = render(<SeverityGlyph level={level} />)
      return container.querySelector('path')?.getAttribute('d')
    })
    expect(new Set(shapes).size).toBe(5)
  })
})

describe('StatusLamp', () => {
  it('has the accessible name itself unless it is labelled', () => {
    render(<StatusLamp status="fault" />)
    expect(screen.getByRole('img', { name: '故障' })).toBeDefined()
    const { container } = render(<StatusLamp status="offline" hasLabel />)
    expect(container.textContent).toBe('离线')
  })
})

describe('ValueWithUnit', () => {
  it('shows fixed decimals, a real minus and the unit', () => {
    const { container } = render(<ValueWithUnit value={-71.26} unit="dBm" precision={1} />)
    expect(container.textContent).toBe('\u221271.3dBm')
  })

  it('shows a dash for a missing value and never a zero', () => {
    const { container } = render(<ValueWithUnit value={null} unit="ppm" precision={2} />)
    expect(container.textContent).toBe('—ppm')
  })

  it('explains a quality flag in words', () => {
    render(<ValueWithUnit value={0.01} unit="ppm" precision={2} q={2} />)
    expect(screen.getByTitle('低于检出限')).toBeDefined()
  })

  it('drops the alarm colour and glyph once the value is stale', () => {
    render(<ValueWithUnit value={2.31} unit="ppm" precision={2} severity={2} look="stale" />)
    expect(screen.queryByRole('img')).toBeNull()
  })
})

describe('ValueCell', () => {
  it('marks the highest limit that the value reaches and names it', () => {
    const { container } = render(<ValueCell channel={cl2} value={2.31} />)
    expect(screen.getByRole('img', { name: '2 级 重大' })).toBeDefined()
    expect(container.textContent).toContain('达到 AEGL-2 2，2 级 重大')
  })

  it('stays neutral below all limits and names them', () => {
    const { container } = render(<ValueCell channel={cl2} value={0.1} />)
    expect(screen.queryByRole('img')).toBeNull()
    expect(container.textContent).toContain('未达到限值：AEGL-1 0.5；AEGL-2 2')
  })

  it('is judged by the mean for a limit with an averaging period, however high the reading', () => {
    render(<ValueCell channel={{ ...pm25, means: { day: 74.6 } }} value={900} />)
    expect(screen.queryByRole('img')).toBeNull()
    expect(screen.getByTitle('二级日均 75，24 h 均值 74.6')).toBeDefined()
  })

  it('names the mean that reached a limit when the reading is below it', () => {
    render(<ValueCell channel={{ ...pm25, means: { day: 82 } }} value={5} />)
    expect(screen.getByRole('img', { name: '3 级 较大' })).toBeDefined()
    expect(screen.getByTitle('24 h 均值 82.0 达到 二级日均 75')).toBeDefined()
  })

  it('does not judge readings that may not raise alarms', () => {
    render(<ValueCell channel={cl2} value={2.31} q={QUALITY.stuck} />)
    expect(screen.queryByRole('img', { name: /重大/ })).toBeNull()
  })
})

describe('Panel', () => {
  it('keeps old content below the error, dated, with a retry', async () => {
    const retry = vi.fn()
    render(
      <Panel title="历史" error={{ message: '加载失败：网络超时', onRetry: retry }} dataAsOf="10:31:40">
        旧数据
      </Panel>,
    )
    expect(screen.getByRole('alert').textContent).toContain('加载失败：网络超时')
    expect(screen.getByText('旧数据')).toBeDefined()
    expect(screen.getByText('数据截至 10:31:40')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: /重试/ }))
    expect(retry).toHaveBeenCalledOnce()
  })

  it('is a named region, and busy while reloading', () => {
    render(
      <Panel title="历史" isReloading>
        内容
      </Panel>,
    )
    expect(screen.getByRole('region', { name: '历史' }).getAttribute('aria-busy')).toBe('true')
  })
})

describe('GlobalBar', () => {
  it('announces a lost connection at once, other bars politely', () => {
    render(<GlobalBar kind="disconnected">实时连接中断</GlobalBar>)
    render(<GlobalBar kind="queued">已排队</GlobalBar>)
    expect(screen.getByRole('alert').textContent).toBe('实时连接中断')
    expect(screen.getByRole('status').textContent).toBe('已排队')
  })
})

describe('ChannelCard', () => {
  const base = { channel: cl2, value: 0.31, tsMs: 0, spark: [1, 2, 3] }

  it('keeps the last value of an offline device and shows since when it is offline', () => {
    render(<ChannelCard {...base} look="offline" offlineSinceMs={Date.now() - 8_100_000} />)
    expect(screen.getByText(/离线 2 小时 1\d 分/)).toBeDefined()
    expect(screen.getByText('0.31')).toBeDefined()
  })

  it('shows what was judged by a mean, and what could not be judged', () => {
    const hourly = { name: '二级小时', value: 150, severity: 3, avgPeriod: '1h', op: '>=' } as const
    const limits = [...pm25.limits, hourly]
    const { rerender } = render(<ChannelCard {...base} channel={{ ...pm25, limits, means: { day: 82 } }} look="live" />)
    expect(screen.getByText('24 h 均值 82.0 达到 二级日均 75')).toBeDefined()
    expect(screen.getByText('未判定：小时均值（数据不足）')).toBeDefined()
    rerender(<ChannelCard {...base} channel={{ ...pm25, limits, means: { day: 20, '1h': 20 } }} look="live" />)
    expect(screen.queryByText(/^未判定|均值 .*达到/)).toBeNull()
  })

  it('opens by click and keyboard, labelled by the channel name', async () => {
    const open = vi.fn()
    render(<ChannelCard {...base} look="live" onOpen={open} />)
    await userEvent.tab()
    await userEvent.keyboard('{Enter}')
    await userEvent.click(screen.getByRole('button', { name: 'Cl₂ 氯气' }))
    expect(open).toHaveBeenCalledTimes(2)
  })
})
