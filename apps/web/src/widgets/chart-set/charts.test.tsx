import { act, render, screen, waitFor, within } from '@testing-library/react'
import { type ReactElement } from 'react'
import { describe, expect, it, vi } from 'vitest'
import {
  AreaChart,
  BarChart,
  BarLineChart,
  LineChart,
  MultiBarChart,
  MultiLineChart,
  PieChart,
  RadarChart,
  StackedBarChart,
} from './charts.tsx'
import { ChartCard, Countdown, NumberInfo, Trend } from './figures.tsx'
import { Liquid, MiniArea, MiniBar, MiniProgress, RankList } from './mini-charts.tsx'

const POINTS = [
  { name: '江苏', value: 12 },
  { name: '山东', value: 30 },
]
const TABLE = {
  categories: ['江苏', '山东'],
  series: [
    { name: '报警', values: [12, 30] },
    { name: '处置', values: [10, null] },
  ],
}
const CHARTS: [string, ReactElement][] = [
  ['bar', <BarChart key="" title="报警" points={POINTS} />],
  ['line', <LineChart key="" title="报警" points={POINTS} />],
  ['area', <AreaChart key="" title="报警" points={POINTS} />],
  ['pie', <PieChart key="" title="报警" points={POINTS} />],
  ['multi bar', <MultiBarChart key="" title="报警" table={TABLE} />],
  ['multi line', <MultiLineChart key="" title="报警" table={TABLE} />],
  ['stacked bar', <StackedBarChart key="" title="报警" table={TABLE} />],
  ['bar and line', <BarLineChart key="" title="报警" table={TABLE} />],
  ['radar', <RadarChart key="" title="报警" table={TABLE} />],
]
const canvasOf = (container: HTMLElement) =>
  waitFor(() => {
    const canvas = container.querySelector('canvas')
    if (!canvas) throw new Error('not drawn yet')
    return canvas
  })

describe('the chart set', () => {
  it.each(CHARTS)(
    '[WG-25] draws a %s chart from plain data, with its numbers in words and as a table',
    async (_, chart) => {
      const { container } = render(chart)
      await canvasOf(container)
      expect(screen.getByRole('figure', { name: /^报警：2 项，报警最高 30（山东）/ })).toBeTruthy()
      const rows = within(screen.getByRole('table', { name: '报警' })).getAllByRole('row')
      expect(rows.map(({ textContent }) => textContent).join(' ')).toContain('山东30')
    },
  )

  it('[WG-25] follows the size of its container', async () => {
    const measures: (() => void)[] = []
    vi.stubGlobal(
      'ResizeObserver',
      class {
        constructor(measure: () => void) {
          measures.push(measure)
        }
        observe() {}
        disconnect() {}
      },
    )
    const { container } = render(<BarChart title="报警" points={POINTS} />)
    const canvas = await canvasOf(container)
    expect(canvas.style.width).toBe('800px')
    const host = container.querySelector('figure > div') as HTMLElement
    Object.defineProperty(host, 'clientWidth', { value: 400 })
    act(() => measures.forEach((measure) => measure()))
    expect(canvas.style.width).toBe('400px')
  })

  it('says when there are no data', () => {
    render(<BarChart title="报警" points={[]} />)
    expect(screen.getByText('暂无数据')).toBeTruthy()
  })
})

describe('small charts', () => {
  it('[WG-25] describe their content in words', () => {
    render(
      <>
        <MiniArea label="Cl₂" values={[1, 2, 3]} />
        <MiniBar label="访问" values={[4, 8]} />
        <MiniProgress label="完整率" share={0.954} target={0.9} />
        <Liquid label="水位" share={1.2} />
      </>,
    )
    expect(screen.getByRole('img', { name: /Cl₂：3 点/ })).toBeTruthy()
    const bars = screen.getByRole('img', { name: '访问：2 项，最高 8' })
    expect([...bars.children].map((bar) => (bar as HTMLElement).style.blockSize)).toEqual(['50%', '100%'])
    expect(screen.getByRole('progressbar', { name: '完整率' }).getAttribute('aria-valuenow')).toBe('95')
    expect(screen.getByRole('img', { name: /水位：100/ })).toBeTruthy()
  })

  it('[WG-25] rank names by their value', () => {
    render(<RankList title="报警最多" points={POINTS} unit="起" />)
    expect(screen.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['1山东30 起', '2江苏12 起'])
  })
})

describe('figures', () => {
  it('[WG-25] count down to an instant and report its end once', () => {
    vi.useFakeTimers({ now: 1_000_000 })
    const onEnd = vi.fn()
    render(<Countdown endMs={1_000_000 + 62_000} onEnd={onEnd} />)
    const timer = screen.getByRole('timer')
    expect(timer.textContent).toBe('01:02')
    act(() => vi.advanceTimersByTime(2_000))
    expect(timer.textContent).toBe('01:00')
    act(() => vi.advanceTimersByTime(120_000))
    expect(timer.textContent).toBe('00:00')
    expect(onEnd).toHaveBeenCalledTimes(1)
  })

  it.each([
    [12, '上升', '12 %'],
    [-3, '下降', '3 %'],
    [0, '持平', '0 %'],
  ])('[WG-25] show a change of %i as %s', (percent, word, text) => {
    const { container } = render(<Trend percent={percent}>较昨日</Trend>)
    expect(container.textContent).toBe(`较昨日  ${word}${text}`)
  })

  it('[WG-25] show a number with unit and change, alone and on a card with a chart', () => {
    render(
      <>
        <NumberInfo title="在线设备" value={1284} unit="台" trend={3} note="较昨日" />
        <ChartCard title="报警" value={30} footer="日均 4">
          <MiniBar label="近七日" values={[1, 2]} />
        </ChartCard>
      </>,
    )
    expect(screen.getByText('1,284')).toBeTruthy()
    const card = within(screen.getByRole('region', { name: '报警' }))
    expect(card.getByText('30')).toBeTruthy()
    expect(card.getByRole('img', { name: /近七日/ })).toBeTruthy()
    expect(card.getByText('日均 4')).toBeTruthy()
  })
})
